package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Sensor;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/// A sensor of the machine is beyond its critical limit, or tells a failure.
@AutoService(Cause.class)
public final class BmcSensors implements Cause {
    /// Beyond a critical (`cr`) or non-recoverable (`nr`) limit, lower or upper; `nc`, not
    /// critical, is a warning.
    private static final Set<String> BEYOND = Set.of("cr", "nr", "lcr", "ucr", "lnr", "unr");

    @Override
    public String code() {
        return "bmc-sensor-critical";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<Sensor> bad = clues.all(Sensor.class).stream().filter(BmcSensors::isBad).toList();
        if (bad.isEmpty()) return;
        String named =
                bad.stream().limit(4).map(BmcSensors::words).collect(Collectors.joining(", "));
        Suspicion s = verdict.certain(List.of(), "beyond its critical limit, or failed: " + named);
        bad.forEach(s::cites);
        s.explains("gpu-power-brake-slowdown", "nvme-thermal-throttle", "gpu-thermal-slowdown");
    }

    private static boolean isBad(Sensor s) {
        String status = s.status().toLowerCase(Locale.ROOT);
        return switch (s.origin()) {
            case BMC ->
                    BEYOND.contains(status)
                            || status.contains("failure detected")
                            || status.contains("predictive failure")
                            || status.contains("power supply ac lost");
            // An alarm of the kernel's may be of an input that nothing is wired to.
            case KERNEL -> isHot(s);
        };
    }

    /// Whether a temperature is beyond its critical limit.
    static boolean isHot(Sensor s) {
        Double limit = s.limits().get("crit");
        OptionalDouble now = s.value();
        return limit != null
                && now.isPresent()
                && s.unit().equals("C")
                && limit > 0
                && now.getAsDouble() >= limit;
    }

    private static String words(Sensor s) {
        return (s.chip() + " " + s.name()).strip()
                + (s.value().isPresent()
                        ? " at " + plain(s.value().getAsDouble()) + " " + s.unit()
                        : " («" + s.status() + "»)");
    }

    private static String plain(double d) {
        return d == Math.rint(d) ? String.valueOf((long) d) : String.valueOf(d);
    }
}
