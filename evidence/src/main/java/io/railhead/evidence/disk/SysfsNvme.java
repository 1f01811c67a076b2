package io.railhead.evidence.disk;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvmeDrive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files of NVMe controllers in sysfs and the sizes of their namespaces, one a line: `PATH:VALUE`.
/// They need no tool and no root, and tell the state, which `nvme list` does not.
@AutoService(Parser.class)
public final class SysfsNvme implements Parser {

    static final String DUMP =
            """
            for d in /sys/class/nvme/nvme*; do
            [ -d "$d" ] || continue
            grep -Hs . "$d/model" "$d/serial" "$d/firmware_rev" "$d/state" "$d/transport" \
            "$d/address" "$d/numa_node"
            done
            grep -Hs . /sys/block/nvme*n*/size
            true""";

    private static final Pattern CONTROLLER =
            Pattern.compile(
                    "(?:/sys/class/nvme/)?(nvme\\d{1,6})/"
                            + "(model|serial|firmware_rev|state|transport|address|numa_node):\\s*(.*)");

    private static final Pattern NAMESPACE =
            Pattern.compile("(?:/sys/block/)?((nvme\\d{1,6})n\\d{1,6})/size:\\s*(\\d{1,18})");

    /// sysfs counts sectors of 512 bytes whatever the drive's own size (kernel, block ABI).
    private static final long SECTOR_BYTES = 512;

    @Override
    public String name() {
        return "sysfs-nvme";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), DUMP).asPrompt().cited("grep . /sys/class/nvme/*/*"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NvmeDrive.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.strip().equals(DUMP)
                || (command.contains("/sys/class/nvme") && command.strip().startsWith("grep "));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .map(String::strip)
                .anyMatch(l -> CONTROLLER.matcher(l).matches() || NAMESPACE.matcher(l).matches());
    }

    /// A controller or namespace while its lines are read.
    private static final class Part {
        final Map<String, String> files = new LinkedHashMap<>();
        int first = Integer.MAX_VALUE;
        int last;

        void put(String file, String value, Lines.Line line) {
            files.putIfAbsent(file, value);
            first = Math.min(first, line.number());
            last = Math.max(last, line.number());
            line.read();
        }

        Optional<String> text(String file) {
            return Optional.ofNullable(files.get(file)).filter(v -> !v.isEmpty());
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        Map<String, Part> controllers = new LinkedHashMap<>();
        Map<String, Part> namespaces = new LinkedHashMap<>();
        Map<String, String> owners = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> controller = line.match(CONTROLLER);
            Optional<Matcher> namespace = line.match(NAMESPACE);
            if (controller.isPresent()) {
                Matcher m = controller.get();
                controllers
                        .computeIfAbsent(m.group(1), k -> new Part())
                        .put(m.group(2), m.group(3).strip(), line);
            } else if (namespace.isPresent()) {
                Matcher m = namespace.get();
                owners.put(m.group(1), m.group(2));
                namespaces
                        .computeIfAbsent(m.group(1), k -> new Part())
                        .put("size", m.group(3), line);
            }
        }
        List<NvmeDrive> facts = new ArrayList<>();
        namespaces.forEach(
                (name, namespace) -> {
                    Part controller =
                            controllers.getOrDefault(owners.getOrDefault(name, ""), namespace);
                    facts.add(drive(name, controller, namespace.text("size"), lines));
                });
        controllers.forEach(
                (name, controller) -> {
                    if (!owners.containsValue(name)) {
                        facts.add(drive(name, controller, Optional.empty(), lines));
                    }
                });
        return lines.reading(facts);
    }

    private static NvmeDrive drive(
            String name, Part controller, Optional<String> sectors, Lines lines) {
        OptionalLong count = sectors.map(Numbers::toLong).orElse(OptionalLong.empty());
        boolean overflow = count.isPresent() && count.getAsLong() > Long.MAX_VALUE / SECTOR_BYTES;
        OptionalInt node =
                controller.text("numa_node").map(Numbers::toInt).orElse(OptionalInt.empty());
        Source source = lines.source(controller.first, controller.last);
        return new NvmeDrive(
                name,
                controller.text("model"),
                controller.text("serial"),
                count.isEmpty() || overflow
                        ? OptionalLong.empty()
                        : OptionalLong.of(count.getAsLong() * SECTOR_BYTES),
                controller.text("firmware_rev"),
                controller
                        .text("address")
                        .filter(
                                a ->
                                        controller
                                                .text("transport")
                                                .filter("pcie"::equals)
                                                .isPresent()),
                node.isPresent() && node.getAsInt() >= 0 ? node : OptionalInt.empty(),
                controller.text("state"),
                source);
    }
}
