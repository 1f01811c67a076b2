package io.railhead.bench.ceiling;

import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a collective between GPUs of one host should reach over NVLink: a share of what the links
/// of one GPU carry one way.
public final class NvlinkCeiling {
    /// Two H200 reach 0.72 of it in an all-reduce of 1 GiB (recorded); eight of a kind reach 0.77
    /// to 1.07, since the switches add for them.
    static final double LOW = 0.65;

    /// In-switch reduction (NVLS) may count more than the links carry.
    static final double HIGH = 1.3;

    /// Below it a collective is still on its way up.
    static final long LARGE = 256L << 20;

    /// One way, all links of a GPU (NVIDIA's data sheets), by a word of its name.
    private record Generation(String name, double gigabytes) {}

    private static final List<Generation> GENERATIONS =
            List.of(
                    new Generation("B200", 900),
                    new Generation("H200", 450),
                    new Generation("H100", 450),
                    new Generation("A100", 300),
                    new Generation("V100", 150));

    private NvlinkCeiling() {}

    public static Expectation of(Measurement m) {
        String transport = m.conditions().get("transport");
        if (!transport.matches("P2P|NVLS|NVLS\\+P2P")) {
            return Expectation.none(
                    "no physical expectation: the data went by " + transport + ", not by NVLink");
        }
        String size = m.conditions().get("message");
        if (!size.matches("\\d{1,15}") || Long.parseLong(size) < LARGE) {
            return Expectation.none("no physical expectation: messages below 256 MiB");
        }
        String gpu = m.conditions().get("gpu");
        Optional<Generation> generation =
                gpu.matches(".*(PCI|NVL).*")
                        ? Optional.empty()
                        : GENERATIONS.stream().filter(g -> gpu.contains(g.name())).findFirst();
        if (generation.isEmpty()) {
            return Expectation.none(
                    "no physical expectation: whether " + gpu + " has NVLink is not known");
        }
        if (!List.of("all_reduce", "all_gather", "reduce_scatter")
                .contains(m.conditions().get("collective"))) {
            return Expectation.none(
                    "no physical expectation: only all-reduce, all-gather and reduce-scatter have"
                            + " known figures");
        }
        double links = generation.get().gigabytes() * 8e9;
        return new Expectation(
                links * LOW,
                Double.NaN,
                links * HIGH,
                String.format(
                        Locale.ROOT,
                        "NVLink of a %s: %.0f GB/s one way; %.2f of that is the least for large"
                                + " messages (two GPUs reach 0.72, eight more)",
                        generation.get().name(),
                        generation.get().gigabytes(),
                        LOW));
    }
}
