package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.Optional;

/// One plane of the fabric: the same port of every host, in one subnet.
///
/// @param mtu interface MTU in bytes, IP header included
/// @param speed line rate wanted on every port of the rail
public record Rail(String name, Subnet subnet, int mtu, Optional<Bandwidth> speed) {}
