package io.railhead.bench.judge;

import io.railhead.bench.Case;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.tool.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What to add to the words of a failed RDMA run: what its server said, and what was read from the
/// machines that could be the cause.
public final class Doubts {
    private static final Pattern TELLING =
            Pattern.compile(
                    "(?i).*(couldn't|unable|failed|error|not found|syndrom|should be|invalid).*");

    /// Before the cause that was read from the machines.
    public static final String LIKELY = ". Likely cause: ";

    private Doubts() {}

    /// Empty when the server said nothing of the kind.
    public static String ofServer(String host, String log) {
        return Reader.telling(log).stream()
                .filter(l -> TELLING.matcher(l).matches())
                .distinct()
                .limit(2)
                .reduce((a, b) -> a + ", " + b)
                .map(l -> "; server on " + host + ": " + l)
                .orElse("");
    }

    /// Empty when nothing that was read points anywhere.
    public static String of(Case setting, Path path) {
        List<String> causes = new ArrayList<>();
        if (setting.conditions().get("setup").equals("socket")) {
            for (Port port : List.of(path.from(), path.to())) {
                port.rdma()
                        .end()
                        .filter(e -> !e.infiniBand() && e.gidIndex().isPresent())
                        .filter(e -> !e.gid().equals(port.wanted().address() + " RoCE v2"))
                        .filter(e -> !port.wanted().address().contains(":"))
                        .ifPresent(
                                e ->
                                        causes.add(
                                                "GID index %d of %s %s is %s, and %s is at index %s"
                                                        .formatted(
                                                                e.gidIndex().getAsInt(),
                                                                port.host(),
                                                                e.device(),
                                                                e.gid(),
                                                                port.wanted().address(),
                                                                index(port))));
            }
        }
        if (!causes.isEmpty()) {
            return LIKELY + "roce-wrong-gid-index (" + String.join("; ", causes) + ")";
        }
        if (path.from().mtu().isPresent()
                && path.to().mtu().isPresent()
                && path.from().mtu().getAsInt() != path.to().mtu().getAsInt()) {
            return LIKELY
                    + "mtu-mismatch (%s has MTU %d, %s %d)"
                            .formatted(
                                    path.from().label(),
                                    path.from().mtu().getAsInt(),
                                    path.to().label(),
                                    path.to().mtu().getAsInt());
        }
        return "";
    }

    private static String index(Port port) {
        return port.rdma().table().stream()
                .filter(g -> g.isRoceV2())
                .filter(g -> g.ipv4().filter(port.wanted().address()::equals).isPresent())
                .findFirst()
                .map(g -> Integer.toString(g.index()))
                .orElse("none");
    }
}
