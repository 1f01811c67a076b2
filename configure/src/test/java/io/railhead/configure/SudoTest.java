package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.ConfigJournal;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.reach.Collected;
import io.railhead.reach.Collector;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.SudoRights;
import io.railhead.reach.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real sshd and a real sudo on a namespace machine, and a login that is not root.
@Tag("root")
@Tag("sshd")
class SudoTest {
    private static final String ALL =
            """
            rail rail0 eth1 10.78.0.1/24 9000
            sysctl net.ipv4.ip_default_ttl 65
            file /srv/app/a.conf 0640 root root it's\\n
            """;

    @TempDir Path folder;
    private Machine machine;
    private Cluster cluster = World.cluster(ALL);
    private Machines machines;

    @BeforeEach
    void start() throws Exception {
        for (String tool : List.of("/usr/sbin/sshd", "/usr/bin/sudo", "/usr/bin/ssh-keygen")) {
            assumeTrue(Files.isExecutable(Path.of(tool)), "needs " + tool);
        }
        machine = Machine.start();
        Process keygen =
                new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-t",
                                "ed25519",
                                "-N",
                                "",
                                "-f",
                                folder.resolve("id").toString())
                        .start();
        assertThat(keygen.waitFor()).isZero();
        machine.sh(
                """
                useradd -m -s /bin/sh ann
                usermod -p '*' ann
                rm -f /etc/sudoers.d/*
                mkdir -p /run/sshd /opt/ssh && cd /opt/ssh
                ssh-keygen -q -t ed25519 -N '' -f host
                cat >keys <<'E'
                %sE
                chmod 644 keys
                cat >config <<'E'
                Port 22
                ListenAddress 10.99.0.1
                HostKey /opt/ssh/host
                AuthorizedKeysFile /opt/ssh/keys
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                PidFile none
                E
                /usr/sbin/sshd -f config -E log
                """
                        .formatted(Files.readString(folder.resolve("id.pub"))));
        String[] key = machine.sh("cat /opt/ssh/host.pub").split(" ");
        Path known = folder.resolve("known_hosts");
        Files.writeString(known, "10.99.0.1 " + key[0] + " " + key[1] + "\n");
        Login login =
                new Login(
                        Optional.of("ann"),
                        22,
                        Optional.of(folder.resolve("id").toString()),
                        Optional.empty(),
                        Optional.of(known.toString()),
                        Optional.of("/proc/" + machine.pid() + "/ns/net"),
                        true);
        cluster = with(cluster, login);
        SshSettings settings =
                SshSettings.of(
                        Map.of("HOME", folder.toString(), "PATH", "/usr/bin:/bin"),
                        "root",
                        false,
                        7);
        machines = new Machines(new SshTransport(settings), 4, Duration.ofSeconds(30));
    }

    private static Cluster with(Cluster c, Login login) {
        List<Host> hosts = new ArrayList<>();
        for (Host h : c.hosts()) {
            hosts.add(
                    new Host(
                            h.name(),
                            "10.99.0.1",
                            login,
                            h.bmc(),
                            h.rails(),
                            h.gpus(),
                            h.policy(),
                            h.line()));
        }
        return new Cluster(
                c.file(),
                c.name(),
                login,
                c.rails(),
                hosts,
                c.switches(),
                c.links(),
                c.lossless(),
                c.policy(),
                c.jobs(),
                c.lab());
    }

    @AfterEach
    void stop() {
        if (machines != null) {
            machines.transport().close();
        }
        if (machine != null) {
            machine.close();
        }
    }

    private Prepared plan() {
        return new Planner(Resources.installed(), machines)
                .plan(
                        cluster,
                        new Plan.Origin("test", Instant.EPOCH, "cluster.yaml", "00"),
                        h -> {});
    }

    private void allow() {
        String file = SudoRights.file("lab", List.of("ann"), List.of("m"));
        machine.sh(
                "echo "
                        + Base64.getEncoder().encodeToString(file.getBytes())
                        + " | base64 -d >/opt/f && visudo -c -f /opt/f && install -o root -g root"
                        + " -m 440 /opt/f /etc/sudoers.d/railhead");
    }

    private Facts collected() {
        List<Collected> collected =
                new Collector(machines.transport(), 4, Duration.ofSeconds(30))
                        .collect(
                                cluster.hosts().stream().map(Target::of).toList(),
                                Parsers.installed()
                                        .probes(Set.of(ConfigJournal.class, AppliedResource.class)),
                                name -> List.of(),
                                event -> {});
        return Parsers.installed().read(collected.getFirst().transcripts());
    }

    @Test
    void withoutTheRightTheLineToAddIsNamedAndNothingIsTouched() {
        List<String> before = machine.snapshot();
        assertThat(plan().plan().unreachable().values())
                .first()
                .asString()
                .contains("sudo -n is not allowed there")
                .contains("ann ALL=(root) NOPASSWD: /bin/sh \"\"");
        machine.sh("mkdir -m 700 -p /var/lib/railhead; chmod 700 /var/lib/railhead");
        assertThat(collected().unavailable())
                .first()
                .satisfies(u -> assertThat(u.why()).contains("not run as root: sudo:"));
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void theOneRuleIsEnoughForEverythingAndAllowsNothingElse() {
        allow();
        List<String> before = machine.snapshot();
        Prepared first = plan();
        assertThat(first.plan().unreachable()).isEmpty();
        assertThat(first.plan().obstacles()).isEmpty();
        assertThat(first.plan().changes()).isNotEmpty();
        assertThat(first.plan().changes())
                .filteredOn(c -> c.change().resource().equals("link-mtu:eth1"))
                .allSatisfy(
                        c ->
                                assertThat(c.change().risk())
                                        .as("the connection is known to come in by eth0")
                                        .isEqualTo(io.railhead.model.Risk.DISRUPTIVE));
        Controller controller = Controller.ofThisProcess("admin", "ann", "test");
        RunResult result =
                new Apply(
                                machines,
                                Clock.systemUTC(),
                                controller,
                                new Apply.Settings(20, 2),
                                new LocalJournal(folder.resolve("journal")),
                                e -> {})
                        .run(first, RunIds.next(Clock.systemUTC(), new Random(3)));
        assertThat(result.hosts())
                .extracting(HostOutcome::state)
                .as(result.toString())
                .containsExactly(HostOutcome.State.DONE);
        assertThat(machine.sh("cat /srv/app/a.conf; cat /proc/sys/net/ipv4/ip_default_ttl"))
                .isEqualTo("it's\n65\n");
        assertThat(plan().plan().changes()).isEmpty();

        machine.sh("ip link set eth1 mtu 1500");
        Facts facts = collected();
        assertThat(facts.unavailable()).isEmpty();
        assertThat(facts.of(cluster.hosts().getFirst().name(), AppliedResource.class))
                .filteredOn(a -> a.state() == AppliedResource.State.CHANGED)
                .extracting(AppliedResource::resource)
                .containsExactly("link-mtu:eth1");
        machine.sh("ip link set eth1 mtu 9000");

        Rollback rollback = new Rollback(machines, Clock.systemUTC(), controller, 20, e -> {});
        RunResult back = rollback.run(cluster, rollback.journals(cluster), result.run(), false);
        assertThat(back.isGood()).as(back.toString()).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);

        for (String other :
                List.of(
                        "sudo -n id",
                        "sudo -n /bin/sh -c id",
                        "sudo -n /bin/sh /tmp/x",
                        "sudo -n sh -s")) {
            assertThat(machine.begin("su ann -c '" + other + "' </dev/null").exitCode())
                    .as(other)
                    .isNotZero();
        }
    }
}
