package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// An RDMA device (`ibv_devinfo`, `rdma dev`, `ibv_devices`, `ibstat`).
///
/// @param transport `InfiniBand` also for RoCE
/// @param hcaType `MT4129` (`ibstat`)
/// @param nodeGuid four groups of four hexadecimal digits
/// @param settings every other row, by the tool's name for it
public record RdmaDevice(
        String device,
        Optional<String> transport,
        Optional<String> firmware,
        OptionalInt vendorPartId,
        Optional<String> boardId,
        Optional<String> hcaType,
        Optional<String> nodeGuid,
        Map<String, String> settings,
        Source source)
        implements Fact, Merging<RdmaDevice> {
    public RdmaDevice {
        settings = Ordered.copy(settings);
    }

    @Override
    public Object group() {
        return device;
    }

    @Override
    public boolean sameThing(RdmaDevice other) {
        return device.equals(other.device)
                && Ordered.agree(nodeGuid, other.nodeGuid)
                && Ordered.agree(firmware, other.firmware);
    }

    @Override
    public RdmaDevice filledFrom(RdmaDevice o) {
        return new RdmaDevice(
                device,
                or(transport, o.transport),
                or(firmware, o.firmware),
                or(vendorPartId, o.vendorPartId),
                or(boardId, o.boardId),
                or(hcaType, o.hcaType),
                or(nodeGuid, o.nodeGuid),
                Ordered.union(settings, o.settings),
                source);
    }
}
