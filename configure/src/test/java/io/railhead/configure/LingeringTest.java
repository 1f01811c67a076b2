package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a killed controller left at work on a machine is waited for by the next one, where the dead
/// are known: it need not be asked twice.
@Tag("root")
class LingeringTest {
    private static final String DEAD =
            "by ann@admin (process 999999999) since 2026-11-28T07:00:00Z";
    private static final Map<String, String> ABOUT =
            Map.of("controller", "admin", "pid", "999999999", "born", "1");

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private List<String> before = List.of();
    private final Cluster cluster =
            World.cluster(
                    """
                    file /srv/a.conf 0644 root root a\\n
                    rail rail0 eth1 10.78.0.1/24 9000
                    netplan off
                    """);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        before = machine.snapshot();
        // Every change of a link takes its time.
        machine.sh(
                """
                mkdir /tmp/shim
                printf '#!/bin/sh\\ncase "$*" in *\" set \"*|*\" add \"*|*\" del \"*) : >/tmp/slow; sleep 1 ;; esac\\nexec /usr/sbin/ip "$@"\\n' \
                    >/tmp/shim/ip
                chmod 755 /tmp/shim/ip
                """);
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    /// Begins a script whose controller is dead, and comes back while it is at work.
    private CompletableFuture<?> left(String script) {
        machine.sh("rm -f /tmp/slow");
        machine.shims("/tmp/shim:");
        CompletableFuture<?> running = CompletableFuture.runAsync(() -> machine.begin(script));
        machine.sh("until [ -e /tmp/slow ]; do sleep 0.02; done");
        machine.shims("");
        return running;
    }

    @Test
    void aRollbackThatGoesOnByItselfIsWaitedFor() {
        // What is undone goes by the library that the run was made with.
        machine.shims("/tmp/shim:");
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).isTrue();
        CompletableFuture<?> left =
                left(
                        Scripts.rollBack(
                                run.run(),
                                "back-1",
                                "railhead rollback " + DEAD,
                                ABOUT,
                                30,
                                List.of(),
                                false,
                                false));
        RunResult back = bench.rollBack(cluster, run.run(), false);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/state")).isEqualTo("rolled-back\n");
        left.join();
    }

    @Test
    void anApplyThatGoesOnByItselfIsWaitedFor() {
        String run = bench.nextRun();
        CompletableFuture<?> left =
                left(
                        Scripts.apply(
                                run,
                                "railhead apply " + DEAD,
                                ABOUT,
                                OptionalInt.of(30),
                                bench.plan(cluster).works("gpu01")));
        Prepared prepared = bench.plan(cluster);
        assertThat(bench.engine().settle(prepared)).isEmpty();
        RunResult again = bench.apply(cluster);
        assertThat(again.isGood()).as("%s", again).isTrue();
        assertThat(bench.plan(cluster).plan().changes()).isEmpty();
        left.join();
    }

    @Test
    void whoIsOfAnotherMachineOrAliveIsNotWaitedFor() {
        Controller admin = bench.controller;
        assertThat(admin.knowsDead("RUN railhead apply " + DEAD)).isTrue();
        assertThat(admin.knowsDead("railhead apply " + DEAD.replace("admin", "desk"))).isFalse();
        assertThat(admin.knowsDead("railhead apply " + DEAD.replaceAll("since.*", "since then")))
                .isFalse();
        assertThat(admin.knowsDead("undo.sh by hand")).isFalse();
        assertThat(admin.knowsDead(admin.line("apply", java.time.Instant.now()))).isFalse();
        // One of this process's number, long before it was born.
        assertThat(admin.knowsDead(admin.line("apply", java.time.Instant.EPOCH))).isTrue();
    }
}
