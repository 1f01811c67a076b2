package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The journal on the machine and the one here, when one of them is lost, and how long they last.
@Tag("root")
class JournalsTest {
    @TempDir Path folder = Path.of("/nowhere");
    private Machine machine;
    private Bench bench;
    private final Cluster cluster = file("a");

    private static Cluster file(String content) {
        return World.cluster("file /srv/a.conf 0644 root root " + content + "\\n\nnetplan off\n");
    }

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, folder.resolve("here"));
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private LocalJournal here() {
        return new LocalJournal(folder.resolve("here"));
    }

    @Test
    void aRunIsRolledBackFromWhereNothingIsKnownOfIt() {
        List<String> before = machine.snapshot();
        RunResult run = bench.apply(cluster);
        Bench elsewhere = new Bench(machine, folder.resolve("elsewhere"));
        elsewhere.controller = Controller.ofThisProcess("desk", "bob", "test");
        assertThat(elsewhere.apply(cluster).hosts().getFirst().state())
                .isEqualTo(HostOutcome.State.NOTHING_TO_DO);
        assertThat(elsewhere.rollBack(cluster, run.run(), false).isGood()).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aRunThatIsKnownHereAloneIsToldApartFromOneThatNeverBegan() {
        LocalJournal.Entry entry =
                new LocalJournal.Entry(bench.nextRun(), "lab", "cluster.yaml", "ann");
        assertThat(here().note(entry, List.of("gpu01"), "started")).isEmpty();
        Rollback.Journals none = bench.rollback().journals(cluster);
        assertThat(here().lostOn("lab", entry.run(), none).orElseThrow())
                .contains("was begun from here (gpu01: begun, its end not known here)")
                .endsWith("it did not begin there, and nothing was changed");
        assertThat(here().lost(bench.plan(cluster))).isEmpty();
        // Nothing stands in the way of the next apply.
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).isTrue();
        assertThat(here().leftOpen("lab")).isEmpty();

        machine.sh("rm -rf /var/lib/railhead/*; rm /srv/a.conf");
        Rollback.Journals emptied = bench.rollback().journals(cluster);
        assertThat(here().lostOn("lab", run.run(), emptied).orElseThrow())
                .contains("a host was installed anew, or its /var/lib/railhead was removed");
        assertThat(here().lost(bench.plan(cluster))).containsEntry("gpu01", run.run());
        assertThat(bench.apply(cluster).isGood()).isTrue();
        assertThat(here().lost(bench.plan(cluster))).isEmpty();
        assertThat(here().lostOn("lab", "20200101T000000.000Z-0000", emptied)).isEmpty();
    }

    @Test
    void theNewestTwentyAndAllThatStandAreKept() {
        RunResult first = bench.apply(file("first"));
        List<String> stood = new ArrayList<>(List.of(first.run()));
        for (int i = 0; i < 24; i++) {
            RunResult run = bench.apply(file("number" + i));
            assertThat(run.isGood()).isTrue();
            if (i % 8 == 7) {
                stood.add(run.run());
            } else {
                assertThat(bench.rollBack(file("x"), run.run(), false).isGood()).isTrue();
            }
        }
        List<String> kept = machine.sh("ls -A /var/lib/railhead/runs").lines().sorted().toList();
        assertThat(kept).hasSize(21).containsAll(stood);
        // All the way back.
        for (String run : stood.reversed()) {
            assertThat(bench.rollBack(file("x"), run, false).isGood()).isTrue();
        }
        assertThat(machine.sh("ls /srv")).isEmpty();
    }

    /// Else the switch takes the run of a living worker for one that was cut short.
    @Test
    void whoOwnsARunIsNeverReadAsNobody() {
        String body =
                """
                cd /tmp
                rh_turn owner x
                (
                    i=0
                    while [ $i -lt 1500 ]; do rh_turn owner "$i" && i=$((i + 1)); done
                    : >ended
                ) &
                rh_count=0
                while [ ! -e ended ]; do
                    [ -n "$(rh_first owner)" ] || rh_count=$((rh_count + 1))
                done
                rh_say "empty $rh_count"
                """;
        assertThat(machine.sh(Sh.script(body))).startsWith("rh:empty 0\n");
    }
}
