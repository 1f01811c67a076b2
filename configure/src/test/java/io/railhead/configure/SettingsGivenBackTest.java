package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings of which the kernel changes others with, and what it takes away with them: a rollback
/// gives all of it back.
@Tag("root")
class SettingsGivenBackTest {
    @TempDir Path journal;

    /// Every setting of every interface, their IPv6 addresses and routes.
    private static String all(Machine machine) {
        return machine.sh(
                """
                cd /proc/sys/net
                grep -rs . ipv4/conf ipv6/conf ipv4/ip_forward ipv4/neigh | sort
                ip -6 -o addr show scope global | while read -r _ i _ a _; do echo "$i $a"; done
                ip -6 route show | grep -v 'proto kernel' | sort
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sysctl net.ipv4.ip_forward 1",
                "sysctl net.ipv4.conf.all.forwarding 1",
                "sysctl net.ipv4.conf.default.rp_filter 2\nsysctl net.ipv4.conf.all.rp_filter 1",
                "sysctl net.ipv6.conf.all.forwarding 1",
                "sysctl net.ipv6.conf.all.disable_ipv6 1",
                "sysctl net.ipv6.conf.eth1.disable_ipv6 1",
                "sysctl net.ipv6.conf.all.disable_ipv6 1\nsysctl net.ipv6.conf.all.forwarding 1\n"
                        + "sysctl net.ipv6.conf.all.addr_gen_mode 1\nsysctl net.ipv4.ip_forward 1",
                "sysctl net.ipv4.neigh.eth1.unres_qlen 7\nsysctl net.ipv4.neigh.eth2.base_reachable_time 37"
            })
    void whatTheKernelChangedWithASettingComesBackWithIt(String wanted) {
        try (Machine machine = Machine.start()) {
            machine.sh(
                    """
                    set -e
                    ip link set eth1 up
                    ip link set eth2 up
                    cd /proc/sys/net
                    echo 0 >ipv4/ip_forward
                    echo 1 >ipv4/conf/eth1/forwarding
                    echo 0 >ipv6/conf/all/disable_ipv6
                    echo 1 >ipv6/conf/eth2/forwarding
                    echo 1 >ipv6/conf/default/disable_ipv6
                    ip -6 addr add fd00:1::1/64 dev eth1 nodad
                    ip -6 addr add fd00:2::1/64 dev eth2 nodad
                    ip -6 route add fd00:9::/64 via fd00:1::9 dev eth1 metric 77
                    """);
            String before = all(machine);
            Bench bench = new Bench(machine, journal);
            Cluster cluster = World.cluster(wanted + "\nnetplan off\n");
            RunResult run = bench.apply(cluster);
            assertThat(run.isGood()).as("%s", run).isTrue();
            assertThat(all(machine)).isNotEqualTo(before);
            RunResult back = bench.rollBack(cluster, run.run(), false);
            assertThat(back.isGood()).as("%s", back).isTrue();
            assertThat(all(machine)).isEqualTo(before);
        }
    }

    /// With plain files in the place of what belongs to the whole machine.
    @Test
    void ofAPairBothComeBackAndWhatTheKernelDoesNotTakeIsNamed() {
        String said;
        try (Machine machine = Machine.start()) {
            said =
                    machine.sh(
                            Sh.script(
                                    """
                                S=$(mktemp -d)
                                mkdir "$S/vm" && cd "$S/vm" || exit 1
                                echo 0 >dirty_bytes
                                echo 20 >dirty_ratio
                                echo 10 >dirty_background_ratio
                                echo 0 >dirty_background_bytes
                                : >"$S/live.was"
                                rh_keep_sysctl "$S/vm/dirty_bytes"
                                rh_keep_sysctl "$S/vm/dirty_background_ratio"
                                echo 8192 >dirty_bytes
                                echo 0 >dirty_ratio
                                echo 0 >dirty_background_ratio
                                echo 4096 >dirty_background_bytes
                                rh_give_sysctl && cat *
                                echo /proc/sys/kernel/osrelease 0.9 >>"$S/live.was"
                                rh_give_sysctl 2>&1 || echo and says so
                                rm -rf "$S"
                                """));
        }
        assertThat(said)
                .startsWith("0\n10\n0\n20\n/proc/sys/kernel/osrelease is ")
                .endsWith(
                        " and was 0.9: the kernel does not take it back\nand says so\nrh:complete\n");
    }
}
