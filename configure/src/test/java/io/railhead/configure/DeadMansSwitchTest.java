package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("root")
class DeadMansSwitchTest {
    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private final Cluster cluster =
            World.cluster(
                    """
                    rail rail0 eth0 10.99.0.1/24 9000
                    file /srv/a.conf 0644 root root a\\n
                    netplan off
                    """);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        bench.within = 3;
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    @Test
    void aChangeOfTheLinkThatTheConnectionComesInByMayDisconnect() {
        assertThat(bench.plan(cluster).plan().changes())
                .extracting(c -> c.change().risk())
                .containsExactly(Risk.LOW, Risk.MAY_DISCONNECT);
    }

    @Test
    void aChangeThatCutsTheConnectionTakesItselfBackAndSaysWhy() {
        List<String> before = machine.snapshot();
        Prepared prepared = bench.plan(cluster);
        // From the moment the change is made nobody gets through, until it is taken back.
        machine.cutWhile("ip -o link show eth0 | grep -q 'mtu 9000'");
        RunResult result = bench.apply(prepared);
        HostOutcome outcome = result.hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .startsWith(
                        "no fresh connection worked within 3 s of changing link-mtu:eth0 (1500 to"
                                + " 9000) (the last try: no route to host); the host took the run"
                                + " back by itself")
                .endsWith("everything is as it was before");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/state"))
                .startsWith("reverted not confirmed");
    }

    private void waitFor(String condition) {
        machine.sh("until " + condition + "; do sleep 0.05; done");
    }

    private String begin(Prepared prepared, Map<String, String> about) {
        String run = bench.nextRun();
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@admin (process 1) since then",
                        about,
                        OptionalInt.of(bench.within),
                        prepared.works("gpu01")));
        assertThat(machine.sh("cat /var/lib/railhead/runs/" + run + "/state"))
                .isEqualTo("applied\n");
        return run;
    }

    @Test
    void aControllerThatDiesBeforeConfirmingLeavesTheMachineAsItWas() {
        List<String> before = machine.snapshot();
        String run = begin(bench.plan(cluster), Map.of("controller", "elsewhere"));
        waitFor("grep -q '^reverted ' /var/lib/railhead/runs/" + run + "/state");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("readlink /var/lib/railhead/runs/" + run + "/decision"))
                .isEqualTo("reverted\n");
    }

    @Test
    void aRunThatWaitsToBeConfirmedByAnotherIsNotDisturbed() {
        bench.within = 60;
        String run = begin(bench.plan(cluster), Map.of("controller", "elsewhere"));
        Prepared again = bench.plan(cluster);
        assertThat(again.plan().interrupted()).containsEntry("gpu01", run);
        assertThat(bench.engine().settle(again).get("gpu01")).contains("waits to be confirmed");
        assertThat(machine.sh("cat /var/lib/railhead/runs/" + run + "/state"))
                .isEqualTo("applied\n");
    }

    @Test
    void whatSomebodyElseConfirmedAndNobodyHereCanAskIsSaidToBeUnknown() {
        Prepared prepared = bench.plan(cluster);
        // Cut off for good, and kept over a login that is not ours.
        machine.cutWhile(
                "ip -o link show eth0 | grep -q 'mtu 9000' || exit 1; for r in"
                        + " /var/lib/railhead/runs/*; do ln -sfn confirmed"
                        + " $r/decision; done");
        HostOutcome outcome = bench.apply(prepared).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.UNKNOWN);
        assertThat(outcome.why())
                .startsWith("not reached again within 3 s (no route to host)")
                .contains("cannot be told from here", "railhead rollback --list");
        assertThat(machine.sh("cat /sys/class/net/eth0/mtu")).isEqualTo("9000\n");
    }

    @Test
    void whatWasConfirmedLongAgoIsSaidToBe() {
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        Machines machines = new Machines(machine, 8, java.time.Duration.ofSeconds(30));
        RunResult again =
                new Confirmation(machines, e -> {})
                        .run(cluster, bench.rollback().journals(cluster), run.run());
        assertThat(again.hosts().getFirst().state()).isEqualTo(HostOutcome.State.NOTHING_TO_DO);
        assertThat(again.hosts().getFirst().why()).contains("already confirmed");
    }

    @Test
    void aRunThatWasConfirmedAndThenCutShortStands() {
        bench.within = 60;
        String run = begin(bench.plan(cluster), Map.of("controller", "elsewhere"));
        machine.sh("ln -s confirmed /var/lib/railhead/runs/" + run + "/decision");
        List<String> made = machine.snapshot();
        assertThat(bench.engine().settle(bench.plan(cluster))).isEmpty();
        assertThat(machine.sh("cat /var/lib/railhead/runs/" + run + "/state")).isEqualTo("done\n");
        assertThat(machine.snapshot()).isEqualTo(made);
    }

    @Test
    void aRunWhoseControllerIsKnownToBeDeadIsTakenBackAtOnce() {
        bench.within = 60;
        List<String> before = machine.snapshot();
        String run =
                begin(
                        bench.plan(cluster),
                        Map.of("controller", "admin", "pid", "999999999", "born", "1"));
        assertThat(bench.engine().settle(bench.plan(cluster))).isEmpty();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/" + run + "/state"))
                .startsWith("reverted cut short");
        assertThat(bench.apply(cluster).isGood()).isTrue();
    }

    @Test
    void aWorkerKilledUnderTheSwitchIsTakenBackByIt() {
        bench.within = 60;
        Cluster slow =
                World.cluster(
                        """
                        rail rail0 eth1 10.78.0.1/24 9000
                        file /srv/a.conf 0644 root root a\\n
                        netplan off
                        """);
        List<String> before = machine.snapshot();
        Prepared prepared = bench.plan(slow);
        machine.sh(
                """
                mkdir /tmp/shim
                cat >/tmp/shim/ip <<'EOS'
                #!/bin/sh
                /usr/sbin/ip "$@" || exit
                case "$*" in *"mtu 9000") ;; *) exit 0 ;; esac
                for p in $(grep -la RH_WORKER= /proc/[0-9]*/environ); do
                    p=${p#/proc/}
                    [ ${p%/environ} = $$ ] || kill -9 ${p%/environ}
                done
                kill -9 $$
                EOS
                chmod 755 /tmp/shim/ip
                """);
        machine.shims("/tmp/shim:");
        RunResult result = bench.apply(prepared);
        machine.shims("");
        HostOutcome outcome = result.hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why()).startsWith("cut short");
        assertThat(machine.snapshot()).isEqualTo(before);
    }
}
