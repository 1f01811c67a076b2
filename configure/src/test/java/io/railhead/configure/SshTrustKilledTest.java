package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine that dies while it makes its key pair and lets the others in: what was made is taken
/// back, the private half included, and the next apply makes another.
@Tag("root")
class SshTrustKilledTest {
    private static final int POINTS = Integer.getInteger("railhead.kill.points", 8);

    @TempDir Path journal;
    private final Cluster cluster = World.cluster("netplan off\nssh-trust root\n");

    @Test
    void killedAnywhereNoKeyIsLeftAndTheNextApplyEndsRight() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh(KilledTest.SHIMS);
            machine.sh(
                    """
                    for c in ssh-keygen chown chmod; do ln -s any /tmp/shim/$c; done
                    mkdir -p /run/sshd
                    ssh-keygen -A >/dev/null
                    mkdir -m 700 /root/.ssh
                    printf 'ssh-rsa AAAAB3Nza ann@laptop' >/root/.ssh/authorized_keys
                    """);
            List<String> before = machine.snapshot();
            Prepared prepared = bench.plan(cluster);
            assertThat(prepared.plan().changes()).hasSize(4);
            int calls =
                    KillPoint.with(
                            machine, 0, () -> KillPoint.begin(machine, prepared, bench.nextRun()));
            assertThat(calls).isGreaterThan(30);
            bench.engine().settle(bench.plan(cluster));
            clean(machine, before);

            List<String> table = new ArrayList<>();
            for (int point = 0; point < POINTS; point++) {
                int kill = 1 + point * calls / POINTS;
                String run = bench.nextRun();
                KillPoint.with(machine, kill, () -> KillPoint.begin(machine, prepared, run));
                String stood =
                        machine.sh("cat /var/lib/railhead/runs/*/state 2>/dev/null || echo none");
                if (point % 2 == 0) {
                    RunResult second = bench.apply(cluster);
                    assertThat(second.isGood()).as("killed at %d: %s", kill, second).isTrue();
                    assertThat(bench.plan(cluster).plan().changes()).isEmpty();
                }
                if (!bench.rollback().journals(cluster).ids().isEmpty()) {
                    RunResult back = bench.rollBackLast(cluster);
                    assertThat(back.isGood()).as("killed at %d: %s", kill, back).isTrue();
                }
                table.add("killed at call %d of %d, %s".formatted(kill, calls, stood.strip()));
                clean(machine, before);
            }
            table.forEach(System.out::println);
        }
    }

    /// Nothing of a key is left, neither in its place nor in the journal.
    private static void clean(Machine machine, List<String> before) {
        machine.sh("! grep -rlF 'PRIVATE KEY' /var/lib/railhead/runs /root/.ssh");
        machine.sh("rm -rf /var/lib/railhead/*");
        assertThat(machine.snapshot()).isEqualTo(before);
    }
}
