package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A PCI function (`lspci -vv`).
///
/// @param slot `0000:5e:00.0`, or without domain as printed
/// @param deviceClass `Ethernet controller`, `3D controller`, …
/// @param maxPayload bytes in use
/// @param maxPayloadCapable bytes
/// @param maxReadRequest bytes
/// @param capability what the device can do (LnkCap)
/// @param status what the link runs at (LnkSta)
/// @param driver kernel driver in use
/// @param settings other rows read, by key
public record PciDevice(
        String slot,
        String deviceClass,
        String model,
        OptionalInt numaNode,
        OptionalInt iommuGroup,
        OptionalInt maxPayload,
        OptionalInt maxPayloadCapable,
        OptionalInt maxReadRequest,
        Optional<Boolean> relaxedOrdering,
        Optional<PcieLink> capability,
        Optional<PcieLink> status,
        Optional<String> driver,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public PciDevice {
        settings = Map.copyOf(settings);
    }
}
