package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a `rollback --to` gets past, and what is said before it begins.
class RollbackToTest {
    @TempDir Path journal;

    @Test
    @Tag("root")
    void aRunThatRepairedDriftDoesNotStopIt() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            Cluster cluster =
                    World.cluster(
                            "netplan off\nsysctl net.ipv4.ip_default_ttl 61\n"
                                    + "file /srv/a.conf 0640 root root hello\\n\n");
            String look = "cat /srv/a.conf /proc/sys/net/ipv4/ip_default_ttl 2>/dev/null || :";
            String before = machine.sh(look);
            RunResult first = bench.apply(cluster);
            machine.sh("echo edited >>/srv/a.conf; echo 99 >/proc/sys/net/ipv4/ip_default_ttl");
            RunResult second = bench.apply(cluster);
            assertThat(second.isGood()).as("%s", second).isTrue();
            Rollback rollback = bench.rollback();
            assertThat(rollback.journals(cluster).impassable(List.of(second.run()), false))
                    .isEmpty();
            assertThat(bench.rollBack(cluster, second.run(), false).isGood()).isTrue();
            assertThat(machine.sh(look)).isEqualTo("hello\nedited\n99\n");
            // By itself it is told: those are other hands' edits.
            assertThat(bench.rollBack(cluster, first.run(), false).hosts().getFirst().why())
                    .contains("changed since the run");
            RunResult back =
                    rollback.run(
                            cluster,
                            rollback.journals(cluster),
                            first.run(),
                            false,
                            true,
                            List.of(second.run()));
            assertThat(back.isGood()).as("%s", back).isTrue();
            assertThat(machine.sh(look)).isEqualTo(before);
        }
    }

    @Test
    @Tag("root")
    void whatWasChangedInBetweenDoesStopIt() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            Cluster cluster =
                    World.cluster("netplan off\nfile /srv/a.conf 0640 root root hello\\n\n");
            RunResult first = bench.apply(cluster);
            machine.sh("echo edited >>/srv/a.conf");
            RunResult second = bench.apply(cluster);
            assertThat(bench.rollBack(cluster, second.run(), false).isGood()).isTrue();
            machine.sh("echo more >>/srv/a.conf");
            Rollback rollback = bench.rollback();
            RunResult back =
                    rollback.run(
                            cluster,
                            rollback.journals(cluster),
                            first.run(),
                            false,
                            true,
                            List.of(second.run()));
            assertThat(back.hosts().getFirst().why()).contains("changed since the run");
        }
    }

    private static RunReport run(RunReport.State state, Map<String, String> about) {
        return new RunReport(
                "20261128T101500.250Z-0a1b",
                state,
                "",
                false,
                Optional.empty(),
                about,
                List.of(new RunReport.Step("file:/srv/a", "stuck")));
    }

    private static List<String> impassable(RunReport run, boolean withoutSwitch) {
        SequencedMap<String, List<RunReport>> runs = new LinkedHashMap<>();
        runs.put("h1", List.of(run));
        return new Rollback.Journals(runs, new LinkedHashMap<>())
                .impassable(List.of(run.id()), withoutSwitch);
    }

    @Test
    void aBrokenRunThatASwitchGuardedIsNamedBeforeAnythingIsDone() {
        RunReport broken = run(RunReport.State.BROKEN, Map.of("within", "30"));
        assertThat(impassable(broken, false))
                .singleElement()
                .asString()
                .startsWith("h1: run 20261128T101500.250Z-0a1b is broken")
                .contains("--without-switch --hosts h1");
        assertThat(impassable(broken, true)).isEmpty();
        assertThat(impassable(run(RunReport.State.BROKEN, Map.of()), false)).isEmpty();
        assertThat(impassable(run(RunReport.State.DONE, Map.of("within", "30")), false)).isEmpty();
    }
}
