package io.railhead.evidence.rdma;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.RdmaSysfs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of one device in sysfs while they are read.
final class SysfsDevice {

    private static final Pattern PCI =
            Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");

    private static final Pattern PORT = Pattern.compile("ports/(\\d{1,4})/(.+)");

    /// These two count words of four bytes (kernel,
    /// `Documentation/ABI/stable/sysfs-class-infiniband`).
    private static final List<String> DATA_WORDS = List.of("port_rcv_data", "port_xmit_data");

    private static final long BYTES_A_WORD = 4;

    private final String name;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private String document = "";

    /// @param name empty when the paths start below it
    SysfsDevice(String name) {
        this.name = name;
    }

    void value(String path, String value, Lines.Line line) {
        document = line.source().document();
        if (values.putIfAbsent(path, value) == null) lines.put(path, line.number());
    }

    void addTo(List<Fact> facts) {
        facts.add(
                new RdmaSysfs(
                        name,
                        text("hca_type"),
                        text("fw_ver"),
                        text("device").flatMap(SysfsDevice::pciAddress),
                        text("device/numa_node").map(SysfsDevice::node).orElse(OptionalInt.empty()),
                        values,
                        lines,
                        span("")));
        Map<Integer, Map<String, String>> ports = new TreeMap<>();
        values.forEach(
                (path, value) -> {
                    Matcher m = PORT.matcher(path);
                    if (m.matches()) {
                        int port = Numbers.toInt(m.group(1)).orElse(0);
                        ports.computeIfAbsent(port, p -> new LinkedHashMap<>())
                                .put(m.group(2), value);
                    }
                });
        ports.forEach((port, files) -> addPort(port, files, facts));
    }

    private void addPort(int port, Map<String, String> files, List<Fact> facts) {
        Optional<String> linkLayer = Optional.ofNullable(files.get("link_layer"));
        PortStates.of(
                        name,
                        port,
                        files.getOrDefault("state", ""),
                        Optional.ofNullable(files.get("phys_state")),
                        linkLayer,
                        Optional.ofNullable(files.get("rate")),
                        line("ports/" + port + "/state"))
                .ifPresent(facts::add);
        Map<String, Long> counters = counters(files, "counters/");
        DATA_WORDS.forEach(word -> counters.computeIfPresent(word, (k, v) -> bytes(v)));
        Map<String, Long> hardware = counters(files, "hw_counters/");
        if (!counters.isEmpty() || !hardware.isEmpty()) {
            Source source = span("ports/" + port + "/");
            facts.add(new PortCounters(name, port, counters, hardware, source));
        }
        files.forEach(
                (file, value) -> {
                    if (!file.startsWith("gids/")) return;
                    String slot = file.substring("gids/".length());
                    OptionalInt index = Numbers.toInt(slot);
                    Optional<String> gid = Gids.canonical(value).filter(g -> !Gids.isZero(g));
                    if (index.isEmpty() || gid.isEmpty()) return;
                    facts.add(
                            new GidEntry(
                                    name,
                                    port,
                                    index.getAsInt(),
                                    gid.get(),
                                    Gids.ipv4(gid.get()),
                                    Optional.ofNullable(files.get("gid_attrs/types/" + slot))
                                            .map(t -> Gids.type(t, linkLayer)),
                                    Optional.ofNullable(files.get("gid_attrs/ndevs/" + slot)),
                                    line("ports/" + port + "/" + file)));
                });
    }

    private static Map<String, Long> counters(Map<String, String> files, String folder) {
        Map<String, Long> counters = new LinkedHashMap<>();
        files.forEach(
                (file, value) -> {
                    OptionalLong count = Numbers.toCounter(value);
                    if (file.startsWith(folder) && count.isPresent()) {
                        counters.put(file.substring(folder.length()), count.getAsLong());
                    }
                });
        return counters;
    }

    private static long bytes(long words) {
        return words > Long.MAX_VALUE / BYTES_A_WORD ? Long.MAX_VALUE : words * BYTES_A_WORD;
    }

    private Optional<String> text(String path) {
        return Optional.ofNullable(values.get(path)).filter(v -> !v.isEmpty());
    }

    /// The function's address at the end of a resolved link.
    private static Optional<String> pciAddress(String path) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        return PCI.matcher(last).matches() ? Optional.of(last) : Optional.empty();
    }

    /// -1 stands for a machine without NUMA, or unknown.
    private static OptionalInt node(String value) {
        OptionalInt node = Numbers.toInt(value);
        return node.isPresent() && node.getAsInt() >= 0 ? node : OptionalInt.empty();
    }

    private Source line(String path) {
        return Source.line(document, lines.getOrDefault(path, 1));
    }

    private Source span(String prefix) {
        int first = Integer.MAX_VALUE;
        int last = 0;
        for (var e : lines.entrySet()) {
            if (!e.getKey().startsWith(prefix)) continue;
            first = Math.min(first, e.getValue());
            last = Math.max(last, e.getValue());
        }
        return new Source(document, Math.min(first, Math.max(last, 1)), Math.max(last, 1));
    }
}
