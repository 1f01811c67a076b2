package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.HostKind;
import io.railhead.lab.Lab;
import io.railhead.lab.LabInfo;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The network of a host that systemd has booted, where networkd serves netplan: planned, applied,
/// there again after a restart, and taken back. Two hosts: one with routed rails, one with a port
/// that is to be off.
@Tag("lab")
class BootedNetworkTest {
    private static final String NAME = "net-" + ProcessHandle.current().pid();

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

    @TempDir private Path directory;
    private TestConsole terminal = TestConsole.create();
    private boolean raised;

    @BeforeEach
    void raise() throws IOException {
        Readiness readiness = new Lab(Places.DEFAULT).ready(HostKind.BOOTED);
        assumeTrue(readiness instanceof Readiness.Ready, "no booted hosts here: " + readiness);
        raised = true;
        ok("lab", "up", "--kind", "booted", "--hosts", "2", "--name", NAME, "-o", "cluster.yaml");
    }

    @AfterEach
    void end() {
        if (raised) {
            console();
            assertThat(terminal.run("lab", "down", NAME)).isEqualTo(Exit.OK);
        }
    }

    private void console() {
        terminal =
                TestConsole.in(
                        directory,
                        Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")));
    }

    private String ok(String... arguments) {
        console();
        int status = terminal.run(arguments);
        assertThat(status)
                .as(String.join(" ", arguments) + "\n" + terminal.out() + terminal.err())
                .isEqualTo(Exit.OK);
        return terminal.out();
    }

    private String on(String host, String script) throws IOException {
        LabInfo lab =
                new Lab(Places.DEFAULT)
                        .list().stream()
                                .filter(l -> l.name().equals(NAME))
                                .findFirst()
                                .orElseThrow();
        Process p =
                new ProcessBuilder(
                                Lab.sshCommand(
                                        lab, lab.host(host).orElseThrow(), List.of("sh -s"), false))
                        .redirectErrorStream(true)
                        .start();
        try (var in = p.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(p.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assertThat(p.exitValue()).as(host + ": " + script + "\n" + out).isZero();
        return out;
    }

    /// The lab's intent with other words in it, for one host.
    private void intent(String rail0, String rail1, String policy) throws IOException {
        Path file = directory.resolve("cluster.yaml");
        String text = Files.readString(file);
        int first = text.indexOf("\nhost-policy:\n");
        int hosts = text.indexOf("\nhosts:\n");
        text = text.substring(0, first) + "\nhost-policy:\n" + policy + text.substring(hosts + 1);
        text = text.replaceFirst("(?m)(interface: eth1\\n.*\\n)", "$1" + rail0);
        text =
                rail1.isEmpty()
                        ? text.replaceFirst("(?m)^  rail1:\\n(?:    .*\\n)+", "")
                                .replaceFirst("(?m)^      rail1: .*\\n", "")
                        : text.replaceFirst("(?m)(interface: eth2\\n.*\\n)", "$1" + rail1);
        Files.writeString(directory.resolve("wanted.yaml"), text);
    }

    private void thereAndBack(String host, String proof) throws IOException {
        String before = on(host, SNAPSHOT);
        ok("apply", "--yes", "-c", "wanted.yaml", "--hosts", host);
        on(host, "set -e\n" + proof);
        String after = on(host, SNAPSHOT);
        assertThat(ok("plan", "-c", "wanted.yaml", "--hosts", host)).contains("Nothing to change");

        ok("lab", "reboot", "--name", NAME, host);
        on(host, settled());
        on(host, "set -e\n" + proof);
        assertThat(on(host, SNAPSHOT)).as("after a restart").isEqualTo(after);
        assertThat(ok("plan", "-c", "wanted.yaml", "--hosts", host)).contains("Nothing to change");

        ok("rollback", "--yes", "-c", "wanted.yaml", "--hosts", host);
        on(host, settled());
        assertThat(on(host, SNAPSHOT)).as("after rollback").isEqualTo(before);
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
    void routedRailsAndLiveSettingsOutlastARestartAndAreTakenBack() throws IOException {
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
    void aPortThatIsOffStaysOffAndComesBackWithItsAddress() throws IOException {
        intent("", "", "  links-down: [eth2]\n");
        thereAndBack("h2", "[ -z \"$(ip -o link show dev eth2 up)\" ]\n");
        assertThat(on("h2", "ip -o -4 addr show dev eth2")).contains("10.79.0.2/16");
    }
}
