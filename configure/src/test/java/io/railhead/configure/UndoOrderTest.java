package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A later step may rest on an earlier one: what is taken back goes last one first, whoever takes
/// it back.
@Tag("root")
class UndoOrderTest {
    private static final Cluster CLUSTER = World.cluster("netplan off\n");

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    /// Steps that write down in which order they are made and taken back.
    private void steps(String... names) {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        for (String name : names) {
            resources.add(
                    new Scripted(
                            name,
                            Risk.LOW,
                            "/srv/mark-" + name,
                            name.equals("fails")
                                    ? "false"
                                    : "mkdir -p /srv && echo " + name + " >>/srv/made",
                            "echo " + name + " >>/srv/undone",
                            ""));
        }
        bench.resources = new Resources(resources);
    }

    private List<String> lines(String file) {
        return machine.sh("cat " + file).lines().toList();
    }

    @Test
    void aRollbackUndoesTheLastStepFirst() {
        steps("a", "b", "c");
        RunResult run = bench.apply(CLUSTER);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(lines("/srv/made")).hasSize(3);
        assertThat(bench.rollBack(CLUSTER, run.run(), false).isGood()).isTrue();
        assertThat(lines("/srv/undone")).isEqualTo(lines("/srv/made").reversed());
    }

    @Test
    void aRollbackThatCameToItsEndAndWasCutBeforeItSaidSoIsNotMadeAgain() {
        steps("a");
        RunResult run = bench.apply(CLUSTER);
        String state = "/var/lib/railhead/runs/" + run.run() + "/state";
        machine.sh("cp " + state + " /tmp/state");
        assertThat(bench.rollBack(CLUSTER, run.run(), false).isGood()).isTrue();
        machine.sh("cat /tmp/state >" + state);
        RunReport report = bench.rollback().journals(CLUSTER).of(run.run()).get("gpu01");
        assertThat(report.state()).isEqualTo(RunReport.State.ROLLED_BACK);
        assertThat(bench.rollBack(CLUSTER, run.run(), false).isGood()).isTrue();
        assertThat(lines("/srv/undone")).containsExactly("a");
    }

    @Test
    void whatAnUndoSaysItCouldNotDoIsNotTakenForDone() {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted("half", Risk.LOW, "/srv/half", "true", ": >\"$S/not-undone\"", ""));
        resources.add(new Scripted("zz-fails", Risk.LOW, "/srv/no", "false", "true", ""));
        bench.resources = new Resources(resources);
        HostOutcome outcome = bench.apply(CLUSTER).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.BROKEN);
    }

    @Test
    void soDoesARunThatTakesItselfBack() {
        steps("a", "b", "fails");
        HostOutcome outcome = bench.apply(CLUSTER).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(lines("/srv/made")).hasSize(2);
        List<String> undone = new ArrayList<>(lines("/srv/undone"));
        undone.remove("fails");
        assertThat(undone).isEqualTo(lines("/srv/made").reversed());
    }
}
