package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A network interface as sysfs shows it (`/sys/class/net/IF`).
///
/// @param pciAddress `0000:5e:00.0`; absent for interfaces without a device
/// @param driver name of the driver's folder
/// @param numaNode absent when the machine does not say (-1)
/// @param speedMbps absent when the link is down or the driver does not know
/// @param carrierChanges how often the link came or went since the driver was loaded
public record NetDevice(
        String interfaceName,
        Optional<String> pciAddress,
        Optional<String> driver,
        OptionalInt numaNode,
        OptionalInt speedMbps,
        OptionalLong carrierChanges,
        Source source)
        implements Fact {}
