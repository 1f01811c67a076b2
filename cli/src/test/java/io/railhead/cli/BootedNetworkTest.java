package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The network of a host that systemd has booted, where networkd serves netplan: planned, applied,
/// there again after a restart, and taken back.
@Tag("lab")
class BootedNetworkTest {
    /// What a rollback must give back. Interface numbers differ after a restart.
    private static final String SNAPSHOT =
            """
            ip -4 rule
            ip -4 route show table all | grep -v -e ' proto kernel' -e '^local' -e '^broadcast' | sort
            ip -o link | while read -r _ i flags _ mtu _; do
                case $flags in *[,\\<]UP[,\\>]*) up=up ;; *) up=down ;; esac
                echo "${i%%@*} $up $mtu"
            done | sort
            ip -o -4 addr | while read -r _ i _ a _; do echo "$i $a"; done | sort
            for k in arp_ignore arp_announce rp_filter; do
                cat /proc/sys/net/ipv4/conf/eth1/$k /proc/sys/net/ipv4/conf/eth2/$k
            done
            stat -f -c '%b %S' /dev/shm
            find /etc/netplan /etc/fstab /etc/sysctl.d /etc/systemd/network -type f |
                sort | xargs sha256sum
            """;

    @TempDir static Path directory = Path.of("/nowhere");
    private static Optional<LabRig> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        raised = Optional.of(LabRig.raise(directory, "net", HostKind.BOOTED, 3));
    }

    @AfterAll
    static void end() {
        raised.ifPresent(LabRig::close);
    }

    private static LabRig lab() {
        return raised.orElseThrow();
    }

    /// The lab's intent with other words in it, for one host.
    private static void intent(String rail0, String rail1, String policy) {
        String text = lab().intent();
        int first = text.indexOf("\nhost-policy:\n");
        int hosts = text.indexOf("\nhosts:\n");
        text = text.substring(0, first) + "\nhost-policy:\n" + policy + text.substring(hosts + 1);
        text = text.replaceFirst("(?m)(interface: eth1\\n.*\\n)", "$1" + rail0);
        text =
                rail1.isEmpty()
                        ? text.replaceFirst("(?m)^  rail1:\\n(?:    .*\\n)+", "")
                                .replaceFirst("(?m)^      rail1: .*\\n", "")
                        : text.replaceFirst("(?m)(interface: eth2\\n.*\\n)", "$1" + rail1);
        lab().write("wanted.yaml", text);
    }

    private static void thereAndBack(String host, String proof) {
        LabRig lab = lab();
        String before = lab.on(host, SNAPSHOT);
        lab.ok("apply", "--yes", "-c", "wanted.yaml", "--hosts", host);
        lab.on(host, "set -e\n" + proof);
        String after = lab.on(host, SNAPSHOT);
        assertThat(lab.ok("plan", "-c", "wanted.yaml", "--hosts", host))
                .contains("Nothing to change");

        lab.restart(host);
        lab.on(host, settled());
        lab.on(host, "set -e\n" + proof);
        assertThat(lab.on(host, SNAPSHOT)).as("after a restart").isEqualTo(after);
        assertThat(lab.ok("plan", "-c", "wanted.yaml", "--hosts", host))
                .contains("Nothing to change");

        lab.ok("rollback", "--yes", "-c", "wanted.yaml", "--hosts", host);
        assertThat(lab.on(host, SNAPSHOT)).as("after rollback").isEqualTo(before);
    }

    /// Networkd is done with what it has to set up; it waits for routers, who are not there, for
    /// three solicitations of 4 s each (RFC 4861, section 6.3.7).
    private static String settled() {
        return """
                for i in $(seq 600); do
                    networkctl --no-legend list | grep -v ' off ' | grep -q -e configuring -e pending ||
                        exit 0
                    sleep 0.1
                done
                exit 1
                """;
    }

    @Test
    void routedRailsAndLiveSettingsOutlastARestartAndAreTakenBack() {
        intent(
                "    gateway: 10.78.255.1\n    routes: [10.100.0.0/16]\n",
                "    gateway: 10.79.255.1\n",
                "  renderer: networkd\n  rail-arp: true\n  shm: 128MiB\n");
        thereAndBack(
                "h1",
                """
                ip route get 192.0.2.1 from 10.78.0.1 | grep -q "via 10.78.255.1 dev eth1"
                ip route get 192.0.2.1 from 10.79.0.1 | grep -q "via 10.79.255.1 dev eth2"
                ip route get 10.100.0.1 | grep -q "via 10.78.255.1 dev eth1"
                [ "$(df -B1 --output=size /dev/shm | tail -n 1)" -eq 134217728 ]
                [ "$(cat /proc/sys/net/ipv4/conf/eth2/arp_ignore)" = 1 ]
                """);
    }

    @Test
    void aPortThatIsOffStaysOffAndComesBackWithItsAddress() {
        intent("", "", "  links-down: [eth2]\n");
        thereAndBack("h2", "[ -z \"$(ip -o link show dev eth2 up)\" ]\n");
        assertThat(lab().on("h2", "ip -o -4 addr show dev eth2")).contains("10.79.0.2/16");
    }

    /// Every file that is taken up has networkd set interfaces up anew: what one step waited for is
    /// gone for a moment when the next one is made, and there is no moment at which one look at it
    /// would do.
    @Test
    void routedRailsAndAPortThatIsOffAreMadeAndTakenBackOnAllHostsAtOnceEveryTime() {
        LabRig lab = lab();
        intent(
                "    gateway: 10.78.255.1\n    routes: [10.100.0.0/16, 10.101.0.0/16]\n",
                "",
                "  links-down: [eth2]\n");
        Map<String, String> before = new TreeMap<>();
        lab.hosts().forEach(h -> before.put(h, lab.on(h, SNAPSHOT)));
        int rounds = Integer.getInteger("railhead.rounds", 2);
        int bad = 0;
        for (int round = 1; round <= rounds; round++) {
            TestConsole apply = lab.console();
            int status = apply.run("apply", "--yes", "-c", "wanted.yaml", "--canary", "h1");
            if (status != Exit.OK) {
                bad++;
                System.out.println(apply.out() + apply.err());
            }
            assertThat(lab.ok("plan", "-c", "wanted.yaml")).contains("Nothing to change");
            lab.ok("rollback", "--yes", "-c", "wanted.yaml");
            for (String h : lab.hosts()) {
                assertThat(lab.on(h, SNAPSHOT))
                        .as("%s, round %s", h, round)
                        .isEqualTo(before.get(h));
            }
        }
        System.out.println(rounds - bad + " of " + rounds + " rounds on 3 hosts were good");
        assertThat(bad).isZero();
    }
}
