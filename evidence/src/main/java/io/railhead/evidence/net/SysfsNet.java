package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// `/sys/class/net/IF`: which device stands behind an interface, at which NUMA node, and how often
/// its link went. One row an interface, `eth1 speed=100000 carrier_changes=3 numa_node=0
/// device=/sys/devices/…/0000:5e:00.0 driver=/sys/bus/pci/drivers/mlx5_core`, printed by the shell
/// alone: no process is started.
@AutoService(Parser.class)
public final class SysfsNet implements Parser {
    private static final String COMMAND =
            "cd /sys/class/net && for i in *; do r=$i; "
                    + "for f in speed carrier_changes device/numa_node; do "
                    + "v=; { read -r v <$i/$f; } 2>/dev/null; r=\"$r ${f##*/}=$v\"; done; "
                    + "for f in device device/driver; do p=; "
                    + "[ -e $i/$f ] && p=$(cd -P $i/$f && echo $PWD); r=\"$r ${f##*/}=$p\"; done; "
                    + "echo \"$r\"; done";

    private static final String SHOWN = "cat /sys/class/net/*/carrier_changes ...";

    @Override
    public String name() {
        return "sysfs-net";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NetDevice.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("/sys/class/net") && command.contains("carrier_changes");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .anyMatch(l -> l.contains(" carrier_changes=") && l.contains(" numa_node="));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            List<String> words = line.words();
            Map<String, String> values = new HashMap<>();
            for (String word : words.subList(1, words.size())) {
                int eq = word.indexOf('=');
                if (eq > 0) values.put(word.substring(0, eq), word.substring(eq + 1));
            }
            if (!values.containsKey("carrier_changes")) continue;
            String driver = last(values.getOrDefault("driver", ""));
            facts.add(
                    new NetDevice(
                            words.getFirst(),
                            pci(values.getOrDefault("device", "")),
                            Optional.of(driver).filter(d -> !d.isEmpty()),
                            positive(values.getOrDefault("numa_node", "-1")),
                            // A link that is down reads -1, or fails to read.
                            positive(values.getOrDefault("speed", "-1")),
                            counter(values.getOrDefault("carrier_changes", "")),
                            line.read().source()));
        }
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no interface under /sys/class/net"));
        }
        return lines.reading(facts);
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// The innermost PCI function of a path: a virtio device hangs below its own.
    private static Optional<String> pci(String path) {
        return Stream.of(path.split("/")).filter(SysfsNet::isPci).reduce((a, b) -> b);
    }

    private static boolean isPci(String address) {
        return address.length() >= 12 && address.charAt(4) == ':' && address.indexOf('.') > 0;
    }

    private static OptionalInt positive(String text) {
        OptionalInt n = Numbers.toInt(text);
        return n.isPresent() && n.getAsInt() >= 0 ? n : OptionalInt.empty();
    }

    private static OptionalLong counter(String text) {
        return Numbers.toCounter(text);
    }
}
