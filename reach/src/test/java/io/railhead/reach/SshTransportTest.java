package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Transcript;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void aCommandThatHangsIsKilledWithAllItStarted() throws Exception {
        try (SshTransport ssh = transport();
                Session session = ssh.open(sshd.target("h1"), TestSshd.LIMIT)) {
            Transcript t =
                    session.run(
                            "hang",
                            "echo begun; sleep 3717 & (sleep 3718; true) & exec sleep 3719",
                            Duration.ofSeconds(1));
            assertThat(t.stdout()).isEqualTo("begun\n");
            assertThat(t.exitCode()).isEqualTo(-1);
            assertThat(t.truncated()).isTrue();
            Transcript left =
                    session.run(
                            "left", "ps -e -o args | grep -c '^sleep 371[789]'", TestSshd.LIMIT);
            assertThat(left.stdout().strip()).isEqualTo("0");
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
}
