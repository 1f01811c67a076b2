package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.intent.Login;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sshd")
class SshConfigTest {
    @TempDir static Path folder;
    private static TestSshd sshd;
    private static TestSshd bastion;

    @BeforeAll
    static void start() throws Exception {
        sshd = TestSshd.start(folder.resolve("a"));
        bastion = TestSshd.start(folder.resolve("b"));
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            sshd.close();
        }
        if (bastion != null) {
            bastion.close();
        }
    }

    private static SshSettings settings(String config) throws Exception {
        Path file = Files.createTempFile(folder, "config", "");
        Files.writeString(file, config);
        return TestSshd.settings(folder).withConfigFile(file);
    }

    private static String host(String name, TestSshd server, String more) throws Exception {
        return """
        Host %s
            HostName 127.0.0.1
            Port %d
            User %s
            IdentityFile %s
            UserKnownHostsFile %s
            %s
        """
                .formatted(
                        name,
                        server.port,
                        TestSshd.user(),
                        server.folder.resolve("id"),
                        server.knownHosts(),
                        more);
    }

    private static String port(SshSettings settings, String alias) throws Exception {
        Target target = new Target("h1", alias, Login.DEFAULT);
        try (SshTransport ssh = new SshTransport(settings);
                Session session = ssh.open(target, TestSshd.LIMIT)) {
            return session.run("port", "echo $SSH_CONNECTION", TestSshd.LIMIT).stdout();
        }
    }

    @Test
    void anAliasWithPortUserKeyAndKnownHostsIsHonoured() throws Exception {
        assertThat(port(settings(host("gpu-a", sshd, "")), "gpu-a"))
                .endsWith(" 127.0.0.1 " + sshd.port + "\n");
    }

    @Test
    void aProxyJumpByAliasIsGoneThrough() throws Exception {
        String config = host("gpu-a", sshd, "ProxyJump gate") + host("gate", bastion, "");
        SshSettings settings = settings(config);
        SshLogin login = new SshConfig(settings).resolve(new Target("h1", "gpu-a", Login.DEFAULT));
        assertThat(login.openSsh()).isEmpty();
        assertThat(login.jumps()).hasSize(1);
        assertThat(login.jumps().getFirst().port()).isEqualTo(bastion.port);
        assertThat(port(settings, "gpu-a")).endsWith(" 127.0.0.1 " + sshd.port + "\n");
    }

    @Test
    void aJumpHostWithAJumpHostIsGoneThroughToo() throws Exception {
        String config =
                host("gpu-a", sshd, "ProxyJump gate")
                        + host("gate", bastion, "ProxyJump outer")
                        + host("outer", sshd, "");
        SshSettings settings = settings(config);
        SshLogin login = new SshConfig(settings).resolve(new Target("h1", "gpu-a", Login.DEFAULT));
        assertThat(login.jumps())
                .extracting(SshLogin::port)
                .containsExactly(sshd.port, bastion.port);
        assertThat(port(settings, "gpu-a")).endsWith(" 127.0.0.1 " + sshd.port + "\n");
    }

    @Test
    void jumpHostsInACircleAreRefused() throws Exception {
        String config =
                host("gpu-a", sshd, "ProxyJump gate") + host("gate", bastion, "ProxyJump gpu-a");
        SshConfig resolver = new SshConfig(settings(config));
        assertThatThrownBy(() -> resolver.resolve(new Target("h1", "gpu-a", Login.DEFAULT)))
                .isInstanceOf(Unreachable.class)
                .hasMessageContaining("without end");
    }

    @Test
    void aHostKeyAliasIsWhatTheKeyIsLookedUpUnder() throws Exception {
        Path known = folder.resolve("aliased");
        String[] key = Files.readString(sshd.folder.resolve("host_ed25519.pub")).split(" ");
        Files.writeString(known, "the-alias " + key[0] + " " + key[1] + "\n");
        String config =
                host("gpu-a", sshd, "HostKeyAlias the-alias")
                        .replace(sshd.knownHosts().toString(), known.toString());
        assertThat(port(settings(config), "gpu-a")).contains(" 127.0.0.1 ");
    }

    @Test
    void aProxyCommandIsLeftToOpenSsh() throws Exception {
        String jump =
                "ProxyCommand ssh -i %s -p %d -o UserKnownHostsFile=%s -F none -W %%h:%%p 127.0.0.1"
                        .formatted(
                                bastion.folder.resolve("id"), bastion.port, bastion.knownHosts());
        SshSettings settings = settings(host("gpu-a", sshd, jump));
        SshLogin login = new SshConfig(settings).resolve(new Target("h1", "gpu-a", Login.DEFAULT));
        assertThat(login.openSsh()).contains("ssh_config has a ProxyCommand");
        assertThat(port(settings, "gpu-a")).endsWith(" 127.0.0.1 " + sshd.port + "\n");
    }

    @Test
    void keysOfTheAgentAreOffered() throws Exception {
        Path socket = folder.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString()).start();
        try {
            for (int i = 0; i < 100 && !Files.exists(socket); i++) {
                Thread.sleep(20);
            }
            ProcessBuilder add =
                    new ProcessBuilder("ssh-add", "-q", sshd.folder.resolve("id").toString());
            add.environment().put("SSH_AUTH_SOCK", socket.toString());
            assertThat(add.start().waitFor()).isZero();
            SshSettings s = TestSshd.settings(folder);
            Map<String, String> environment = new HashMap<>(s.environment());
            environment.put("SSH_AUTH_SOCK", socket.toString());
            SshSettings withAgent =
                    new SshSettings(
                            s.home(),
                            s.user(),
                            environment,
                            Optional.empty(),
                            false,
                            4,
                            0,
                            s.outputCap(),
                            1);
            Login l = sshd.login();
            Login noKey =
                    new Login(
                            l.user(),
                            l.port(),
                            Optional.empty(),
                            Optional.empty(),
                            l.knownHosts(),
                            Optional.empty(),
                            false);
            try (SshTransport ssh = new SshTransport(withAgent)) {
                ssh.open(new Target("h1", "127.0.0.1", noKey), TestSshd.LIMIT).close();
            }
        } finally {
            agent.destroy();
            agent.waitFor();
        }
    }

    @Test
    void aCertificateBesideTheKeyLogsIn() throws Exception {
        Path ca = folder.resolve("ca");
        Path key = folder.resolve("certified");
        TestSshd.keygen(ca, "ed25519");
        TestSshd.keygen(key, "ed25519");
        Process sign =
                new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-s",
                                ca.toString(),
                                "-I",
                                "id",
                                "-n",
                                TestSshd.user(),
                                key + ".pub")
                        .start();
        assertThat(sign.waitFor()).isZero();
        try (TestSshd trusting =
                TestSshd.start(folder.resolve("c"), "TrustedUserCAKeys " + ca + ".pub")) {
            Login l = trusting.login();
            Login login =
                    new Login(
                            l.user(),
                            l.port(),
                            Optional.of(key.toString()),
                            Optional.empty(),
                            l.knownHosts(),
                            Optional.empty(),
                            false);
            try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
                ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT).close();
            }
        }
    }

    @Test
    void aHostKeySignedByAKnownAuthorityIsTrusted() throws Exception {
        Path ca = folder.resolve("hostca");
        TestSshd.keygen(ca, "ed25519");
        Path d = folder.resolve("d");
        TestSshd.start(d).close();
        Process sign =
                new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-s",
                                ca.toString(),
                                "-I",
                                "host",
                                "-h",
                                "-n",
                                "127.0.0.1",
                                d.resolve("host_ed25519.pub").toString())
                        .start();
        assertThat(sign.waitFor()).isZero();
        try (TestSshd certified =
                TestSshd.start(d, "HostCertificate " + d.resolve("host_ed25519-cert.pub"))) {
            Path known = folder.resolve("authority");
            String[] key = Files.readString(Path.of(ca + ".pub")).split(" ");
            Files.writeString(
                    known, "@cert-authority [127.0.0.1]:* " + key[0] + " " + key[1] + "\n");
            try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
                ssh.open(certified.target("h1", known), TestSshd.LIMIT).close();
            }
        }
    }

    @Test
    void jumpHostsAreReadInAllTheirForms() throws Exception {
        Target t = new Target("h1", "x", Login.DEFAULT);
        assertThat(SshConfig.Hop.parse("gate", t))
                .isEqualTo(new SshConfig.Hop(Optional.empty(), "gate", Optional.empty()));
        assertThat(SshConfig.Hop.parse("ops@gate:2222", t))
                .isEqualTo(new SshConfig.Hop(Optional.of("ops"), "gate", Optional.of(2222)));
        assertThat(SshConfig.Hop.parse("ssh://ops@[fd00::1]:22", t))
                .isEqualTo(new SshConfig.Hop(Optional.of("ops"), "fd00::1", Optional.of(22)));
        assertThat(SshConfig.Hop.parse("fd00::1", t).host()).isEqualTo("fd00::1");
        for (String bad : List.of("gate:x", "gate:70000", "", "ops@", "-oProxyCommand=x")) {
            assertThatThrownBy(() -> SshConfig.Hop.parse(bad, t))
                    .as(bad)
                    .isInstanceOf(Unreachable.class);
        }
    }
}
