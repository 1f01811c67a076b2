package io.railhead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every benchmark has recorded outputs under `samples/<its name>/`, each with the measurements it
/// must give beside it: a line each, `metric statistic value unit key=value …`, or `failure: why`.
class BenchSamplesTest {
    private static final Path SAMPLES = Path.of("src/test/resources/samples");

    private static List<Path> samplesOf(Benchmark benchmark) throws IOException {
        Path folder = SAMPLES.resolve(benchmark.name());
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".txt")).sorted().toList();
        }
    }

    private static Outcome read(Benchmark benchmark, String text) {
        Case setting = benchmark.cases(Settings.DEFAULT).getFirst();
        Ends ends = new Ends("10.78.0.3", "10.78.0.2", "eth1", "eth1", "5201");
        return benchmark.read(
                setting,
                new Transcript(
                        "h2",
                        benchmark.client(setting, ends),
                        text,
                        "",
                        0,
                        Instant.EPOCH,
                        Duration.ZERO,
                        false));
    }

    private static List<String> lines(Outcome outcome) {
        List<String> lines = new ArrayList<>();
        outcome.failure().ifPresent(f -> lines.add("failure: " + f));
        for (Measurement m : outcome.measurements()) {
            StringBuilder line = new StringBuilder();
            line.append(m.metric()).append(' ').append(m.statistic().word()).append(' ');
            line.append(Double.toString(m.value())).append(' ').append(m.unit());
            m.conditions()
                    .values()
                    .forEach((k, v) -> line.append(' ').append(k).append('=').append(v));
            lines.add(line.toString());
        }
        outcome.notes().forEach(n -> lines.add("note: " + n));
        return lines;
    }

    @TestFactory
    Stream<DynamicTest> everySampleGivesItsMeasurements() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Benchmark benchmark : Benchmarks.all()) {
            for (Path sample : samplesOf(benchmark)) {
                tests.add(
                        DynamicTest.dynamicTest(
                                benchmark.name() + "/" + sample.getFileName(),
                                () -> {
                                    Path expect = Path.of(sample + ".expect");
                                    List<String> lines =
                                            lines(read(benchmark, Files.readString(sample)));
                                    assertThat(lines)
                                            .containsExactlyElementsOf(Files.readAllLines(expect));
                                }));
            }
        }
        return tests.stream();
    }

    @Test
    void everyBenchmarkHasASampleAndEverySampleABenchmark() throws IOException {
        for (Benchmark benchmark : Benchmarks.all()) {
            assertThat(samplesOf(benchmark)).as(benchmark.name()).isNotEmpty();
        }
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            assertThat(folders.map(f -> f.getFileName().toString()))
                    .allMatch(n -> Benchmarks.named(n).isPresent());
        }
    }

    @Test
    void everyMeasurementSaysItsUnitAndEveryLatencyWhetherItIsHalfARoundTrip() throws IOException {
        for (Benchmark benchmark : Benchmarks.all()) {
            Case setting = benchmark.cases(Settings.DEFAULT).getFirst();
            for (Path sample : samplesOf(benchmark)) {
                for (Measurement m : read(benchmark, Files.readString(sample)).measurements()) {
                    assertThat(m.unit()).isIn("bit/s", "ns", "byte", "op/s", "count", "ratio");
                    assertThat(m.source().document()).startsWith("h2: ");
                    if (m.unit().equals("ns")) {
                        String trip = m.conditions().get("trip") + setting.conditions().get("trip");
                        assertThat(trip).as("%s", m).isIn("half", "full");
                    }
                }
            }
        }
    }

    @Test
    void damagedOutputGivesAFailureOrFewerValuesAndNeverThrows() throws IOException {
        for (Benchmark benchmark : Benchmarks.all()) {
            for (Path sample : samplesOf(benchmark)) {
                String good = Files.readString(sample);
                for (long seed = 0; seed < 300; seed++) {
                    Random random = new Random(seed);
                    int from = random.nextInt(good.length());
                    int to = Math.min(good.length(), from + random.nextInt(400));
                    String bad =
                            switch (random.nextInt(3)) {
                                case 0 -> good.substring(0, from);
                                case 1 -> good.substring(0, from) + good.substring(to);
                                default ->
                                        good.substring(0, to)
                                                + "\u0000\uFFFF\u001b[2;35m9e999{["
                                                + good.substring(from);
                            };
                    try {
                        Outcome outcome = read(benchmark, bad);
                        assertThat(
                                        outcome.failure().isPresent()
                                                || !outcome.measurements().isEmpty())
                                .isTrue();
                    } catch (RuntimeException | StackOverflowError e) {
                        throw new AssertionError(sample + ", seed " + seed, e);
                    }
                }
            }
        }
    }
}
