package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.HostKind;
import io.railhead.lab.Lab;
import io.railhead.lab.LabEvents;
import io.railhead.lab.LabInfo;
import io.railhead.lab.LabRequest;
import io.railhead.lab.LabResult;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import io.railhead.lab.Restart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rollback and the dead-man's switch over real restarts: what a boot brings by itself is nobody's
/// change, and what nobody confirmed is gone after it.
@Tag("lab")
class BootedRollbackTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /// What these tests change and must find again. The interface v0 does not outlast a restart.
    private static final String SNAPSHOT =
            """
            find /etc -xdev -type f ! -name 'ssh_host_*' ! -name machine-id -printf '%m %u:%g %p\\n' | sort
            find /etc -xdev -type f ! -name 'ssh_host_*' -exec sha256sum {} + | sort -k2
            find /etc/systemd -type l -printf '%p %l\\n' | sort
            systemctl is-enabled t-plain.service
            systemctl is-active t-plain.service
            systemctl show -p LimitNOFILE -p LimitNOFILESoft ssh.service
            systemctl show -p DefaultLimitNOFILE -p DefaultLimitNOFILESoft
            ip -o link show eth1 | sed 's/.*mtu \\([0-9]*\\).*/mtu \\1/'
            ip -o -4 addr show dev eth1 | awk '{ print $4 }'
            cat /proc/sys/net/ipv4/ip_default_ttl
            true
            """;

    @TempDir static Path directory = Path.of("/nowhere");
    private static Lab lab = new Lab(Places.DEFAULT);
    private static Optional<LabInfo> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        Readiness readiness = new Lab(Places.DEFAULT).ready(HostKind.BOOTED);
        assumeTrue(readiness instanceof Readiness.Ready, () -> "no booted hosts: " + readiness);
        lab = new Lab(new Places(directory.resolve("state/lab"), directory.resolve("run/lab")));
        LabResult result =
                lab.up(
                        new LabRequest("back", HostKind.BOOTED, 2, List.of(), Optional.empty()),
                        LabEvents.NONE);
        assertThat(result).isInstanceOf(LabResult.Up.class);
        raised = Optional.of(((LabResult.Up) result).lab());
    }

    @AfterAll
    static void remove() {
        if (raised.isPresent()) {
            assertThat(lab.down("back")).isInstanceOf(Lab.Removed.Gone.class);
        }
    }

    private static LabInfo up() {
        return raised.orElseThrow();
    }

    private static Map<String, String> environment() {
        return Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH"));
    }

    private static String on(String host, String script) throws IOException {
        Process process =
                new ProcessBuilder(
                                Lab.sshCommand(
                                        up(),
                                        up().host(host).orElseThrow(),
                                        List.of("sh -s"),
                                        false))
                        .redirectErrorStream(true)
                        .start();
        try (var in = process.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(host + ": " + script + "\n" + out).isZero();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return out;
    }

    /// The lab's hosts without its rails, and what is wanted of one of them.
    private static String intent(String name, String host, String policy) throws IOException {
        String text = Files.readString(up().clusterFile());
        Path file = directory.resolve(name);
        Files.writeString(
                file,
                text.substring(0, text.indexOf("rails:\n"))
                        + "hosts:\n  "
                        + host
                        + ":\n    address: \"10.77.0."
                        + host.substring(1)
                        + "\"\n"
                        + policy);
        return file.toString();
    }

    private static String run(int wanted, String... arguments) {
        TestConsole terminal = TestConsole.in(directory, environment());
        int status = terminal.run(arguments);
        assertThat(status)
                .as(String.join(" ", arguments) + "\n" + terminal.out() + terminal.err())
                .isEqualTo(wanted);
        return terminal.out();
    }

    private static void restart(String host) {
        assertThat(lab.restart(up(), host, false, LIMIT)).isEqualTo(new Restart.Booted());
    }

    @Test
    void whatABootBringsByItselfIsNoChangeSinceTheRun() throws IOException {
        on(
                "h1",
                """
                ip link add v0 type veth peer name v1 && ip link set v0 up
                printf '[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n' \
                    >/etc/systemd/system/t-plain.service
                systemctl daemon-reload
                """);
        String before = on("h1", SNAPSHOT);
        String cluster =
                intent(
                        "boot.yaml",
                        "h1",
                        """
                        host-policy:
                          links-down: [v0]
                          limits: {nofile: 4096}
                          units: {t-plain.service: {boot: enabled}}
                        """);
        // Whether a running sshd takes the limit depends on what root may do here.
        TestConsole apply = TestConsole.in(directory, environment());
        apply.run("apply", "--yes", "-c", cluster);
        assertThat(apply.out())
                .contains("done      systemd-limits:ssh.service")
                .contains("done      unit:t-plain.service")
                .contains("done      link-down:v0");
        assertThat(on("h1", "systemctl is-active t-plain.service || :")).isEqualTo("inactive\n");
        String sshd = "cat /proc/$(systemctl show -p MainPID --value ssh.service)/limits";
        String limits = on("h1", sshd);

        restart("h1");
        assertThat(on("h1", "systemctl is-active t-plain.service; ip link show v0 2>&1 || :"))
                .startsWith("active\n")
                .contains("does not exist");
        assertThat(on("h1", sshd)).contains(" 4096 ").isNotEqualTo(limits);

        assertThat(run(Exit.OK, "rollback", "--yes", "-c", cluster)).contains("rolled back");
        assertThat(on("h1", SNAPSHOT)).isEqualTo(before);
        restart("h1");
        assertThat(on("h1", SNAPSHOT)).isEqualTo(before);
        assertThat(on("h1", "ls -A /var/lib/railhead")).isEqualTo("runs\n");
        on("h1", "rm /etc/systemd/system/t-plain.service");
    }

    /// The controller dies while the host is at work; the host goes on, waits to be confirmed, and
    /// is restarted meanwhile.
    @Test
    void whatNobodyConfirmedBeforeARestartIsTakenBackByTheBoot() throws Exception {
        String before = on("h2", SNAPSHOT);
        String text = Files.readString(up().clusterFile());
        Path cluster =
                Files.writeString(
                        directory.resolve("guarded.yaml"),
                        text.substring(0, text.indexOf("hosts:\n"))
                                        .replaceAll("mtu: \\d+", "mtu: 2000")
                                        .replaceAll("(?s)host-policy:\n.*", "")
                                + """
                                host-policy:
                                  netplan: false
                                  sysctl: {net.ipv4.ip_default_ttl: 65}
                                  units:
                                    t-slow.service:
                                      running: true
                                      content: |
                                        [Service]
                                        Type=oneshot
                                        ExecStart=/bin/sleep 6
                                """
                                + text.substring(text.indexOf("hosts:\n")));
        ProcessBuilder controller =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Railhead.class.getName(),
                        "apply",
                        "--yes",
                        "--hosts",
                        "h2",
                        "--confirm-within",
                        "900",
                        "-c",
                        cluster.toString());
        controller.environment().putAll(environment());
        Process apply =
                controller
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("apply.log").toFile())
                        .start();
        String begun = "cat /var/lib/railhead/runs/[0-9]*/state 2>/dev/null || :";
        while (!on("h2", begun).startsWith("recorded")) {
            assertThat(apply.isAlive())
                    .as(Files.readString(directory.resolve("apply.log")))
                    .isTrue();
            Thread.sleep(100);
        }
        apply.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        for (int i = 0; i < 600 && !on("h2", begun).equals("applied\n"); i++) {
            Thread.sleep(100);
        }
        assertThat(on("h2", begun)).isEqualTo("applied\n");
        assertThat(on("h2", SNAPSHOT)).contains("mtu 2000").isNotEqualTo(before);
        assertThat(on("h2", "ls /etc/systemd/system")).contains("railhead-switch-");
        assertThat(run(Exit.OK, "rollback", "--list", "-c", cluster.toString()))
                .contains("applied");

        restart("h2");
        for (int i = 0; i < 600 && !on("h2", begun).startsWith("reverted"); i++) {
            Thread.sleep(100);
        }
        assertThat(on("h2", begun))
                .startsWith(
                        "reverted the machine restarted before it was confirmed after changing ");
        assertThat(on("h2", SNAPSHOT)).isEqualTo(before);
        assertThat(on("h2", "ls /etc/systemd/system /var/lib/railhead"))
                .doesNotContain("railhead-switch-", "t-slow", "lock");
        assertThat(run(Exit.OK, "apply", "--yes", "--hosts", "h2", "-c", cluster.toString()))
                .contains("done");
        run(Exit.OK, "rollback", "--yes", "--hosts", "h2", "-c", cluster.toString());
        assertThat(on("h2", SNAPSHOT)).isEqualTo(before);
    }
}
