package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs every probe on this very machine, under each shell there is, and reads what it prints: all
/// of it must be accounted for. Then once more with no tool installed at all.
final class ProbesTest {
    private static final List<List<String>> SHELLS =
            List.of(
                    List.of("/bin/dash"),
                    List.of("/bin/bash", "--posix"),
                    List.of("/bin/busybox", "sh"));

    /// What a POSIX shell needs no process for, and so works without any tool.
    private static final List<String> SYNTAX =
            List.of(
                    "Syntax error",
                    "syntax error",
                    "unexpected",
                    "Bad substitution",
                    "bad substitution");

    @TestFactory
    Stream<DynamicTest> whatEveryProbePrintsHereIsReadToTheLastLine() {
        return SHELLS.stream()
                .filter(s -> Files.isExecutable(Path.of(s.getFirst())))
                .flatMap(
                        shell ->
                                probes().map(
                                                p ->
                                                        dynamicTest(
                                                                p.name() + " " + shell.getLast(),
                                                                () ->
                                                                        readsToTheLastLine(
                                                                                shell, p))));
    }

    private static Stream<Probe> probes() {
        return Parsers.installed().all().stream().flatMap(p -> p.probes().stream());
    }

    private static void readsToTheLastLine(List<String> shell, Probe probe) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux");
        Transcript t = run(shell, probe, System.getenv("PATH"));
        noSyntaxError(t);
        assumeTrue(t.exitCode() != -1, "too slow on this machine just now");
        Facts facts = Parsers.installed().read(List.of(t));
        assertThat(facts.unread()).as("stderr: %s", t.stderr()).isEmpty();
        assertThat(facts.unavailable())
                .extracting(Unavailable::why)
                .allSatisfy(ProbesTest::saysWhy);
        assertThat(facts.all("here").count() + facts.unavailable().size())
                .as("neither a fact nor a reason for none: %s", t)
                .satisfiesAnyOf(
                        n -> assertThat(n).isPositive(),
                        n ->
                                assertThat(t.exitCode())
                                        .as("nothing there is an answer, too")
                                        .isZero());
    }

    @TestFactory
    Stream<DynamicTest> aProbeWithoutItsToolsSaysWhyThereIsNothing(@TempDir Path empty) {
        return probes().map(
                        p ->
                                dynamicTest(
                                        p.name(),
                                        () -> {
                                            Transcript t =
                                                    run(
                                                            shell(),
                                                            p,
                                                            empty.toAbsolutePath().toString());
                                            noSyntaxError(t);
                                            Facts facts = Parsers.installed().read(List.of(t));
                                            assertThat(facts.unread()).isEmpty();
                                            if (facts.all("here").findAny().isEmpty()) {
                                                assertThat(facts.unavailable())
                                                        .as("%s", t)
                                                        .isNotEmpty()
                                                        .extracting(Unavailable::why)
                                                        .allSatisfy(ProbesTest::saysWhy);
                                            }
                                        }));
    }

    private static List<String> shell() {
        Path dash = Path.of("/bin/dash");
        return List.of(Files.isExecutable(dash) ? dash.toString() : "/bin/sh");
    }

    private static void saysWhy(String why) {
        assertThat(why).isNotBlank().doesNotContain("please report this");
    }

    private static void noSyntaxError(Transcript t) {
        for (String sign : SYNTAX) assertThat(t.stderr()).doesNotContain(sign);
    }

    private static Transcript run(List<String> shell, Probe probe, String path)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of(shell.getFirst())));
        List<String> argv = new ArrayList<>(shell);
        argv.add("-c");
        argv.add(probe.command());
        ProcessBuilder builder = new ProcessBuilder(argv);
        String item = probe.each() == Probe.Each.PEER ? "127.0.0.1" : "lo";
        builder.environment()
                .putAll(Map.of("x", item, "mtu", "1500", "from", "127.0.0.1", "LC_ALL", "C"));
        builder.environment().put("PATH", path);
        Path out = Files.createTempFile("probe", ".out");
        Path err = Files.createTempFile("probe", ".err");
        try {
            Instant started = Instant.now();
            Process process =
                    builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(Duration.ofSeconds(60));
            if (!ended) process.destroyForcibly().waitFor();
            return new Transcript(
                    "here",
                    probe.shown().replace("$x", item),
                    new String(Files.readAllBytes(out), StandardCharsets.UTF_8),
                    new String(Files.readAllBytes(err), StandardCharsets.UTF_8),
                    ended ? process.exitValue() : -1,
                    started,
                    Duration.between(started, Instant.now()),
                    false);
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }
}
