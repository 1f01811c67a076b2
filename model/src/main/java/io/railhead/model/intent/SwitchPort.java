package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.Optional;
import java.util.OptionalInt;

/// A port of a switch, by the name the switch gives it (`Ethernet1/27`).
public record SwitchPort(String name, OptionalInt mtu, Optional<Bandwidth> speed) {}
