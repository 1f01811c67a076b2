package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import io.railhead.lab.LabInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What jobs need to start, on three real hosts: logins from each to each, NCCL's files, MPI.
@Tag("lab")
class LaunchLabTest {
    @TempDir private Path directory;
    private Optional<LabRig> raised = Optional.empty();

    @BeforeEach
    void raise() {
        raised = Optional.of(LabRig.raise(directory, "launch", HostKind.NAMESPACE, 3));
        lab().write(
                        "cluster.yaml",
                        lab().intent()
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
        raised.ifPresent(LabRig::close);
    }

    private LabRig lab() {
        return raised.orElseThrow();
    }

    private List<String> names() {
        return lab().hosts();
    }

    private String on(String host, String script) {
        return lab().on(host, script);
    }

    private String ok(String... arguments) {
        return lab().ok(arguments);
    }

    private Map<String, String> files() {
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
    private void everyHostReachesEveryOther() {
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
    void jobsStartOnEveryHostAndARollbackLeavesNothing() {
        Map<String, String> before = files();
        assertThat(lab().run(Exit.FINDINGS, "check", "--only", "ssh-passwordless-missing"))
                .contains("ssh-passwordless-missing", "no key pair");
        assertThat(files()).as("checking changes nothing").isEqualTo(before);
        assertThat(ok("plan", "--only", "ssh-trust,nccl,mpi-hostfile"))
                .contains("made there by apply");
        assertThat(files()).as("planning changes nothing").isEqualTo(before);

        ok("apply", "--yes", "--only", "ssh-trust,nccl,mpi-hostfile");
        assertThat(ok("plan", "--only", "ssh-trust,nccl,mpi-hostfile", "--format", "json"))
                .contains("\"changes\" : [ ]");
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
        LabInfo lab = lab().info();
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
        lab().run(Exit.UNREACHABLE, "plan", "--only", "ssh-trust");
        String fresh = Files.readString(hostKey(lab, host)).split(" ")[1];
        Files.writeString(lab.knownHosts(), Files.readString(lab.knownHosts()).replace(old, fresh));

        ok("apply", "--yes", "--only", "ssh-trust");
        assertThat(ok("plan", "--only", "ssh-trust", "--format", "json"))
                .contains("\"changes\" : [ ]");
        everyHostReachesEveryOther();
        assertThat(on(names().getFirst(), "cat /root/.ssh/known_hosts"))
                .contains(fresh)
                .doesNotContain(old);
    }

    private String noted(int status, String... arguments) {
        TestConsole terminal = lab().console();
        assertThat(terminal.run(arguments))
                .as("%s", terminal.out() + terminal.err())
                .isEqualTo(status);
        return terminal.err();
    }

    /// A run is taken back on one host and stands on the others, which list that host's key.
    @Test
    void whatAHostThatWasTakenBackLeavesOnTheOthersIsToldAndMended() {
        // The last of four steps fails there.
        on(
                "h2",
                """
                cp -p /usr/bin/chown /root/system-chown
                cat >/root/chown <<'EOS'
                #!/bin/sh
                case "$*" in *-04/f) exit 1 ;; esac
                exec /root/system-chown "$@"
                EOS
                rm /usr/bin/chown && cp /root/chown /usr/bin/chown && chmod 755 /usr/bin/chown
                """);
        String[] apply = {"apply", "--yes", "--only", "ssh-trust", "--canary", "h1"};
        String note = noted(Exit.FINDINGS, apply);
        assertThat(note)
                .contains(
                        "note: the run was taken back on h2, and the key pair of ssh-trust is not")
                .contains("authorized_keys and known_hosts of h1,h3 may have lines for it")
                .containsPattern("railhead rollback \\S+ --hosts h1,h3");
        on(
                "h2",
                "cp -p --remove-destination /root/system-chown /usr/bin/chown; [ ! -e /root/.ssh/railhead_ed25519 ]");
        ok(apply);
        everyHostReachesEveryOther();

        ok("rollback", "--yes", "--hosts", "h3"); // the line of the new pair of h2
        String first = note.replaceFirst("(?s).*railhead rollback (\\S+) --hosts.*", "$1");
        // Of that run nothing stands on h2, so there is nothing to take back there.
        assertThat(noted(Exit.OK, "rollback", first, "--yes", "--hosts", "h3"))
                .contains("taken back on h3", "--hosts h1`");
        ok(apply);
        everyHostReachesEveryOther();
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
