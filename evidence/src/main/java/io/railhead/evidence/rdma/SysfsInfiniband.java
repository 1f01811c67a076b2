package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.fact.RdmaSubsystem;
import io.railhead.model.fact.RdmaSysfs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The small files under `/sys/class/infiniband`, one a line: `PATH: VALUE`, as `grep -r` prints
/// them, with the whole path, from the device on, or from below the device. Also a line a device
/// with `name=value` cells, as shell loops print them.
@AutoService(Parser.class)
public final class SysfsInfiniband implements Parser {

    /// Empty slots of the GID and partition tables are left out: a port has 256 of them and more.
    /// Reading the type of an empty slot fails, which `-s` keeps quiet.
    static final String DUMP =
            """
            if [ -d /sys/class/infiniband ]; then
            for d in /sys/class/infiniband/*; do
            [ -d "$d/ports" ] || continue
            p=$(readlink -f "$d/device") && printf '%s/device:%s\\n' "$d" "$p"
            grep -Hs . "$d/device/numa_node"
            grep -rHs . "$d/" | grep -v -e '/power/' -e '/uevent:' \
            -e '/gids/[0-9]*:0000:0000:0000:0000:0000:0000:0000:0000$' -e '/pkeys/[0-9]*:0x0000$'
            done
            else
            echo 'no /sys/class/infiniband' >&2
            false
            fi""";

    private static final String ROOT = "/sys/class/infiniband/";
    private static final String BELOW_ROOT = "/infiniband/";

    /// Files of a device, by which a path that starts below its name is known.
    private static final String DEVICE_FILES =
            "board_id|fw_ver|hca_type|hw_rev|node_desc|node_guid|node_type|sys_image_guid|parent";

    private static final String PORT_FILES =
            "ports/\\d{1,4}/(?:state|phys_state|rate|link_layer|lid|lid_mask_count|sm_lid|sm_sl"
                    + "|cap_mask|(?:counters|hw_counters|gids|gid_attrs|pkeys)/[\\w/.-]+)";

    /// Paths below a device that are known to be its own when no root stands before them.
    private static final Pattern BELOW_DEVICE =
            Pattern.compile(
                    "(?:"
                            + DEVICE_FILES
                            + "|device|device/numa_node|hw_counters/[\\w.-]+|"
                            + PORT_FILES
                            + ")");

    private static final Pattern PATH = Pattern.compile("[\\w./-]+");

    private static final Pattern CELL = Pattern.compile("([a-z_]{1,40})=(.*)");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:(?:/sys/\\S{0,200}?/infiniband/)?[\\w.-]+/+)?(?:"
                            + PORT_FILES
                            + "):|^/sys/class/infiniband/[\\w.-]+/+(?:"
                            + DEVICE_FILES
                            + "|device(?:/numa_node)?):"
                            + "|^[\\w.-]+ (?:\\S+=\\S+ ){0,12}(?:phys_)?state=\\d: [A-Za-z]");

    @Override
    public String name() {
        return "sysfs-infiniband";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), DUMP)
                        .within(Duration.ofSeconds(10))
                        .expectLarge()
                        .cited("grep -r . /sys/class/infiniband/")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                RdmaSysfs.class,
                RdmaPortState.class,
                PortCounters.class,
                GidEntry.class,
                RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.strip().equals(DUMP)
                || (command.contains(ROOT)
                        && command.strip().startsWith("grep ")
                        && !command.contains("/traffic_class"));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        Map<String, SysfsDevice> devices = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            file(line, devices);
            if (line.isLeft()) loop(line, devices);
        }
        devices.values().forEach(d -> d.addTo(facts));
        if (facts.isEmpty() && lines.complaint().isEmpty() && lines.left().isEmpty()) {
            facts.add(new RdmaSubsystem(true, lines.whole()));
        }
        return lines.reading(facts);
    }

    private static void file(Lines.Line line, Map<String, SysfsDevice> devices) {
        String text = line.stripped();
        int root = text.startsWith("/sys/") ? text.indexOf(BELOW_ROOT) : -1;
        int start = root < 0 ? 0 : root + BELOW_ROOT.length();
        int colon = text.indexOf(':', start);
        if (colon < 0) return;
        String path = text.substring(start, colon).replaceAll("/{2,}", "/");
        if (!PATH.matcher(path).matches()) return;
        String device = "";
        if (!BELOW_DEVICE.matcher(path).matches()) {
            int slash = path.indexOf('/');
            if (slash <= 0) return;
            device = path.substring(0, slash);
            path = path.substring(slash + 1);
            if (root < 0 && !BELOW_DEVICE.matcher(path).matches()) return;
        }
        String value = text.substring(colon + 1).strip();
        devices.computeIfAbsent(device, SysfsDevice::new).value(path, value, line);
        line.read();
    }

    /// `mlx5_0 pci=0000:4b:00.0 state=4: ACTIVE`: cells whose values may hold blanks.
    private static void loop(Lines.Line line, Map<String, SysfsDevice> devices) {
        List<String> words = line.words();
        if (words.size() < 2 || !CELL.matcher(words.get(1)).matches()) return;
        if (!PATH.matcher(words.getFirst()).matches()) return;
        Map<String, String> cells = new LinkedHashMap<>();
        String key = "";
        for (String word : words.subList(1, words.size())) {
            Matcher m = CELL.matcher(word);
            if (m.matches()) {
                key = m.group(1);
                cells.put(key, m.group(2));
            } else {
                cells.merge(key, word, (a, b) -> a + " " + b);
            }
        }
        SysfsDevice device = devices.computeIfAbsent(words.getFirst(), SysfsDevice::new);
        cells.forEach((name, value) -> device.value(path(name), value, line));
        line.read();
    }

    private static String path(String cell) {
        return switch (cell) {
            case "pci" -> "device";
            case "numa", "numa_node" -> "device/numa_node";
            // Such loops name no port: they read the first, the only one of most devices.
            case "state", "phys_state", "rate", "link_layer" -> "ports/1/" + cell;
            default -> cell;
        };
    }
}
