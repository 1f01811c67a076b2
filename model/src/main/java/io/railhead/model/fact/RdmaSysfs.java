package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// An RDMA device as sysfs shows it (`/sys/class/infiniband/DEV`).
///
/// @param values every file by its path under the device
public record RdmaSysfs(
        String device,
        Optional<String> hcaType,
        Optional<String> firmware,
        Optional<String> pciAddress,
        OptionalInt numaNode,
        Map<String, String> values,
        Source source)
        implements Fact {
    public RdmaSysfs {
        values = Map.copyOf(values);
    }
}
