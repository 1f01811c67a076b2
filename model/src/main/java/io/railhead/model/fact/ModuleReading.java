package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A measured value of a transceiver, with the limits that its maker set.
///
/// @param port of a switch, interface or RDMA device of a host
/// @param lane from 1, as the device counts; absent for the module as a whole
/// @param value absent when the device measures none (`N/A`)
/// @param flag the device's own mark: `--` low alarm, `+` high warning; empty when all is well
/// @param term the device's own name: `Rx Power Current [dBm]`
public record ModuleReading(
        String port,
        OptionalInt lane,
        Quantity quantity,
        OptionalDouble value,
        Limits alarm,
        Limits warning,
        String flag,
        String term,
        Source source)
        implements Fact {

    /// What is measured, and in which unit the value is.
    public enum Quantity {
        /// Degrees Celsius.
        TEMPERATURE,
        /// Volts.
        VOLTAGE,
        /// Milliamperes.
        BIAS,
        /// dBm.
        TX_POWER,
        /// dBm.
        RX_POWER
    }

    /// Bounds in the unit of the value.
    public record Limits(OptionalDouble low, OptionalDouble high) {
        public static final Limits NONE =
                new Limits(OptionalDouble.empty(), OptionalDouble.empty());

        /// How a value leaves the bounds; empty when it does not.
        public Optional<String> broken(double value) {
            if (low.isPresent() && value < low.getAsDouble())
                return Optional.of("below " + low.getAsDouble());
            if (high.isPresent() && value > high.getAsDouble())
                return Optional.of("above " + high.getAsDouble());
            return Optional.empty();
        }
    }
}
