package io.railhead.evidence.pci;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files of PCI functions in sysfs, one a line: `PATH:VALUE`. They tell the link without root, and
/// what the port above it (`..`) can do, which lspci tells only of the port itself.
@AutoService(Parser.class)
public final class SysfsPci implements Parser {

    /// Network and InfiniBand controllers (class 02), GPUs (03), NVMe drives (0108). No process is
    /// started for the other functions, and one for each of these: `cd -P` follows links, too.
    static final String DUMP =
            """
            for d in /sys/bus/pci/devices/*; do
            [ -r "$d/class" ] || continue
            read -r c < "$d/class"
            case $c in 0x02*|0x03*|0x0108*) ;; *) continue ;; esac
            grep -Hs . "$d/class" "$d/vendor" "$d/device" "$d/revision" "$d/numa_node" \
            "$d/current_link_speed" "$d/current_link_width" "$d/max_link_speed" "$d/max_link_width"
            for l in driver iommu_group; do
            [ -e "$d/$l" ] && cd -P "$d/$l" && printf '%s/%s:%s\\n' "$d" $l "${PWD##*/}"
            done
            cd -P "$d/.." && [ -r max_link_speed ] && {
            read -r s < max_link_speed && printf '%s/../max_link_speed:%s\\n' "$d" "$s"
            read -r s < max_link_width && printf '%s/../max_link_width:%s\\n' "$d" "$s"; }
            done
            true""";

    private static final String FILE =
            "class|vendor|device|revision|numa_node|driver|iommu_group"
                    + "|(?:\\.\\./)?(?:current|max)_link_(?:speed|width)";

    private static final Pattern ROW =
            Pattern.compile(
                    "(?:/sys/\\S*/)?([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/("
                            + FILE
                            + "):\\s*(.*)");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:/sys/\\S{0,300}/)?[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]/(?:"
                            + FILE
                            + "):");

    @Override
    public String name() {
        return "sysfs-pci";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), DUMP).cited("grep . /sys/bus/pci/devices/*/*").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PciDevice.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.strip().equals(DUMP)
                || (command.contains("/sys/bus/pci/devices/")
                        && command.strip().startsWith("grep "));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    /// The files of one function while they are read.
    private record Function(
            String slot, Lines.Line first, Map<String, String> files, Map<String, Integer> lines) {

        Optional<String> text(String file) {
            return Optional.ofNullable(files.get(file)).filter(v -> !v.isEmpty());
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        Map<String, Function> functions = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> row = line.match(ROW);
            if (row.isEmpty()) continue;
            Function f =
                    functions.computeIfAbsent(
                            row.get().group(1),
                            slot ->
                                    new Function(
                                            slot,
                                            line,
                                            new LinkedHashMap<>(),
                                            new LinkedHashMap<>()));
            String file = row.get().group(2);
            if (f.files().putIfAbsent(file, row.get().group(3).strip()) == null) {
                f.lines().put(file, line.number());
            }
            line.read();
        }
        List<PciDevice> facts = new ArrayList<>();
        functions.values().forEach(f -> facts.add(fact(f, lines)));
        return lines.reading(facts);
    }

    private static PciDevice fact(Function f, Lines lines) {
        int last = f.first().number();
        for (int n : f.lines().values()) last = Math.max(last, n);
        Optional<PcieLink> capability = link(f, "max");
        Map<String, Integer> at = new LinkedHashMap<>(f.lines());
        alias(at, "max_link_speed", "LnkCap");
        alias(at, "current_link_speed", "LnkSta");
        Map<String, String> settings = new LinkedHashMap<>(f.files());
        f.text("revision")
                .filter(r -> r.matches("0x[0-9a-f]{2}"))
                .ifPresent(r -> settings.put("rev", r.substring(2)));
        return new PciDevice(
                f.slot(),
                PciClass.name(f.text("class").orElse("")),
                Optional.empty(),
                id(f),
                natural(f.text("numa_node")),
                natural(f.text("iommu_group")),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                capability,
                link(f, "current"),
                link(f, "../max"),
                f.text("driver"),
                settings,
                at,
                lines.source(f.first().number(), last));
    }

    private static void alias(Map<String, Integer> lines, String file, String row) {
        Integer line = lines.get(file);
        if (line != null) lines.put(row, line);
    }

    private static Optional<String> id(Function f) {
        Optional<String> vendor = f.text("vendor").filter(v -> v.matches("0x[0-9a-f]{4}"));
        Optional<String> device = f.text("device").filter(v -> v.matches("0x[0-9a-f]{4}"));
        return vendor.isPresent() && device.isPresent()
                ? Optional.of(vendor.get().substring(2) + ":" + device.get().substring(2))
                : Optional.empty();
    }

    private static OptionalInt natural(Optional<String> text) {
        OptionalInt n = text.map(Numbers::toInt).orElse(OptionalInt.empty());
        return n.isPresent() && n.getAsInt() >= 0 ? n : OptionalInt.empty();
    }

    /// `16.0 GT/s PCIe` and `16`; a link that is down says `Unknown` and 0, a port that has none
    /// 255.
    private static Optional<PcieLink> link(Function f, String which) {
        Optional<String> speed = f.text(which + "_link_speed").filter(s -> s.contains("GT/s"));
        OptionalDouble rate = speed.map(Numbers::leading).orElse(OptionalDouble.empty());
        OptionalInt width = natural(f.text(which + "_link_width"));
        return rate.isPresent()
                        && rate.getAsDouble() > 0
                        && width.isPresent()
                        && width.getAsInt() > 0
                        && width.getAsInt() <= 32
                ? Optional.of(new PcieLink(rate.getAsDouble(), width.getAsInt()))
                : Optional.empty();
    }
}
