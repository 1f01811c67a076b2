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

/// A worker that the kernel killed, as for want of memory: what its step has started goes on.
@Tag("root")
class DeadWorkerTest {
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

    @Test
    void whatItsStepStillDoesIsEndedBeforeTheRunIsTakenBack() {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted(
                        "goes-on",
                        Risk.LOW,
                        "/srv/made",
                        """
                        read -r worker _ <"$RUN/owner"
                        kill -9 "$worker"
                        mkdir -p /srv
                        while :; do : >/srv/late; sleep 0.1; done""",
                        "rm -f /srv/late",
                        ""));
        bench.resources = new Resources(resources);
        HostOutcome cut = bench.apply(CLUSTER).hosts().getFirst();
        assertThat(cut.state()).as("%s", cut).isNotEqualTo(HostOutcome.State.DONE);
        assertThat(machine.has("/srv/late")).isTrue();

        Prepared now = bench.plan(CLUSTER);
        assertThat(now.plan().interrupted()).containsOnlyKeys("gpu01");
        bench.engine().settle(now);

        machine.sh("rm -f /srv/late; sleep 1");
        assertThat(machine.has("/srv/late")).as("made by a step that nobody ended").isFalse();
        assertThat(bench.plan(CLUSTER).plan().interrupted()).isEmpty();
    }
}
