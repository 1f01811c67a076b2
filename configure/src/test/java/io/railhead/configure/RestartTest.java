package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine that restarts while a guarded run waits to be confirmed. systemd is played here: the
/// unit's command is run as it would run it, once everything that ran before is dead.
@Tag("root")
class RestartTest {
    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private final Cluster cluster =
            World.cluster(
                    """
                    rail rail0 eth1 10.78.0.1/24 9000
                    file /srv/a.conf 0644 root root a\\n
                    """);

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

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private void systemd() {
        machine.sh("mkdir -p /run/systemd/system");
    }

    private List<String> units() {
        return machine.sh("find /etc/systemd/system -name 'railhead-*' | sort").lines().toList();
    }

    private String unconfirmed() {
        String run = bench.nextRun();
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@admin (process 1) since then",
                        Map.of("controller", "elsewhere"),
                        OptionalInt.of(60),
                        bench.plan(cluster).works("gpu01")));
        assertThat(state(run)).isEqualTo("applied\n");
        return run;
    }

    private String state(String run) {
        return machine.sh("cat /var/lib/railhead/runs/" + run + "/state");
    }

    /// All that Railhead runs there dies, and what only the kernel knows is lost.
    private void restart() {
        machine.sh(
                """
                ns=$(readlink /proc/self/ns/net)
                for p in $(grep -laE 'RH_WORKER=|watchdog.sh' /proc/[0-9]*/environ \
                    /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3 | sort -u); do
                    [ "$(readlink /proc/$p/ns/net)" = "$ns" ] && [ $p != $$ ] && kill -9 $p
                done
                ip addr flush dev eth1
                ip link set eth1 mtu 1500
                """);
    }

    private void boot() {
        machine.sh(
                """
                for u in /etc/systemd/system/multi-user.target.wants/railhead-*; do
                    [ -e $u ] || continue
                    sh -c "$(sed -n 's/^ExecStart=//p' $u)"
                done
                """);
    }

    @Test
    void theUnitTakesTheRunBackAndIsGone() {
        systemd();
        List<String> before = new ArrayList<>(machine.snapshot());
        String run = unconfirmed();
        assertThat(units())
                .containsExactly(
                        "/etc/systemd/system/multi-user.target.wants/railhead-switch-"
                                + run
                                + ".service",
                        "/etc/systemd/system/railhead-switch-" + run + ".service");
        restart();
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("a\n");
        boot();
        assertThat(state(run))
                .startsWith(
                        "reverted the machine restarted before it was confirmed after changing"
                                + " link-mtu:eth1");
        assertThat(units()).isEmpty();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(bench.apply(cluster).isGood()).isTrue();
        assertThat(units()).isEmpty();
    }

    @Test
    void whatWasConfirmedJustBeforeTheRestartStands() {
        systemd();
        String run = unconfirmed();
        // Decided, and cut before it was said.
        machine.sh("ln -s confirmed /var/lib/railhead/runs/" + run + "/decision");
        restart();
        boot();
        assertThat(state(run)).startsWith("done");
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("a\n");
        assertThat(units()).isEmpty();
    }

    @Test
    void whatIsDecidedToBeTakenBackIsNotConfirmedAnyMore() throws Exception {
        String run = unconfirmed();
        machine.sh("ln -s reverted /var/lib/railhead/runs/" + run + "/decision");
        try (Session session = machine.open(Target.of(cluster.hosts().getFirst()), LIMIT)) {
            session.runAsRoot("confirm", Scripts.confirm(run), LIMIT);
        }
        assertThat(state(run)).doesNotStartWith("done");
    }

    @Test
    void theUnitIsThereOnlyWhileTheSwitchIsArmed() {
        systemd();
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(units()).isEmpty();
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
        assertThat(units()).isEmpty();
        // Nor when nothing may cut the connection.
        Cluster harmless = World.cluster("file /srv/b.conf 0644 root root b\\n\nnetplan off\n");
        assertThat(bench.apply(harmless).isGood()).isTrue();
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/armed 2>/dev/null | wc -l").strip())
                .isEqualTo("1");
    }

    @Test
    void aRunThatTheNextApplyTakesBackLeavesNoUnit() {
        systemd();
        String run = unconfirmed();
        restart();
        assertThat(bench.engine().settle(bench.plan(cluster))).isEmpty();
        assertThat(state(run)).startsWith("reverted cut short");
        assertThat(units()).isEmpty();
    }

    @Test
    void aRollbackThatWaitedIsUndone() {
        systemd();
        RunResult run = bench.apply(cluster);
        List<String> made = machine.snapshot();
        machine.begin(
                Scripts.rollBack(
                        run.run(),
                        "back-1",
                        "railhead rollback by ann@admin (process 1) since then",
                        Map.of("controller", "elsewhere"),
                        60,
                        List.of(),
                        false,
                        false));
        assertThat(state(run.run() + "/back-1")).isEqualTo("applied\n");
        assertThat(units()).hasSize(2);
        restart();
        boot();
        assertThat(state(run.run()))
                .startsWith("done a rollback took itself back: the machine restarted before");
        assertThat(machine.snapshot()).isEqualTo(made);
        assertThat(units()).isEmpty();
    }

    @Test
    void withoutSystemdItIsSaid() {
        assertThat(bench.apply(cluster).isGood()).isTrue();
        assertThat(bench.events)
                .filteredOn(e -> e instanceof ApplyEvent.Confirming)
                .containsExactly(new ApplyEvent.Confirming("gpu01", 30, false));
        systemd();
        bench.events.clear();
        assertThat(bench.rollBackLast(cluster).isGood()).isTrue();
        assertThat(bench.events)
                .filteredOn(e -> e instanceof ApplyEvent.Confirming)
                .containsExactly(new ApplyEvent.Confirming("gpu01", 30, true));
    }
}
