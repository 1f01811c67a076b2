package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many hosts, answered here in the words of a machine: what is tried, in which order, and where it
/// stops.
class WavesTest {
    @TempDir Path journal;
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    /// Hosts whose `state` file, wanted by all, is absent until applied; h5 fails, h9 is not there.
    private final Transport transport =
            new Transport() {
                private final List<String> done = Collections.synchronizedList(new ArrayList<>());

                @Override
                public Session open(Target target, Duration limit) throws Unreachable {
                    if (target.name().equals("h9")) {
                        throw new Unreachable("h9: connection refused");
                    }
                    return new Session() {
                        @Override
                        public Target target() {
                            return target;
                        }

                        @Override
                        public Transcript run(String label, String script, Duration within) {
                            return runAsRoot(label, script, within);
                        }

                        @Override
                        public Transcript runAsRoot(String label, String script, Duration within) {
                            asked.add(label.replaceFirst(" .*", "") + " " + target.name());
                            return new Transcript(
                                    target.name(),
                                    label,
                                    answer(label, target.name()),
                                    "",
                                    0,
                                    Instant.EPOCH,
                                    Duration.ZERO,
                                    false);
                        }

                        @Override
                        public void close() {}
                    };
                }

                private String answer(String label, String host) {
                    if (label.equals("observe")) {
                        return "rh:item 0\nrh:o type="
                                + (done.contains(host) ? "directory" : "absent")
                                + "\nrh:n room=ok\nrh:complete\n";
                    }
                    String run = label.replaceFirst("apply ", "");
                    if (host.equals("h5")) {
                        return "rh:run " + run + "\nrh:state reverted it broke\nrh:complete\n";
                    }
                    done.add(host);
                    return "a banner\nrh:run " + run + "\nrh:state done\nrh:complete\n";
                }

                @Override
                public void close() {}
            };

    private final List<String> hosts =
            List.of("h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9");
    private final Cluster cluster =
            World.cluster("netplan off\nfile /srv/state 0644 root root x\n", hosts);

    @Test
    void afterAWaveThatFailedNoOtherIsBegun() {
        Machines machines = new Machines(transport, 4, Duration.ofSeconds(5));
        Prepared prepared =
                new Planner(Resources.installed(), machines)
                        .plan(
                                cluster,
                                new Plan.Origin("test", Instant.EPOCH, "cluster.yaml", ""),
                                h -> {});
        assertThat(prepared.plan().unreachable()).containsOnlyKeys("h9");
        assertThat(prepared.plan().changes()).hasSize(8);
        asked.clear();
        List<ApplyEvent> events = Collections.synchronizedList(new ArrayList<>());
        RunResult result =
                new Apply(
                                machines,
                                Clock.systemUTC(),
                                Controller.ofThisProcess("admin", "ann", "test"),
                                new Apply.Settings(30, 3),
                                new LocalJournal(journal),
                                events::add)
                        .run(prepared, RunIds.next(Clock.systemUTC(), new Random(1)));
        assertThat(asked.getFirst()).isEqualTo("apply h1");
        assertThat(new TreeSet<>(asked))
                .containsExactly(
                        "apply h1",
                        "apply h2",
                        "apply h3",
                        "apply h4",
                        "apply h5",
                        "apply h6",
                        "apply h7");
        assertThat(result.hosts())
                .extracting(h -> h.device() + " " + h.state().word())
                .containsExactly(
                        "h1 done",
                        "h2 done",
                        "h3 done",
                        "h4 done",
                        "h5 reverted",
                        "h6 done",
                        "h7 done",
                        "h8 not-tried",
                        "h9 unreachable");
        assertThat(result.hosts().get(4).why())
                .isEqualTo("it broke; everything is as it was before");
        assertThat(result.isGood()).isFalse();
        assertThat(events.stream().filter(e -> e instanceof ApplyEvent.WaveStarted)).hasSize(3);
        assertThat(new LocalJournal(journal).known("lab").getFirst().hosts())
                .containsEntry("h5", "reverted")
                .containsEntry("h7", "done")
                .containsEntry("h8", "not-tried")
                .doesNotContainKey("h9");
    }
}
