package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Login;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sshd")
class SshTransportTest {
    @TempDir static Path folder;
    private static TestSshd sshd;

    @BeforeAll
    static void start() throws Exception {
        sshd = TestSshd.start(folder.resolve("a"));
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            sshd.close();
        }
    }

    private static SshTransport transport() {
        return new SshTransport(TestSshd.settings(folder));
    }

    private static Login changed(Login l, Optional<String> identity, Optional<String> jump) {
        return new Login(
                l.user(), l.port(), identity, jump, l.knownHosts(), l.networkNamespace(), false);
    }

    @Test
    void aScriptRunsAndItsOutputsAndStatusComeBack() throws Exception {
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            Transcript t =
                    session.run(
                            "three lines",
                            "echo one; echo two >&2; printf three; exit 5",
                            TestSshd.LIMIT);
            assertThat(t.stdout()).isEqualTo("one\nthree");
            assertThat(t.stderr()).isEqualTo("two\n");
            assertThat(t.exitCode()).isEqualTo(5);
            assertThat(t.machine()).isEqualTo("h1");
            assertThat(t.command()).isEqualTo("three lines");
            assertThat(t.truncated()).isFalse();
        }
    }

    @Test
    void aScriptCannotEatItsOwnRestAndLargeOnesPass() throws Exception {
        String comment = "# " + "x".repeat(100) + "\n";
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            Transcript t =
                    session.run(
                            "cat",
                            comment.repeat(30_000) + "cat; read x; echo after $?",
                            TestSshd.LIMIT);
            assertThat(t.stdout()).isEqualTo("after 1\n");
        }
    }

    @Test
    void aCommandThatHangsIsKilledWithAllItStarted() throws Exception {
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            Transcript t =
                    session.run(
                            "hang",
                            "echo begun; sleep 3717 & (sleep 3718; true) &"
                                    + " timeout 3000 sleep 3720 & exec sleep 3719",
                            Duration.ofSeconds(1));
            assertThat(t.stdout()).isEqualTo("begun\n");
            assertThat(t.exitCode()).isEqualTo(-1);
            assertThat(t.truncated()).isTrue();
            assertThat(running("sleep 3717", "sleep 3718", "sleep 3719", "sleep 3720")).isZero();
        }
    }

    private static long running(String... commands) {
        return ProcessHandle.allProcesses()
                .map(p -> commandLine(p.pid()))
                .filter(c -> List.of(commands).contains(c))
                .count();
    }

    private static String commandLine(long pid) {
        try {
            Path line = Path.of("/proc/" + pid + "/cmdline");
            return Files.readString(line).replace('\0', ' ').strip();
        } catch (java.io.IOException e) {
            return "";
        }
    }

    @Test
    void aCommandThatFloodsIsCutAtTheCapAndKilled() throws Exception {
        SshSettings settings = TestSshd.settings(folder).withOutputCap(1 << 20);
        try (SshTransport ssh = new SshTransport(settings);
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            Transcript t = session.run("flood", "yes 4711-railhead-flood", TestSshd.LIMIT);
            assertThat(t.stdout()).hasSize(1 << 20);
            assertThat(t.truncated()).isTrue();
            assertThat(t.exitCode()).isEqualTo(-1);
            assertThat(running("yes 4711-railhead-flood")).isZero();
            assertThat(session.run("still", "echo alive", TestSshd.LIMIT).stdout())
                    .isEqualTo("alive\n");
        }
    }

    @Test
    void severalThreadsShareASessionEvenBeyondMaxSessions() throws Exception {
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> work = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                String n = Integer.toString(i);
                work.add(
                        () ->
                                session.run("n", "sleep 0.3; echo " + n, TestSshd.LIMIT)
                                        .stdout()
                                        .strip());
            }
            List<String> answers = new ArrayList<>();
            for (var future : threads.invokeAll(work)) {
                answers.add(future.get());
            }
            assertThat(answers).hasSize(24).doesNotHaveDuplicates().allMatch(a -> !a.isEmpty());
        }
    }

    @Test
    void aHostWhoseKeyIsNotKnownIsRefusedWithTheWayOut() {
        try (SshTransport ssh = transport()) {
            assertThatThrownBy(
                            () ->
                                    ssh.open(
                                            sshd.target("h1", folder.resolve("none")),
                                            TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("h1")
                    .hasMessageContaining("SHA256:")
                    .hasMessageContaining("--accept-new");
        }
    }

    @Test
    void aNewHostIsAcceptedOnceAndRefusedWhenItsKeyHasChanged() throws Exception {
        Path known = folder.resolve("accepted");
        try (TestSshd other = TestSshd.start(folder.resolve("b"))) {
            SshSettings s = TestSshd.settings(folder);
            SshSettings accepting =
                    new SshSettings(
                            s.home(),
                            s.user(),
                            s.environment(),
                            s.configFile(),
                            true,
                            4,
                            0,
                            s.outputCap(),
                            1);
            try (SshTransport ssh = new SshTransport(accepting)) {
                ssh.open(other.target("h2", known), TestSshd.LIMIT).close();
            }
            assertThat(Files.readString(known))
                    .startsWith("[127.0.0.1]:" + other.port + " ssh-ed25519 ");
            try (SshTransport ssh = transport()) {
                ssh.open(other.target("h2", known), TestSshd.LIMIT).close();
            }
            other.reinstalled();
            for (SshSettings settings : List.of(s, accepting)) {
                try (SshTransport ssh = new SshTransport(settings)) {
                    assertThatThrownBy(() -> ssh.open(other.target("h2", known), TestSshd.LIMIT))
                            .isInstanceOf(Unreachable.class)
                            .hasMessageContaining(known + " line 1")
                            .hasMessageContaining("ssh-keygen -f");
                }
            }
        }
    }

    @Test
    void aWrongKeyIsRefusedWithTheKeysThatWereTried() throws Exception {
        Path wrong = folder.resolve("wrong");
        TestSshd.keygen(wrong, "ed25519");
        Login login = changed(sshd.login(), Optional.of(wrong.toString()), Optional.empty());
        try (SshTransport ssh = transport()) {
            assertThatThrownBy(() -> ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("login as " + TestSshd.user() + " was not accepted")
                    .hasMessageContaining(wrong.toString());
        }
    }

    @Test
    void aKeyWithAPassphraseIsLeftToTheAgent() throws Exception {
        Path locked = folder.resolve("locked");
        Process keygen =
                new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-t",
                                "ed25519",
                                "-N",
                                "a phrase",
                                "-f",
                                locked.toString())
                        .start();
        assertThat(keygen.waitFor()).isZero();
        Login login = changed(sshd.login(), Optional.of(locked.toString()), Optional.empty());
        try (SshTransport ssh = transport()) {
            assertThatThrownBy(() -> ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("ssh-add");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ecdsa"})
    void keysOfEveryCommonTypeAreGoodForHostsAndUsers(String type) throws Exception {
        Path own = folder.resolve("type-" + type);
        Path host = own.resolve("host_" + type + "_2");
        Path user = own.resolve("user_" + type);
        Files.createDirectories(own);
        TestSshd.keygen(host, type);
        TestSshd.keygen(user, type);
        // The machine has an ed25519 key as well, but is known by this one only.
        try (TestSshd server = TestSshd.start(own, "HostKey " + host)) {
            Files.copy(
                    Path.of(user + ".pub"),
                    own.resolve("authorized_keys"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            String[] key = Files.readString(Path.of(host + ".pub")).split(" ");
            Path known = own.resolve("known_by");
            Files.writeString(
                    known, "[127.0.0.1]:" + server.port + " " + key[0] + " " + key[1] + "\n");
            Target target = server.target("h1", known);
            Login login = changed(target.login(), Optional.of(user.toString()), Optional.empty());
            try (SshTransport ssh = transport()) {
                ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT).close();
            }
        }
    }

    @Test
    void jumpHostsAreGoneThroughOneAfterTheOther() throws Exception {
        try (TestSshd second = TestSshd.start(folder.resolve("c"))) {
            Files.copy(
                    sshd.folder.resolve("id.pub"),
                    second.folder.resolve("authorized_keys"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            Path known = folder.resolve("known_all");
            Files.writeString(
                    known,
                    Files.readString(sshd.knownHosts()) + Files.readString(second.knownHosts()));
            String here = TestSshd.user() + "@127.0.0.1:";
            for (String jump :
                    List.of(here + second.port, here + second.port + "," + here + second.port)) {
                Login l = sshd.login();
                Login login =
                        new Login(
                                l.user(),
                                l.port(),
                                l.identity(),
                                Optional.of(jump),
                                Optional.of(known.toString()),
                                Optional.empty(),
                                false);
                try (SshTransport ssh = transport();
                        Session session =
                                ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT)) {
                    Transcript t =
                            session.run(
                                    "port", "echo $SSH_CONNECTION; seq 1 200000", TestSshd.LIMIT);
                    assertThat(t.stdout()).contains(" 127.0.0.1 " + sshd.port + "\n");
                    assertThat(t.stdout()).endsWith("\n200000\n");
                }
            }
        }
    }

    @Test
    void aHostBehindAJumpHostThatRefusesSaysSo() throws Exception {
        Login l = sshd.login();
        Login login =
                new Login(
                        l.user(),
                        1,
                        l.identity(),
                        Optional.of(TestSshd.user() + "@127.0.0.1:" + sshd.port),
                        l.knownHosts(),
                        Optional.empty(),
                        false);
        try (SshTransport ssh = transport()) {
            assertThatThrownBy(() -> ssh.open(new Target("h9", "127.0.0.1", login), TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("h9")
                    .hasMessageContaining("jump host");
        }
    }

    @Test
    void connectionsDroppedByMaxStartupsAreMadeAgain() throws Exception {
        try (TestSshd busy = TestSshd.start(folder.resolve("d"), "MaxStartups 1")) {
            List<Target> targets = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                targets.add(busy.target("h" + i));
            }
            try (SshTransport ssh = transport()) {
                Fleet fleet = new Fleet(ssh, 12, Duration.ofSeconds(60));
                assertThat(fleet.each(targets, s -> s.run("true", "true", TestSshd.LIMIT)))
                        .allMatch(o -> o instanceof Outcome.Done);
            }
        }
    }

    @Test
    void rootIsOnlyTakenWhereTheIntentAllowsIt() throws Exception {
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            if (TestSshd.user().equals("root")) {
                assertThat(session.runAsRoot("id", "id -u", TestSshd.LIMIT).stdout())
                        .isEqualTo("0\n");
            } else {
                assertThatThrownBy(() -> session.runAsRoot("id", "id -u", TestSshd.LIMIT))
                        .isInstanceOf(Unreachable.class)
                        .hasMessageContaining("login.sudo");
            }
        }
    }

    @Test
    void aLoginThatGivesNoShellIsUnreachable() throws Exception {
        try (TestSshd forced =
                        TestSshd.start(
                                folder.resolve("f"),
                                "ForceCommand echo only backups here; exit 1");
                SshTransport ssh = transport();
                Session session = ssh.open(forced.target("h1"), TestSshd.LIMIT)) {
            assertThatThrownBy(() -> session.run("id", "id", TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("h1: id was not run")
                    .hasMessageContaining("only backups here");
            Collected collected =
                    new Collector(ssh, 1, TestSshd.LIMIT)
                            .collect(
                                    List.of(forced.target("h1")),
                                    CollectorTest.PLAN,
                                    _ -> List.of(),
                                    _ -> {})
                            .getFirst();
            assertThat(collected.unreachable().orElseThrow()).contains("only backups here");
        }
    }

    @Test
    void aLostConnectionIsReportedAndNotTakenForAnEnd() throws Exception {
        try (TestSshd cut = TestSshd.start(folder.resolve("e"));
                SshTransport ssh = transport();
                Session session = ssh.open(cut.target("h1"), TestSshd.LIMIT)) {
            Thread.startVirtualThread(
                    () -> {
                        sleep(700);
                        cut.cut();
                    });
            assertThatThrownBy(() -> session.run("wait", "sleep 20", TestSshd.LIMIT))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("connection lost");
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
