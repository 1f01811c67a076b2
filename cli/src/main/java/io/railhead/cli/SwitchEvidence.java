package io.railhead.cli;

import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Collected;
import io.railhead.reach.Transport;
import io.railhead.switches.live.SwitchCollector;
import io.railhead.switches.live.SwitchDrift;
import io.railhead.switches.live.SwitchPlanner;
import java.util.List;
import java.util.Optional;

/// The switches of an intent as evidence: what they print, and what of it is not as wanted.
final class SwitchEvidence {
    private SwitchEvidence() {}

    /// The switches that are asked: those that `--hosts` named, all that have the class without it.
    ///
    /// @throws UserError when it names one that has nothing to be asked for
    static List<Switch> asked(ClusterOptions clusters, Cluster cluster) {
        return clusters.switches(cluster, "there is nothing that this switch is asked for");
    }

    /// What all of them answer that the intent has a class for, whichever hosts were named.
    static List<Collected> collect(
            Console console, Cluster cluster, Transport transport, ReachOptions reach) {
        return collect(
                console,
                cluster,
                cluster.switches().stream()
                        .filter(s -> SwitchPlanner.isConfigured(cluster, s))
                        .toList(),
                transport,
                reach);
    }

    /// What switches answer, with progress on the console.
    static List<Collected> collect(
            Console console,
            Cluster cluster,
            List<Switch> asked,
            Transport transport,
            ReachOptions reach) {
        if (asked.isEmpty()) {
            return List.of();
        }
        try (Progress progress = new Progress(console, "collecting switches", asked.size())) {
            return new SwitchCollector(transport, reach.timeout(), cluster.only(cluster.roster()))
                    .collect(asked, progress::step);
        }
    }

    /// Adds how running configurations differ from what the intent derives.
    static void drift(Cluster cluster, List<Collected> collected, Facts.Builder into) {
        Cluster whole = cluster.only(cluster.roster());
        for (Switch device : cluster.switches()) {
            Optional<String> command = SwitchDrift.command(device);
            collected.stream()
                    .filter(c -> c.machine().equals(device.name()))
                    .flatMap(c -> c.transcripts().stream())
                    .filter((Transcript t) -> command.equals(Optional.of(t.command())))
                    .filter(t -> t.exitCode() == 0)
                    .findFirst()
                    .ifPresent(
                            t ->
                                    SwitchDrift.of(whole, device, t)
                                            .forEach(d -> into.add(device.name(), d)));
        }
    }
}
