package io.railhead.evidence.rdma;

import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.RdmaPortState;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// The state of a port from the texts of sysfs: `4: ACTIVE`, `5: LinkUp`, `100 Gb/sec (4X EDR)`.
final class PortStates {
    private PortStates() {}

    static Optional<RdmaPortState> of(
            String device,
            int port,
            String state,
            Optional<String> physical,
            Optional<String> linkLayer,
            Optional<String> rate,
            Source source) {
        OptionalInt number = number(state);
        if (number.isEmpty()) return Optional.empty();
        return Optional.of(
                new RdmaPortState(
                        device,
                        port,
                        number.getAsInt(),
                        name(state),
                        physical.map(PortStates::number).orElse(OptionalInt.empty()),
                        physical.filter(p -> number(p).isPresent()).map(PortStates::name),
                        linkLayer.filter(l -> !l.isEmpty()),
                        rate.flatMap(PortStates::bandwidth),
                        source));
    }

    private static OptionalInt number(String value) {
        int colon = value.indexOf(':');
        return colon < 0 ? OptionalInt.empty() : Numbers.toInt(value.substring(0, colon));
    }

    private static String name(String value) {
        return value.substring(value.indexOf(':') + 1).strip();
    }

    private static Optional<Bandwidth> bandwidth(String rate) {
        OptionalDouble gbps = Numbers.leading(rate);
        return gbps.isPresent() && rate.contains("Gb/sec")
                ? Optional.of(Bandwidth.gbps(gbps.getAsDouble()))
                : Optional.empty();
    }
}
