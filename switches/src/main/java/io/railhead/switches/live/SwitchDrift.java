package io.railhead.switches.live;

import io.railhead.fabric.LosslessDesign;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.SwitchDifference;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Switch;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What of a switch's running configuration is not as derived from the intent, whoever wrote it.
public final class SwitchDrift {
    private SwitchDrift() {}

    /// @param cluster whole, with all its hosts: they are what sizes are derived from
    /// @param shown the running configuration as it was printed, or an excerpt of it
    /// @return nothing also where the class does not fit the switch, which `plan` says
    public static List<SwitchDifference> of(Cluster cluster, Switch device, Transcript shown) {
        Optional<Lossless> wanted = cluster.lossless();
        Optional<Dialect> dialect = Dialect.of(device.system());
        if (wanted.isEmpty() || dialect.isEmpty()) {
            return List.of();
        }
        LosslessDesign design = LosslessDesign.of(cluster, wanted.get(), device);
        if (!design.conflicts().isEmpty() || design.ports().isEmpty()) {
            return List.of();
        }
        Map<String, String> running = dialect.get().running(shown.stdout());
        if (running.isEmpty()) {
            return List.of();
        }
        List<String> lines = shown.stdout().lines().toList();
        List<SwitchDifference> all = new ArrayList<>();
        for (Difference d : Difference.between(dialect.get().lossless(design, running), running)) {
            List<String> section = d.wanted().section();
            String heading = section.isEmpty() ? "" : section.getFirst();
            all.add(
                    new SwitchDifference(
                            heading,
                            d.wanted().slot(),
                            d.is().map(l -> dialect.get().shown(d.wanted(), l)),
                            d.wanted().line().map(l -> dialect.get().shown(d.wanted(), l)),
                            d.wanted().why(),
                            source(shown, lines, heading, d.is())));
        }
        return all;
    }

    /// The line that stands there, below its heading; else the heading; else the whole.
    private static Source source(
            Transcript shown, List<String> lines, String heading, Optional<String> is) {
        String document = shown.machine() + ": " + shown.command();
        int at = heading.isEmpty() ? 0 : Math.max(0, lines.indexOf(heading));
        if (is.isPresent()) {
            for (int i = at; i < lines.size(); i++) {
                if (lines.get(i).strip().equals(is.get().strip())) {
                    return Source.line(document, i + 1);
                }
            }
        }
        return Source.line(document, Math.min(at + 1, Math.max(1, lines.size())));
    }

    /// The command whose output it is made from.
    public static Optional<String> command(Switch device) {
        return Dialect.of(device.system()).map(Dialect::showRunning);
    }
}
