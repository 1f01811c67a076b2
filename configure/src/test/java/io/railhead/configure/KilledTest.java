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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Everything that runs on the machine is killed with SIGKILL at one point after another of an
/// apply: after a command that changes something, or before one that puts the journal on the disk.
@Tag("root")
class KilledTest {
    private static final String WANTED =
            """
            rail rail0 eth1 10.78.0.1/24 9000 via 10.78.0.254 to 10.100.0.0/16
            rail-arp
            links-down eth2
            shm 4194304
            sysctl net.ipv4.ip_default_ttl 65
            file /srv/app/a.conf 0640 root root hello\\n
            file /srv/b.conf 0600 root root there\\n
            block /srv/c.conf rails # ours\\n
            netplan off
            """;

    /// Commands in `/tmp/shim` that count their calls and kill at one of them.
    static final String SHIMS =
            """
            mkdir /tmp/shim
            cat >/tmp/shim/any <<'EOS'
            #!/bin/sh
            # Counts calls; at the one in /tmp/kill, kills all that came in by the session.
            me=${0##*/}
            n=$(($(cat /tmp/count) + 1))
            echo $n >/tmp/count
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
            if [ $n != "$(cat /tmp/kill)" ]; then exec $me "$@"; fi
            [ $me = sync ] || $me "$@"
            ns=$(readlink /proc/$$/ns/net)
            # All are stopped first, so that none is born while others are looked for.
            all=
            new=yes
            while [ -n "$new" ]; do
                new=
                for p in $(grep -la SSH_CONNECTION=10.99.0.2 /proc/[0-9]*/environ); do
                    p=${p#/proc/}
                    p=${p%/environ}
                    case " $all $$ " in *" $p "*) continue ;; esac
                    [ "$(readlink /proc/$p/ns/net)" = "$ns" ] || continue
                    kill -STOP $p && all="$all $p" && new=yes
                done
            done
            echo $all >/tmp/killed
            kill -9 $all $$
            EOS
            chmod 755 /tmp/shim/any
            for c in sync mv ip sysctl ln mount; do ln -s any /tmp/shim/$c; done
            echo 0 >/tmp/count
            echo 0 >/tmp/kill
            """;

    /// Waits until what was killed is dead: on a busy computer a process that was stopped and then
    /// killed may live on for a while, and holds the lock. What is dead and not yet reaped has no
    /// environment.
    static final String BURIED =
            """
            for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                alive=
                for p in $(cat /tmp/killed 2>/dev/null); do
                    ! grep -q . /proc/$p/environ 2>/dev/null || alive="$alive $p"
                done
                [ -n "$alive" ] || break
                sleep 0.25
            done
            rm -f /tmp/killed
            """;

    /// Points tried; all of them are more than the time of every build allows.
    private static final int POINTS = Integer.getInteger("railhead.kill.points", 24);

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private List<String> before = List.of();
    private final Cluster cluster = World.cluster(WANTED);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        machine.sh(SHIMS);
        machine.sh("printf 'was here\\n' >/srv/b.conf");
        machine.sh("printf 'of somebody else' >/srv/c.conf");
        before = machine.snapshot();
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    /// What the machine has of its runs, for whoever has to find out.
    private String journals() {
        return machine.sh(
                """
                cd /var/lib/railhead/runs || exit 0
                ls -l --time-style=full-iso */ */back-*/ 2>/dev/null
                tail -n 50 */state */owner */log */back-*/state */back-*/owner */back-*/log \\
                    */back-*/steps/*/state */back-*/steps/*/log 2>/dev/null
                ps -e -o pid,ppid,stat,lstart,args | tail -n 40
                true
                """);
    }

    private void clean() {
        machine.sh("rm -rf /var/lib/railhead/*");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void killedAnywhereTheNextApplyOrRollbackEndsRight() {
        Prepared prepared = bench.plan(cluster);
        int calls = KillPoint.with(machine, 0, () -> bench.apply(prepared));
        assertThat(bench.plan(cluster).plan().changes()).isEmpty();
        assertThat(bench.rollBackLast(cluster).isGood()).isTrue();
        clean();
        assertThat(calls).isGreaterThan(40);

        List<String> table = new ArrayList<>();
        for (int point = 0; point < POINTS; point++) {
            int kill = 1 + (int) ((long) point * calls / POINTS);
            String run = bench.nextRun();
            KillPoint.with(machine, kill, () -> KillPoint.begin(machine, prepared, run));
            String stood =
                    machine.sh("cat /var/lib/railhead/runs/*/state 2>/dev/null || echo none");
            boolean again = point % 2 == 0;
            if (again) {
                RunResult second = bench.apply(cluster);
                assertThat(second.isGood()).as("killed at call %d: %s", kill, second).isTrue();
                assertThat(bench.plan(cluster).plan().changes()).isEmpty();
            }
            Rollback.Journals journals = bench.rollback().journals(cluster);
            if (!journals.ids().isEmpty()) {
                RunResult back = bench.rollBackLast(cluster);
                assertThat(back.isGood())
                        .as(
                                "killed at call %d: %s\n%s",
                                kill, back, back.isGood() ? "" : journals())
                        .isTrue();
            }
            table.add(
                    "killed at call %3d of %d, journal said %-10s: %s, and everything was as before"
                            .formatted(
                                    kill,
                                    calls,
                                    stood.strip(),
                                    again ? "apply again, then rollback" : "rollback"));
            clean();
        }
        assertThat(table).hasSize(POINTS);
        table.forEach(System.out::println);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aRollbackThatIsKilledIsFinishedByTheNext() {
        Prepared prepared = bench.plan(cluster);
        RunResult done = bench.apply(prepared);
        assertThat(done.isGood()).isTrue();
        int calls = KillPoint.with(machine, 0, () -> bench.rollBack(cluster, done.run(), false));
        clean();
        for (int kill = 2; kill <= calls; kill += Math.max(1, calls / 6)) {
            RunResult result = bench.apply(bench.plan(cluster));
            assertThat(result.isGood()).isTrue();
            KillPoint.with(machine, kill, () -> bench.rollBack(cluster, result.run(), false));
            RunResult second = bench.rollBack(cluster, result.run(), false);
            assertThat(second.isGood()).as("killed at call %d: %s", kill, second).isTrue();
            clean();
        }
    }

    /// The controller dies with its connection: nobody asks how it went.
}
