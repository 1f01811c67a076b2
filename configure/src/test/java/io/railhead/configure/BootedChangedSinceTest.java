package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a restart of services brings by itself is no change since a run, and what a network service
/// sets of an interface is given back.
@Tag("root")
class BootedChangedSinceTest {
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

    private void thereAndBack(String wanted, String look, String between, boolean force) {
        Bench bench = new Bench(machine, journal);
        Cluster cluster = World.cluster(wanted);
        String before = machine.sh(look);
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(machine.sh(look)).isNotEqualTo(before);
        machine.sh(between);
        RunResult back = bench.rollBack(cluster, run.run(), force);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.sh(look)).isEqualTo(before);
    }

    @Test
    void aUnitThatIsOnlyToBeEnabledMayHaveBeenStartedByTheBoot() {
        machine.sh(
                "printf '[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\n"
                        + "WantedBy=multi-user.target\\n' >/etc/systemd/system/t-plain.service;"
                        + " systemctl daemon-reload");
        String look =
                "systemctl is-enabled t-plain.service; systemctl is-active t-plain.service;"
                        + " find /etc/systemd/system -type l | sort";
        for (boolean force : new boolean[] {false, true}) {
            thereAndBack(
                    "unit t-plain.service enabled left\n",
                    look + "; :",
                    "systemctl start t-plain.service",
                    force);
        }
        machine.sh("rm /etc/systemd/system/t-plain.service; systemctl daemon-reload");
    }

    @Test
    void aDaemonThatWasStartedAnewHasItsLimitsFromTheDropIn() {
        String look =
                "systemctl show -p LimitNOFILE ssh.service; ls /etc/systemd/system;"
                        + " find /etc/systemd /etc/security | sort";
        for (boolean force : new boolean[] {false, true}) {
            thereAndBack(
                    "limit nofile 4096\nnetplan off\n",
                    look,
                    "systemctl restart ssh.service",
                    force);
        }
    }

    @Test
    void aLinkThatWasOffHasItsSettingsAgain() {
        String settings =
                """
                for i in 1 2 3 4 5 6 7 8 9 10; do
                    networkctl --no-legend list | grep -q -e configuring -e pending || break
                    sleep 0.3
                done
                cd /proc/sys/net
                for k in ipv4/conf/v0/promote_secondaries ipv6/conf/v0/accept_ra \
                    ipv6/conf/v0/use_tempaddr ipv4/conf/v0/arp_notify; do
                    echo "$k $(cat $k)"
                done
                grep -s '' ipv4/conf/v0/* ipv6/conf/v0/* | grep -v -e stable_secret -e '/mtu:'
                ls /etc/netplan /etc/systemd/network
                ip -o link show v0 up | wc -l
                """;
        machine.sh(
                """
                ip link add v0 type veth peer name v1
                ip link set v1 up
                echo 0 >/proc/sys/net/ipv4/conf/v0/promote_secondaries
                echo 1 >/proc/sys/net/ipv6/conf/v0/accept_ra
                ip link set v0 up
                """);
        thereAndBack("links-down v0\nnetplan off\n", settings, "sleep 1", false);
        machine.sh("ip link del v0");
    }
}
