package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A PCI function (`lspci -vv`, sysfs).
///
/// @param slot `0000:5e:00.0`, or without domain as printed
/// @param deviceClass `Ethernet controller`, `3D controller`, …
/// @param model vendor and device in words; absent in sysfs
/// @param id vendor and device number: `15b3:1019`
/// @param maxPayload bytes in use
/// @param maxPayloadCapable bytes
/// @param maxReadRequest bytes
/// @param capability what the device can do (LnkCap)
/// @param status what the link runs at (LnkSta); absent while it is down
/// @param slotCapability what the port above it can do: a wide card in a narrow slot is not a fault
///     of the link
/// @param driver kernel driver in use
/// @param settings other rows read, by key; `rev` is the revision, `ff` that of a device that no
///     longer answers
/// @param lines the line of `LnkCap`, `LnkSta`, `DevCtl` and of each of the settings
public record PciDevice(
        String slot,
        String deviceClass,
        Optional<String> model,
        Optional<String> id,
        OptionalInt numaNode,
        OptionalInt iommuGroup,
        OptionalInt maxPayload,
        OptionalInt maxPayloadCapable,
        OptionalInt maxReadRequest,
        Optional<Boolean> relaxedOrdering,
        Optional<PcieLink> capability,
        Optional<PcieLink> status,
        Optional<PcieLink> slotCapability,
        Optional<String> driver,
        Map<String, String> settings,
        Map<String, Integer> lines,
        Source source)
        implements Fact, Merging<PciDevice> {
    public PciDevice {
        settings = Ordered.copy(settings);
        lines = Ordered.copy(lines);
    }

    /// The slot with its domain: `0000:5e:00.0`.
    public String address() {
        return slot.indexOf(':') == slot.lastIndexOf(':') ? "0000:" + slot : slot;
    }

    /// True when the link runs slower than the device can.
    public boolean speedDowngraded() {
        return capability.isPresent()
                && status.isPresent()
                && status.get().gigaTransfers() < capability.get().gigaTransfers();
    }

    /// True when the link runs on fewer lanes than the device has.
    public boolean widthDowngraded() {
        return capability.isPresent()
                && status.isPresent()
                && status.get().width() < capability.get().width();
    }

    /// The line on which a row stands, the whole block when it is not there.
    public Source at(String row) {
        Integer line = lines.get(row);
        return line == null ? source : Source.line(source.document(), line);
    }

    @Override
    public Object group() {
        return address();
    }

    @Override
    public boolean sameThing(PciDevice other) {
        return address().equals(other.address()) && Ordered.agree(id, other.id);
    }

    @Override
    public PciDevice filledFrom(PciDevice o) {
        return new PciDevice(
                slot,
                deviceClass,
                or(model, o.model),
                or(id, o.id),
                or(numaNode, o.numaNode),
                or(iommuGroup, o.iommuGroup),
                or(maxPayload, o.maxPayload),
                or(maxPayloadCapable, o.maxPayloadCapable),
                or(maxReadRequest, o.maxReadRequest),
                or(relaxedOrdering, o.relaxedOrdering),
                or(capability, o.capability),
                or(status, o.status),
                or(slotCapability, o.slotCapability),
                or(driver, o.driver),
                Ordered.union(settings, o.settings),
                lines,
                source);
    }
}
