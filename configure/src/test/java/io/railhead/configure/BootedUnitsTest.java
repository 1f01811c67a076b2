package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Units that systemd does not take or that do not run: told why, and nothing is left of them.
@Tag("root")
class BootedUnitsTest {
    private static Machine machine;

    @TempDir Path journal;

    @BeforeAll
    static void start() {
        machine = Machine.boot();
    }

    @AfterAll
    static void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private String whyReverted(String wanted) {
        Bench bench = new Bench(machine, journal);
        Cluster cluster = World.cluster(wanted);
        List<String> before = machine.snapshot();
        HostOutcome outcome = bench.apply(cluster).hosts().getFirst();
        assertThat(outcome.state()).as(outcome.why()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(machine.snapshot()).isEqualTo(before);
        return outcome.why();
    }

    @Test
    void aProgramThatCannotBeExecutedIsNamedAs203Exec() {
        assertThat(
                        whyReverted(
                                """
                                file /srv/t-run.sh 0755 root root #!/no/such/shell\\n
                                unit t-203.service enabled running [Service]\\nExecStart=/srv/t-run.sh\\n[Install]\\nWantedBy=multi-user.target\\n
                                """))
                .contains("unit:t-203.service")
                .contains("status 203/EXEC: /srv/t-run.sh is missing, not executable")
                .contains("everything is as it was before");
    }

    @Test
    void aServiceThatEndsAtOnceDoesNotRunAndItsOwnWordsAreQuoted() {
        assertThat(
                        whyReverted(
                                """
                                unit t-ends.service left running [Service]\\nExecStart=/bin/sh -c 'echo no device; exit 7'\\n
                                """))
                .contains("t-ends.service does not run: result exit-code, status 7")
                .contains("no device");
    }

    @Test
    void aKeyThatSystemdDoesNotKnowIsAMistakeOfTheIntent() {
        assertThat(
                        whyReverted(
                                """
                                unit t-key.service left left [Service]\\nExecStart=/bin/true\\nRestartNever=yes\\n
                                """))
                .contains("systemd does not take it")
                .contains("RestartNever");
    }

    @Test
    void aStopOfSshItselfIsMadeUnderTheDeadMansSwitch() {
        Bench bench = new Bench(machine, journal);
        Cluster cluster = World.cluster("unit ssh.service left stopped\n");
        List<String> before = machine.snapshot();
        Prepared prepared = bench.plan(cluster);
        assertThat(prepared.plan().changes()).singleElement().matches(PlannedChange::guarded);
        bench.within = 3;
        machine.cutWhile("! systemctl -q is-active ssh.service");
        HostOutcome outcome = bench.apply(prepared).hosts().getFirst();
        machine.cutWhile("");
        assertThat(outcome.state()).as(outcome.why()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why()).contains("no fresh connection worked within 3 s");
        assertThat(machine.sh("systemctl is-active ssh.service")).isEqualTo("active\n");
        // Its process is another one now; everything else is as it was.
        assertThat(machine.snapshot().stream().filter(l -> !l.contains("pid")).toList())
                .isEqualTo(before.stream().filter(l -> !l.contains("pid")).toList());
    }
}
