package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// An RDMA device as sysfs shows it (`/sys/class/infiniband/DEV`).
///
/// @param device empty when the paths start below its name
/// @param values every file by its path under the device: `ports/1/state`
/// @param lines the line of each of the values
public record RdmaSysfs(
        String device,
        Optional<String> hcaType,
        Optional<String> firmware,
        Optional<String> pciAddress,
        OptionalInt numaNode,
        Map<String, String> values,
        Map<String, Integer> lines,
        Source source)
        implements Fact {
    public RdmaSysfs {
        values = Ordered.copy(values);
        lines = Ordered.copy(lines);
    }

    /// The line on which a value stands, the device's first line when it is not there.
    public Source at(String path) {
        Integer line = lines.get(path);
        return line == null ? source : Source.line(source.document(), line);
    }
}
