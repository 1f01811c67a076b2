package io.railhead.checks;

import io.railhead.model.fact.Gpu;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// A GPU of a test world: a healthy idle H100 unless said otherwise.
public final class SeenGpu implements Seen {
    private final int index;
    private String name = "NVIDIA H100 80GB HBM3";
    private Optional<String> driver = Optional.of("580.95.05");
    private Optional<Boolean> persistence = Optional.of(true);
    private double watts = 70;
    private int utilisation;
    private int pcieGen = 5;
    private OptionalInt pcieWidth = OptionalInt.of(16);
    private Map<String, Boolean> throttle =
            new TreeMap<>(
                    Map.of(
                            "HW Slowdown", false,
                            "HW Power Brake Slowdown", false,
                            "HW Thermal Slowdown", false,
                            "SW Thermal Slowdown", false,
                            "SW Power Cap", false,
                            "Idle", true));
    private OptionalLong ecc = OptionalLong.of(0);
    private Optional<Boolean> remapPending = Optional.of(false);
    private Optional<Boolean> remapFailure = Optional.of(false);
    private Optional<String> fabric = Optional.of("Completed");
    private double limit = 700;

    private SeenGpu(int index) {
        this.index = index;
    }

    static SeenGpu at(int index) {
        return new SeenGpu(index);
    }

    public SeenGpu name(String value) {
        name = value;
        return this;
    }

    public SeenGpu driver(Optional<String> value) {
        driver = value;
        return this;
    }

    public SeenGpu persistence(Optional<Boolean> value) {
        persistence = value;
        return this;
    }

    public SeenGpu load(double drawn, int percent) {
        watts = drawn;
        utilisation = percent;
        return this;
    }

    /// The power limit in force; the board's own is 700 W.
    public SeenGpu limit(double value) {
        limit = value;
        return this;
    }

    public SeenGpu pcie(int generation, OptionalInt width) {
        pcieGen = generation;
        pcieWidth = width;
        return this;
    }

    public SeenGpu throttle(String reason) {
        throttle.put(reason, true);
        return this;
    }

    public SeenGpu noThrottleReasons() {
        throttle = new TreeMap<>();
        return this;
    }

    public SeenGpu ecc(OptionalLong errors) {
        ecc = errors;
        return this;
    }

    public SeenGpu remap(Optional<Boolean> pending, Optional<Boolean> failure) {
        remapPending = pending;
        remapFailure = failure;
        return this;
    }

    public SeenGpu fabric(Optional<String> state) {
        fabric = state;
        return this;
    }

    @Override
    public Given given() {
        return Given.of(
                "nvidia-smi -q",
                Integer.toString(index),
                "GPU " + index + " " + name + " " + throttle,
                s ->
                        new Gpu(
                                OptionalInt.of(index),
                                Optional.of(name),
                                Optional.of("GPU-" + index),
                                Optional.of("00000000:" + (10 + index) + ":00.0"),
                                driver,
                                driver.map(d -> d.startsWith("580") ? "13.0" : "12.8"),
                                persistence,
                                Optional.of("P0"),
                                OptionalInt.of(35),
                                OptionalDouble.of(watts),
                                OptionalDouble.of(limit),
                                OptionalDouble.of(700),
                                OptionalLong.of(85_000_000_000L),
                                OptionalLong.of(0),
                                OptionalInt.of(utilisation),
                                OptionalInt.of(pcieGen),
                                OptionalInt.of(5),
                                pcieWidth,
                                OptionalInt.of(16),
                                OptionalLong.of(0),
                                throttle,
                                ecc,
                                OptionalLong.of(0),
                                remapPending,
                                remapFailure,
                                fabric,
                                Map.of(),
                                Map.of(),
                                s));
    }
}
