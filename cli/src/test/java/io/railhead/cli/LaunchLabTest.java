package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.Lab;
import io.railhead.lab.LabInfo;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What jobs need to start, on three real hosts: logins from each to each, NCCL's files, MPI.
@Tag("lab")
class LaunchLabTest {
    private static final String NAME = "launch-" + ProcessHandle.current().pid();

    @TempDir private Path directory;
    private TestConsole terminal = TestConsole.create();
    private boolean raised;

    @BeforeEach
    void raise() throws IOException {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        raised = true;
        ok("lab", "up", "--hosts", "3", "--name", NAME, "-o", "cluster.yaml");
        Path file = directory.resolve("cluster.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "host-policy:\n",
                                """
                                host-policy:
                                  ssh-trust: true
                                  nccl: {environment: {NCCL_DEBUG: WARN}}
                                  mpi-hostfile: true
                                """));
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

    private void ok(String... arguments) {
        console();
        int status = terminal.run(arguments);
        assertThat(status)
                .as(String.join(" ", arguments) + "\n" + terminal.out() + terminal.err())
                .isEqualTo(Exit.OK);
    }

    private LabInfo lab() throws IOException {
        return new Lab(Places.DEFAULT)
                .list().stream().filter(l -> l.name().equals(NAME)).findFirst().orElseThrow();
    }

    private List<String> names() throws IOException {
        return lab().hosts().stream().map(h -> h.name()).toList();
    }

    /// Runs a script on a host, logged in as the controller is, and gives what it printed.
    private String on(String host, String script) throws IOException {
        LabInfo lab = lab();
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

    private Map<String, String> files() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (String host : names()) {
            all.put(
                    host,
                    on(
                            host,
                            """
                            cd /
                            set -- root/.ssh etc/nccl.conf etc/profile.d etc/railhead
                            find "$@" -printf '%y %m %U %G %p %l\\n' 2>/dev/null | sort -k5
                            find "$@" -type f -exec sha256sum {} + 2>/dev/null | sort -k2
                            exit 0
                            """));
        }
        return all;
    }

    /// Every host logs in to every other, and itself, by name and by each address.
    private void everyHostReachesEveryOther() throws IOException {
        List<String> targets = new ArrayList<>();
        for (String host : names()) {
            String addresses =
                    on(
                            host,
                            "ip -o -4 addr show scope global | while read -r _ _ _ a _;"
                                    + " do echo ${a%/*}; done");
            targets.add(host + " " + host);
            addresses.lines().forEach(a -> targets.add(a + " " + host));
            targets.add(host + "-rail0 " + host);
        }
        StringBuilder script = new StringBuilder();
        for (String t : targets) {
            String[] w = t.split(" ");
            script.append("is=$(ssh -o BatchMode=yes ")
                    .append(w[0])
                    .append(" hostname </dev/null) && [ \"$is\" = ")
                    .append(w[1])
                    .append(" ] || exit 1\n");
        }
        for (String host : names()) {
            on(host, script.toString());
        }
    }

    @Test
    void jobsStartOnEveryHostAndARollbackLeavesNothing() throws IOException {
        Map<String, String> before = files();
        console();
        assertThat(terminal.run("check", "--only", "ssh-passwordless-missing"))
                .isEqualTo(Exit.FINDINGS);
        assertThat(terminal.out()).contains("ssh-passwordless-missing", "no key pair");
        assertThat(files()).as("checking changes nothing").isEqualTo(before);
        ok("plan", "--only", "ssh-trust,nccl,mpi-hostfile");
        assertThat(terminal.out()).contains("made there by apply");
        assertThat(files()).as("planning changes nothing").isEqualTo(before);

        ok("apply", "--yes", "--only", "ssh-trust,nccl,mpi-hostfile");
        ok("plan", "--only", "ssh-trust,nccl,mpi-hostfile", "--format", "json");
        assertThat(terminal.out()).contains("\"changes\" : [ ]");
        everyHostReachesEveryOther();
        ok("check", "--only", "ssh-passwordless-missing");
        for (String host : names()) {
            // As a rank sees it that was started over SSH, without a login shell.
            assertThat(on(host, "cat /etc/nccl.conf"))
                    .contains("NCCL_SOCKET_IFNAME==eth1\n", "NCCL_DEBUG=WARN\n");
            assertThat(on(host, "cat /etc/railhead/hostfile").lines().filter(l -> l.contains("=")))
                    .hasSize(3);
            // Where the private half is: in its place, and nowhere else.
            on(
                    host,
                    """
                    secret=$(grep -v PRIVATE /root/.ssh/railhead_ed25519 | sed -n 2p)
                    [ -n "$secret" ] || exit 1
                    [ -z "$(grep -rlF "$secret" /var/lib/railhead /var/log /tmp /etc 2>/dev/null)" ]
                    """);
        }
        if (Files.isExecutable(Path.of("/usr/bin/mpirun"))) {
            assertThat(
                            on(
                                            names().getFirst(),
                                            "mpirun --allow-run-as-root --hostfile"
                                                    + " /etc/railhead/hostfile hostname 2>/dev/null")
                                    .lines())
                    .containsExactlyInAnyOrderElementsOf(names());
        }

        ok("rollback", "--yes");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aHostThatWasBuiltAnewIsAPlainChange() throws IOException {
        ok("apply", "--yes", "--only", "ssh-trust");
        LabInfo lab = lab();
        String host = names().get(1);
        String old = on(host, "cut -d' ' -f2 /etc/ssh/ssh_host_ed25519_key.pub").strip();
        on(
                host,
                """
                cd /root/.ssh && rm -f railhead_ed25519 known_hosts config
                sed -i '/BEGIN railhead/,/END railhead/d' authorized_keys
                cd /etc/ssh && rm -f ssh_host_ed25519_key*
                ssh-keygen -q -t ed25519 -N '' -f ssh_host_ed25519_key
                cat ssh_host_ed25519_key.pub >/tmp/new
                """);
        // Whoever built it anew tells the controller; Railhead takes no new host key unasked.
        console();
        assertThat(terminal.run("plan", "--only", "ssh-trust")).isEqualTo(Exit.UNREACHABLE);
        String fresh = Files.readString(hostKey(lab, host)).split(" ")[1];
        Files.writeString(lab.knownHosts(), Files.readString(lab.knownHosts()).replace(old, fresh));

        ok("apply", "--yes", "--only", "ssh-trust");
        ok("plan", "--only", "ssh-trust", "--format", "json");
        assertThat(terminal.out()).contains("\"changes\" : [ ]");
        everyHostReachesEveryOther();
        assertThat(on(names().getFirst(), "cat /root/.ssh/known_hosts"))
                .contains(fresh)
                .doesNotContain(old);
    }

    /// The host's new key where the lab keeps the host's own files.
    private static Path hostKey(LabInfo lab, String host) throws IOException {
        try (var found = Files.walk(lab.key().getParent(), 8)) {
            return found.filter(p -> p.endsWith("etc/ssh/ssh_host_ed25519_key.pub"))
                    .filter(p -> p.toString().contains("/" + host + "/"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
