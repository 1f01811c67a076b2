package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.railhead.model.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nothing that is read makes the reader throw or hang, and everything it refuses has a reason.
class ReaderFuzzTest {

    private static void holds(String text, Supplier<String> which) {
        Result result;
        try {
            result =
                    assertTimeoutPreemptively(
                            Duration.ofMinutes(10), () -> ClusterReader.read("cluster.yaml", text));
        } catch (Throwable e) {
            throw new AssertionError(which.get() + "\n" + text, e);
        }
        boolean anyError = result.problems().stream().anyMatch(p -> p.severity() == Severity.ERROR);
        assertThat(result instanceof Result.Refused).as(which).isEqualTo(anyError);
        int lines = text.split("\n", -1).length + 1;
        assertThat(result.problems())
                .as(which)
                .allSatisfy(
                        p -> {
                            assertThat(p.line()).isBetween(0, lines);
                            assertThat(p.column()).isNotNegative();
                            assertThat(p.message()).isNotBlank();
                            assertThat(p.remedy()).isNotBlank();
                            assertThat(p.message().length()).isLessThan(600);
                        });
    }

    private static List<String> samples() throws IOException {
        List<String> samples = new ArrayList<>();
        for (Path file : ExamplesTest.files()) {
            samples.add(Files.readString(file));
        }
        for (Path file : FaultsTest.files()) {
            samples.add(Files.readString(file));
        }
        samples.add(Files.readString(Path.of("src/test/resources/io/railhead/intent/whole.yaml")));
        for (long seed = 1; seed <= 20; seed++) {
            samples.add(ClusterWriter.write(new RandomClusters(seed).cluster()));
        }
        return samples;
    }

    @Test
    void flippedBytesCutsAndJoinsAreAnsweredWithProblems() throws IOException {
        long seed = Long.getLong("railhead.fuzz.seed", 2026);
        int runs = Integer.getInteger("railhead.fuzz.runs", 6_000);
        List<String> samples = samples();
        Random random = new Random(seed);
        for (int run = 0; run < runs; run++) {
            int number = run;
            holds(Mutations.mutate(samples, random), () -> "seed " + seed + ", run " + number);
        }
    }

    @Test
    void randomTextIsAnsweredWithProblems() {
        long seed = 9;
        Random random = new Random(seed);
        for (int run = 0; run < 3_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(200); k > 0; k--) {
                text.appendCodePoint(
                        random.nextInt(4) == 0 ? random.nextInt(0x11000) : 32 + random.nextInt(95));
            }
            int number = run;
            holds(text.toString(), () -> "seed " + seed + ", run " + number);
        }
    }

    @ParameterizedTest
    @CsvSource({"[", "{a: ", "- ", "? ", "&a [", "!!map {"})
    void deepNestingIsBounded(String open) {
        holds(open.repeat(100_000), () -> open);
        holds("cluster: a\nhosts:\n  x: " + open.repeat(100_000), () -> open);
    }

    @Test
    void blocksInBlocksAreBounded() {
        StringBuilder text = new StringBuilder("cluster: a\nhosts:\n");
        for (int depth = 1; depth < 2_000; depth++) {
            text.append(" ".repeat(depth)).append("a:\n");
        }
        holds(text.toString(), () -> "blocks");
    }

    @Test
    void aliasesOfAliasesAreNotUnrolled() {
        StringBuilder text = new StringBuilder("cluster: a\nx-0: &a0 {a: b}\n");
        for (int i = 1; i < 40; i++) {
            text.append("x-" + i + ": &a" + i + " {");
            for (int k = 0; k < 10; k++) {
                text.append("k" + k + ": *a" + (i - 1) + ", ");
            }
            text.append("}\n");
        }
        holds(text + "hosts: *a39\n", () -> "maps");
        holds(text + "hosts: {gpu1: {address: *a39, rails: *a39, policy: *a39}}\n", () -> "in");
        holds(
                "cluster: a\nhosts: &h {gpu1: {address: 10.0.0.1, rails: *h, policy: *h}}\n",
                () -> "recursive");
    }

    @Test
    void whatStandsForTooMuchIsRefused() {
        holds("cluster: a\nhosts: {\"gpu[0-999999999]\": {address: \"{n}\"}}\n", () -> "range");
        holds(
                "cluster: a\nhosts: {\"a[0-99999]\": {address: \"{name}\"},"
                        + " \"b[0-99999]\": {address: \"{name}\"}}\n",
                () -> "two ranges");
        holds(
                "cluster: a\nrails: {\"rail[0-99999]\": {subnet: \"10.0.0.0/8\"}}\n"
                        + "hosts: {a: {address: b}}\n",
                () -> "rails");
        StringBuilder many = new StringBuilder("cluster: a\nrails:\n");
        for (int r = 0; r < 300; r++) {
            many.append(
                    "  r"
                            + r
                            + ": {subnet: 10."
                            + r % 256
                            + "."
                            + r / 256
                            + ".0/32,"
                            + " interface: i"
                            + r
                            + "}\n");
        }
        many.append("hosts:\n  h[1-10000]:\n    address: \"{name}\"\n    rails:\n");
        many.append("      r[0-299]: \"{n}.0.0.1\"\n");
        holds(many.toString(), () -> "ports");
        StringBuilder keys = new StringBuilder();
        for (int k = 0; k < 50_000; k++) {
            keys.append("k" + k + ": {\n");
        }
        holds(keys.toString(), () -> "sections");
        holds("a: {" + "?,".repeat(200_000), () -> "empty pairs");
        holds("cluster: " + "x".repeat(5_000_000) + "\n", () -> "long");
    }
}
