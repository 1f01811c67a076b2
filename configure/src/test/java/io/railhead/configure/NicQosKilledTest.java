package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine that dies between one setting of a NIC and the next: every setting is given back, and
/// the unit for the next boot is gone, whichever it was. As in [KilledTest], but counted are calls
/// of the NIC's tools that set something.
@Tag("root")
class NicQosKilledTest {
    private static final int POINTS = Integer.getInteger("railhead.kill.points", 6);

    private static final String TELLING =
            """
            for c in sync mv ip sysctl ln mount; do rm /tmp/shim/$c; done
            mkdir /tmp/shim/set
            for c in ethtool mlnx_qos cma_roce_tos; do
                ln -s ../any /tmp/shim/set/$c
                cat >/tmp/shim/$c <<EOS
            #!/bin/sh
            case " \\$* " in
            *" --"* | *" -A "* | *" -t "*) exec /tmp/shim/set/$c "\\$@" ;;
            *) exec $(command -v $c) "\\$@" ;;
            esac
            EOS
                chmod 755 /tmp/shim/$c
            done
            """;

    @TempDir Path journal;

    private final Cluster cluster =
            World.cluster(
                    """
                    rail rail0 eth1 10.78.0.1/24 1500
                    rdma eth1 mlx5_0
                    netplan off
                    lossless 3 26 48 6
                    """);

    @Test
    void killedAfterAnySettingAllOfThemAreGivenBack() throws IOException {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh(KilledTest.SHIMS);
            machine.sh(
                    "set -e\n"
                            + Files.readString(Path.of("src/test/resources/worlds/nic-qos/common"))
                            + "with_mlnx_qos\nas_nic\n"
                            + TELLING);
            List<String> before = machine.snapshot();
            Prepared prepared = bench.plan(cluster);
            assertThat(prepared.plan().changes()).hasSize(1);
            int calls =
                    KillPoint.with(
                            machine, 0, () -> KillPoint.begin(machine, prepared, bench.nextRun()));
            assertThat(calls).isGreaterThan(5);
            bench.engine().settle(bench.plan(cluster));
            clean(machine, before);
            List<String> table = new ArrayList<>();
            for (int point = 0; point < POINTS; point++) {
                int kill = 1 + point * calls / POINTS;
                String run = bench.nextRun();
                KillPoint.with(machine, kill, () -> KillPoint.begin(machine, prepared, run));
                String stood = machine.sh("cat /var/lib/railhead/runs/*/state || echo none");
                if (point % 3 == 0) {
                    RunResult second = bench.apply(cluster);
                    assertThat(second.isGood()).as("killed at %d: %s", kill, second).isTrue();
                    assertThat(bench.plan(cluster).plan().changes()).isEmpty();
                }
                RunResult back = bench.rollBackLast(cluster);
                assertThat(back.isGood()).as("killed at %d: %s", kill, back).isTrue();
                table.add("killed at call %d of %d, %s".formatted(kill, calls, stood.strip()));
                clean(machine, before);
            }
            table.forEach(System.out::println);
        }
    }

    private static void clean(Machine machine, List<String> before) {
        machine.sh("rm -rf /var/lib/railhead/*");
        assertThat(machine.snapshot()).isEqualTo(before);
    }
}
