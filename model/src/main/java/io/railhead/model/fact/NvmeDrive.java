package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// An NVMe namespace as a drive (`nvme list`, sysfs).
///
/// @param device `nvme0n1`; `nvme0` for a controller without namespace
/// @param pciAddress `0000:c1:00.0`; absent for a drive over fabrics
/// @param state `live`, `connecting`, `dead`: of the controller, sysfs only
public record NvmeDrive(
        String device,
        Optional<String> model,
        Optional<String> serial,
        OptionalLong capacityBytes,
        Optional<String> firmware,
        Optional<String> pciAddress,
        OptionalInt numaNode,
        Optional<String> state,
        Source source)
        implements Fact, Merging<NvmeDrive> {

    @Override
    public Object group() {
        return device;
    }

    @Override
    public boolean sameThing(NvmeDrive other) {
        return device.equals(other.device) && Ordered.agree(serial, other.serial);
    }

    @Override
    public NvmeDrive filledFrom(NvmeDrive o) {
        return new NvmeDrive(
                device,
                or(model, o.model),
                or(serial, o.serial),
                or(capacityBytes, o.capacityBytes),
                or(firmware, o.firmware),
                or(pciAddress, o.pciAddress),
                or(numaNode, o.numaNode),
                or(state, o.state),
                source);
    }
}
