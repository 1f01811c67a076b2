package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.Optional;
import java.util.OptionalInt;

/// A cable between two ports.
public record Link(
        End a, End b, Optional<Cable> cable, Optional<Bandwidth> speed, OptionalInt mtu) {

    /// A port: `gpu01/ens6` of a host, `leaf1/Ethernet1/27` of a switch.
    public record End(String device, String port) {
        @Override
        public String toString() {
            return device + "/" + port;
        }
    }
}
