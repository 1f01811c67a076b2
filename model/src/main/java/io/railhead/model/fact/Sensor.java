package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.OptionalDouble;

/// A sensor of a machine, as its BMC (`ipmitool sensor`, `sdr`) or its kernel (`sensors`) reads it.
///
/// @param origin who reads it
/// @param chip `nvme-pci-0100`; empty for the BMC's
/// @param name `Inlet Temp`
/// @param value in the unit; absent for a discrete sensor and for one without a reading
/// @param unit `degrees C`, `RPM`, `Volts`; empty when there is none
/// @param status in the tool's words: `ok`, `cr`, `ALARM`, `Presence detected`; empty for none
/// @param limits by the tool's names: `ucr`, `unr`, `crit`
public record Sensor(
        Origin origin,
        String chip,
        String name,
        OptionalDouble value,
        String unit,
        String status,
        Map<String, Double> limits,
        Source source)
        implements Fact {

    /// Who reads the sensor.
    public enum Origin {
        BMC,
        KERNEL
    }

    public Sensor {
        limits = Ordered.copy(limits);
    }
}
