package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Login;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The script under each shell that machines have as `sh`, and through each transport: the
/// transcripts are the same.
class ShellsTest {
    @TempDir static Path folder;

    private static final List<Peer> PEERS =
            List.of(
                    new Peer("10.0.0.1", 9000, "10.0.0.9"),
                    new Peer("10.0.0.2", 9000, "10.0.0.9"),
                    new Peer("fd00::1", 1500, "fd00::9"));

    /// What a shell could get wrong, without anything that differs from run to run.
    static final List<Probe> PLAN =
            List.of(
                    Probe.once("simple", "uname -s").asPrompt(),
                    Probe.once("odd", "printf 'no newline'; echo oops >&2; exit 3"),
                    Probe.once("empty", "true"),
                    Probe.once("newlines", "printf '\\n\\n\\nx\\n\\n'").asPrompt(),
                    Probe.once("utf8", "printf 'Zürich «5 µs»\\n'"),
                    Probe.each(Probe.Each.INTERFACE, "mtu", "cat /sys/class/net/$x/addr_len")
                            .asPrompt(),
                    Probe.once("large", "seq 1 30000").asPrompt().expectLarge(),
                    Probe.once("largefail", "echo big; echo no >&2; exit 4").expectLarge(),
                    Probe.each(Probe.Each.RDMA_DEVICE, "rdma", "cat /sys/class/infiniband/$x/x"),
                    Probe.once("absent", "no-such-tool-here --version 2>/dev/null"),
                    Probe.each(
                                    Probe.Each.PEER,
                                    "peer",
                                    "echo to \"$x\" mtu ${mtu} from $from; echo err $x >&2; exit 7")
                            .asPrompt(),
                    Probe.each(Probe.Each.PEER, "peer2", "printf %s\\n $x"),
                    Probe.once("hung", "echo first; sleep 60").within(Duration.ofSeconds(1)),
                    Probe.once("killed", "sh -c 'sleep 61 & sleep 62' ; sleep 63")
                            .within(Duration.ofSeconds(1)),
                    Probe.once("stdin", "cat; echo end of input").asPrompt(),
                    Probe.once("quotes", "echo 'it'\"'\"'s' \"a  b\" | tr a-z A-Z").asPrompt(),
                    Probe.once("heredoc", "cat <<X\nhere $((1+1))\nX"),
                    Probe.once("badsyntax", "echo 'unterminated").asPrompt(),
                    Probe.once("root", "echo as root").asRoot(),
                    Probe.once(
                                    "long",
                                    "cat; echo it\\'s \"'$((2*3))'\"; echo no >&2\n: '"
                                            + "x".repeat(200_000)
                                            + "'\nexit 5")
                            .cited("long"),
                    Probe.once("longslow", "echo first; sleep 64; : " + "x".repeat(100_000))
                            .within(Duration.ofSeconds(1))
                            .expectLarge()
                            .cited("longslow"),
                    Probe.once("locale", "echo \"$LC_ALL\"").asPrompt());

    private static Target local() {
        return new Target("h1", "localhost", Login.DEFAULT);
    }

    private static Collected collect(Transport transport, Target target) {
        return new Collector(transport, 1, Duration.ofSeconds(60))
                .collect(List.of(target), PLAN, _ -> PEERS, _ -> {})
                .getFirst();
    }

    /// Without what differs between runs, and without the words of a shell.
    private static List<String> comparable(Collected collected) {
        assertThat(collected.unreachable()).isEmpty();
        return collected.transcripts().stream()
                .map(
                        t ->
                                t.command()
                                        + "|"
                                        + t.exitCode()
                                        + "|"
                                        + t.truncated()
                                        + "|"
                                        + t.stdout()
                                        + "|"
                                        + (t.command().contains("unterminated") ? "" : t.stderr()))
                .sorted()
                .toList();
    }

    private static List<String> expected = List.of();

    @BeforeAll
    static void here() {
        expected = comparable(collect(new LocalTransport(TestSshd.settings(folder)), local()));
    }

    @Test
    void aProbeThatCannotBeKilledLosesOnlyItself() throws Exception {
        // A `timeout` that limits nothing stands for a process that does not die.
        String planted = "{ echo 'timeout() { shift 3; \"$@\"; }'; cat; } | exec sh";
        Transport stuck = new UnderShell(List.of("sh", "-c", planted), TestSshd.settings(folder));
        List<Probe> plan =
                List.of(
                        Probe.once("clock", "date +%s.%N"),
                        Probe.once("before", "echo before"),
                        Probe.once("stuck", "echo stuck; sleep 300").within(Duration.ofSeconds(1)),
                        Probe.once("after", "echo after"),
                        Probe.each(Probe.Each.PEER, "peer", "echo to $x"));
        Collected collected =
                new Collector(stuck, 1, Duration.ofSeconds(60))
                        .collect(List.of(local()), plan, _ -> PEERS, _ -> {})
                        .getFirst();
        assertThat(collected.unreachable()).isEmpty();
        assertThat(collected.transcripts())
                .extracting(t -> t.command().split(";")[0] + " " + t.exitCode())
                .containsExactly(
                        "date +%s.%N 0",
                        "echo before 0",
                        "echo stuck -1",
                        "echo after 0",
                        "echo to 10.0.0.1 0",
                        "echo to 10.0.0.2 0",
                        "echo to fd00::1 0");
        assertThat(collected.notes()).hasSize(1).first().asString().contains("echo stuck");
    }

    @Test
    void whatALoginsPathNamesFirstIsNotTakenForTheSystemsOwn() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("planted"));
        for (String name : List.of("uname", "timeout", "only-here")) {
            Path fake = bin.resolve(name);
            Files.writeString(fake, "#!/bin/sh\necho planted\n");
            assertThat(fake.toFile().setExecutable(true)).isTrue();
        }
        SshSettings s = TestSshd.settings(folder);
        SshSettings settings =
                new SshSettings(
                        s.home(),
                        s.user(),
                        Map.of("PATH", bin + ":" + s.environment().get("PATH")),
                        Optional.empty(),
                        false,
                        1,
                        0,
                        s.outputCap(),
                        1);
        List<Probe> plan =
                List.of(
                        Probe.once("prompt", "uname -s").asPrompt(),
                        Probe.once("guarded", "uname -s"),
                        Probe.once("own", "only-here"));
        LocalTransport here = new LocalTransport(settings);
        assertThat(
                        new Collector(here, 1, Duration.ofSeconds(60))
                                .collect(List.of(local()), plan, _ -> List.of(), _ -> {})
                                .getFirst()
                                .transcripts())
                .extracting(t -> t.stdout().strip())
                .containsExactly("Linux", "Linux", "planted");
        try (Session session = here.open(local(), Duration.ofSeconds(60))) {
            assertThat(session.run("x", "uname -s", Duration.ofSeconds(60)).stdout().strip())
                    .isEqualTo("Linux");
        }
    }

    @Test
    void trustedProbesGiveTheSameAsGuardedOnes() {
        List<Probe> ends =
                PLAN.stream().filter(p -> p.limit().compareTo(Duration.ofSeconds(1)) > 0).toList();
        List<List<String>> both =
                Stream.of(
                                ends.stream().map(Probe::asPrompt).toList(),
                                ends.stream().map(ShellsTest::notPrompt).toList())
                        .map(
                                plan ->
                                        new Collector(
                                                        new LocalTransport(
                                                                TestSshd.settings(folder)),
                                                        1,
                                                        Duration.ofSeconds(60))
                                                .collect(
                                                        List.of(local()), plan, _ -> PEERS, _ -> {})
                                                .getFirst())
                        .map(ShellsTest::comparable)
                        .toList();
        assertThat(both.getFirst()).isEqualTo(both.getLast()).hasSizeGreaterThan(ends.size());
    }

    private static Probe notPrompt(Probe p) {
        return new Probe(
                p.name(), p.command(), p.each(), p.limit(), p.root(), p.large(), false, p.shown());
    }

    @Test
    void aTrustedProbeThatHangsIsGivenUpAndTheRestIsGuarded() {
        List<Probe> plan =
                List.of(
                        Probe.once("before", "echo before").asPrompt(),
                        Probe.once("hung", "echo first; sleep 4243")
                                .within(Duration.ofSeconds(1))
                                .asPrompt(),
                        Probe.once("again", "echo second; sleep 4243")
                                .within(Duration.ofSeconds(1))
                                .asPrompt(),
                        Probe.once("after", "echo after").asPrompt());
        Collected collected =
                new Collector(
                                new LocalTransport(TestSshd.settings(folder)),
                                1,
                                Duration.ofSeconds(60))
                        .collect(List.of(local()), plan, _ -> List.of(), _ -> {})
                        .getFirst();
        assertThat(collected.unreachable()).isEmpty();
        assertThat(collected.transcripts())
                .extracting(t -> t.command() + " " + t.exitCode() + " " + t.stdout().strip())
                .containsExactly(
                        "echo before 0 before",
                        "echo first; sleep 4243 -1 first",
                        "echo second; sleep 4243 -1 second",
                        "echo after 0 after");
        assertThat(collected.notes()).hasSize(1).first().asString().contains("echo first");
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(
                        p ->
                                p.info()
                                        .commandLine()
                                        .filter(c -> c.endsWith("sleep 4243"))
                                        .isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin/dash", "/usr/bin/bash", "/usr/bin/busybox"})
    void everyShellGivesTheSame(String shell) {
        assumeTrue(Files.isExecutable(Path.of(shell)), "needs " + shell);
        List<String> command =
                switch (shell) {
                    case "/usr/bin/bash" -> List.of(shell, "--posix");
                    case "/usr/bin/busybox" -> List.of(shell, "sh");
                    default -> List.of(shell);
                };
        Collected collected = collect(new UnderShell(command, TestSshd.settings(folder)), local());
        assertThat(comparable(collected)).isEqualTo(expected);
    }

    @Test
    void itWorksWithoutTimeoutAndGzip() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String tool : List.of("sh", "sleep", "cat", "tr", "seq", "uname", "true")) {
            Path wrapper = bin.resolve(tool);
            Files.writeString(wrapper, "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
            assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        }
        SshSettings s = TestSshd.settings(folder);
        SshSettings poor =
                new SshSettings(
                        s.home(),
                        s.user(),
                        Map.of("PATH", bin.toString()),
                        Optional.empty(),
                        false,
                        1,
                        0,
                        s.outputCap(),
                        1);
        // The script adds the system's folders to PATH, so they are hidden from it here.
        String script = new ProbeScript("M", PLAN, PEERS, false, true, true).text();
        assertThat(script).contains("command -v timeout");
        String without =
                script.replace("PATH=\"$PATH:/usr/local/sbin", "PATH=\"$PATH:/nonexistent\" X=\"");
        ProbeStream stream = new ProbeStream("M", PLAN.size(), 1 << 24, System::nanoTime);
        Shell.AfterMark out = new Shell.AfterMark("M", stream::out);
        Shell.AfterMark err = new Shell.AfterMark("M", stream::err);
        Execution.Ended ended =
                ProcessExecution.exec(
                        List.of(bin.resolve("sh").toString()),
                        poor,
                        new Execution.Script(
                                false,
                                Shell.wrap("M", without),
                                out,
                                err,
                                TestSshd.LIMIT,
                                () -> stream.position().ended()),
                        p -> {
                            p.descendants().forEach(ProcessHandle::destroyForcibly);
                            p.destroyForcibly();
                        });
        assertThat(ended.lost()).isFalse();
        ProbeStream.Result result = stream.result();
        assertThat(result.ended()).isTrue();
        assertThat(result.frames()).anyMatch(f -> f.flags().contains("p") && f.status() == 7);
        ProbeStream.Frame hung =
                result.frames().stream().filter(f -> f.index() == 12).findFirst().orElseThrow();
        assertThat(new String(hung.stdout(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("first\n");
        assertThat(hung.status()).isEqualTo(-1);
    }

    @Test
    void bothSshTransportsGiveTheSame() throws Exception {
        try (TestSshd sshd = TestSshd.start(folder.resolve("a"));
                SshTransport jsch = new SshTransport(TestSshd.settings(folder));
                OpenSshTransport openSsh = new OpenSshTransport(TestSshd.settings(folder))) {
            List<String> one = comparable(collect(jsch, sshd.target("h1")));
            List<String> two = comparable(collect(openSsh, sshd.target("h1")));
            assertThat(one).isEqualTo(two).isEqualTo(expected);
            for (Transport transport : List.of(jsch, openSsh)) {
                try (Session session = transport.open(sshd.target("h1"), TestSshd.LIMIT)) {
                    Transcript hung =
                            session.run("hang", "echo a; sleep 4242", Duration.ofSeconds(1));
                    assertThat(hung.stdout()).isEqualTo("a\n");
                    assertThat(hung.exitCode()).isEqualTo(-1);
                    assertThat(session.run("left", "pgrep -xf 'sleep 4242'", TestSshd.LIMIT))
                            .extracting(Transcript::stdout)
                            .isEqualTo("");
                }
            }
        }
    }

    @Test
    void probesThatNeedRootSayWhenTheyDidNotGetIt() {
        // No sudo in the path: the probe is run plain, and says so.
        SshSettings s = TestSshd.settings(folder);
        Probe probe = Probe.once("root", "echo as who").asRoot();
        ProbeStream stream = new ProbeStream("M", 1, 1 << 20, System::nanoTime);
        String script =
                new ProbeScript("M", List.of(probe), List.of(), true, true, true)
                        .text()
                        .replace("sudo -n", "/nonexistent/sudo -n");
        Shell.AfterMark out = new Shell.AfterMark("M", stream::out);
        Shell.AfterMark err = new Shell.AfterMark("M", stream::err);
        try {
            ProcessExecution.exec(
                    List.of("sh"),
                    s,
                    new Execution.Script(false, Shell.wrap("M", script), out, err, TestSshd.LIMIT),
                    Process::destroyForcibly);
        } catch (Unreachable e) {
            throw new AssertionError(e);
        }
        ProbeStream.Frame frame = stream.result().frames().getFirst();
        assertThat(new String(frame.stdout(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("as who\n");
        assertThat(new String(frame.stderr(), java.nio.charset.StandardCharsets.UTF_8))
                .startsWith("railhead: not run as root: ");
        assertThat(frame.flags()).isEqualTo("-");
    }

    @Test
    void commandsThatNeedNoShellAreSeenAsSuch() {
        Stream.of("ethtool -i $x", "cat /proc/meminfo", "ip -j addr")
                .forEach(c -> assertThat(ProbeScript.isSimple(c)).as(c).isTrue());
        Stream.of(
                        "ulimit -a",
                        "cat /etc/*.conf",
                        "a; b",
                        "X=1 y",
                        "echo $xy",
                        "$x",
                        "cd /",
                        "a | b",
                        "a 2>/dev/null",
                        "",
                        "echo \"a\"")
                .forEach(c -> assertThat(ProbeScript.isSimple(c)).as(c).isFalse());
    }
}
