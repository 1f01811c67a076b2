package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.Sensor;
import java.util.List;

/// An NVMe controller overheated and left the bus.
@AutoService(Cause.class)
public final class NvmeGone implements Cause {
    @Override
    public String code() {
        return "nvme-overheat-controller-down";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> gone = clues.of("nvme-down");
        if (gone.isEmpty()) return;
        long critical =
                clues.of("nvme-crit-threshold").stream()
                        .mapToLong(Cpus::celsius)
                        .filter(t -> t > 0)
                        .min()
                        .orElse(84);
        List<LogEvent> hot = clues.where("nvme-temp", e -> Cpus.celsius(e) >= critical);
        List<Sensor> sensors =
                clues.all(Sensor.class).stream()
                        .filter(t -> t.chip().startsWith("nvme") && BmcSensors.isHot(t))
                        .toList();
        boolean cool = hot.isEmpty() && sensors.isEmpty();
        Suspicion s =
                cool && clues.lacks("nvme-throttle", "nvme-critical-time")
                        ? verdict.possible(
                                gone,
                                "an NVMe controller stopped answering: heat, power saving or the drive itself")
                        : verdict.certain(
                                gone,
                                "an NVMe controller stopped answering, above its critical temperature");
        sensors.forEach(s::cites);
        s.critical()
                .cites(hot)
                .cites(clues.of("nvme-crit-threshold"))
                .cites(clues.of("io-error"))
                .explains("nvme-thermal-throttle", "bmc-sensor-critical");
    }
}
