package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// What `compare` shows, what its JSON says and what it ends with are one.
class CompareCommandTest {
    private record Kind(String metric, String unit, Statistic statistic) {}

    private static final List<Kind> KINDS =
            List.of(
                    new Kind("disk.bandwidth", "bit/s", Statistic.MEAN),
                    new Kind("disk.iops", "op/s", Statistic.MEAN),
                    new Kind("disk.latency", "ns", Statistic.P999),
                    new Kind("ping.rtt", "ns", Statistic.MIN),
                    new Kind("ping.rtt", "ns", Statistic.MEAN),
                    new Kind("ping.loss", "ratio", Statistic.MEAN),
                    new Kind("tcp.bandwidth", "bit/s", Statistic.MEAN),
                    new Kind("tcp.latency", "ns", Statistic.STDDEV),
                    new Kind("tcp.cpu.sender", "ratio", Statistic.MEAN),
                    new Kind("tcp.retransmits", "count", Statistic.TOTAL),
                    new Kind("rdma.bandwidth", "bit/s", Statistic.PEAK),
                    new Kind("rdma.bandwidth.sum", "bit/s", Statistic.MEAN),
                    new Kind("rdma.path-mtu", "byte", Statistic.MEAN),
                    new Kind("nccl.busbw", "bit/s", Statistic.MEAN),
                    new Kind("nccl.wrong", "count", Statistic.TOTAL));

    @TempDir private Path directory;

    private TestConsole terminal() {
        return TestConsole.in(directory, Map.of("HOME", directory.toString()));
    }

    private static Measurement value(Kind k, double value, String... conditions) {
        return new Measurement(
                k.metric(),
                value,
                k.unit(),
                k.statistic(),
                Conditions.of(conditions),
                Source.line("x", 1),
                Optional.empty());
    }

    private void keep(String file, List<Measurement> values) throws IOException {
        Run run =
                Run.of(file, "bench", "", "", Instant.EPOCH, Duration.ofSeconds(5), "0.1.0")
                        .withMeasurements(values);
        Files.writeString(directory.resolve(file), Json.write(RunJson.document(run)));
    }

    private record Told(int exit, String out) {}

    private Told compare(String... more) {
        TestConsole console = terminal();
        List<String> all = new ArrayList<>(List.of("compare", "a", "b"));
        all.addAll(List.of(more));
        int exit = console.run(all.toArray(String[]::new));
        return new Told(exit, console.out() + console.err());
    }

    @Test
    void aSumHasNoTwoEndsAndAPortIsOfItsDevice() throws IOException {
        Kind sum = new Kind("saturate.sum.bandwidth", "bit/s", Statistic.MEAN);
        Kind drops = new Kind("saturate.drops", "count", Statistic.TOTAL);
        String[] all = {"pattern", "incast", "rail", "rail0", "flows", "4"};
        String[] port = {"pattern", "incast", "rail", "rail0", "device", "leaf1", "port", "swp1"};
        keep("a", List.of(value(sum, 9e9, all), value(drops, 9, port)));
        keep("b", List.of(value(sum, 3e9, all), value(drops, 90, port)));
        assertThat(compare().out())
                .containsPattern("\nall flows rail0 +incast sum +9.00 Gb/s")
                .containsPattern("\nleaf1/swp1 rail0 +incast")
                .doesNotContain("> rail0", ">swp1", "this machine");
    }

    @Test
    void forAnyTwoRunsTheTextTheJsonAndTheExitStatusSayTheSame() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            List<Measurement> before = new ArrayList<>();
            List<Measurement> after = new ArrayList<>();
            for (Kind k : KINDS) {
                if (random.nextInt(3) > 0) continue;
                String[] of = {"from", "gpu0" + random.nextInt(2), "access", "randread"};
                double was = random.nextInt(5) == 0 ? 0 : 1000 + random.nextInt(1000);
                double by = random.nextBoolean() ? 1 : 0.4 + random.nextDouble() * 1.2;
                if (random.nextInt(6) > 0) before.add(value(k, was, of));
                if (random.nextInt(6) > 0) after.add(value(k, was * by, of));
            }
            keep("a", before);
            keep("b", after);
            Told text = compare();
            Told json = compare("--format", "json");
            var alike = JsonMapper.shared().readTree(json.out()).path("alike");
            long worse =
                    StreamSupport.stream(alike.spliterator(), false)
                            .filter(r -> r.path("change").asString().equals("worse"))
                            .count();
            assertThat(text.exit()).as("seed %d", seed).isEqualTo(json.exit());
            assertThat(text.out().lines().filter(l -> l.endsWith(" worse")).count())
                    .as("seed %d:%n%s", seed, text.out())
                    .isEqualTo(worse);
            assertThat(text.exit() == Exit.FINDINGS).as("seed %d", seed).isEqualTo(worse > 0);
            assertThat(text.out().contains("nothing in common"))
                    .as("seed %d", seed)
                    .isEqualTo(alike.isEmpty());
            assertThat(text.out().lines()).as("seed %d", seed).allMatch(l -> l.length() <= 80);
        }
    }

    @Test
    void everyMetricOfARunIsShown() throws IOException {
        List<Measurement> all = new ArrayList<>();
        KINDS.forEach(k -> all.add(value(k, 7, "from", "gpu01", "access", "randread")));
        keep("a", all);
        keep("b", all);
        assertThat(compare().exit()).isZero();
        assertThat(compare().out())
                .contains("bandwidth", "IOPS", "ping", "CPU of the sender", "path MTU", "busbw")
                .contains("wrong values", "disk randread latency", "TCP latency", "ping loss");
    }

    @Test
    void whatOnlyOneRunHoldsIsNamed() throws IOException {
        keep("a", List.of(value(KINDS.getFirst(), 7, "from", "gpu01")));
        keep("b", List.of(value(KINDS.get(3), 7, "from", "gpu01")));
        Told told = compare();
        assertThat(told.exit()).isEqualTo(Exit.USAGE);
        assertThat(told.out())
                .contains("Only in the run before: 1 value (disk.bandwidth).")
                .contains("Only in the run after: 1 value (ping.rtt).");
    }

    @Test
    void aConditionThatNoValueHasIsRefused() throws IOException {
        List<Measurement> values = List.of(value(KINDS.getFirst(), 7, "from", "gpu01", "mtu", "9"));
        keep("a", values);
        keep("b", values);
        Told told = compare("--about", "nosuch");
        assertThat(told.exit()).isEqualTo(Exit.USAGE);
        assertThat(told.out().replaceAll("\\s+", " "))
                .contains("no value of these runs has a condition «nosuch»; there are from, mtu");
    }

    @Test
    void theNameOfTheFileSaysHowAResultIsWrittenWhereNothingElseDoes() throws IOException {
        List<Measurement> values = List.of(value(KINDS.getFirst(), 7, "from", "gpu01"));
        keep("a", values);
        keep("b", values);
        Files.writeString(directory.resolve("log"), "nothing to see\n");
        for (String result :
                List.of("compare a b", "report a", "explain mtu-mismatch", "diagnose log")) {
            assertThat(written(result, "x.json")).as(result).startsWith("{");
            assertThat(written(result, "x.txt")).as(result).doesNotStartWith("{");
            assertThat(written(result + " --format text", "y.json"))
                    .as(result)
                    .doesNotStartWith("{");
        }
        for (String result : List.of("report a", "diagnose log")) {
            assertThat(written(result, "x.html")).as(result).startsWith("<!doctype html>");
        }
        TestConsole console = terminal();
        assertThat(console.run("compare", "a", "b", "-o", "x.htm")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("does not write .htm: name it .json, or anything");
        assertThat(directory.resolve("x.htm")).doesNotExist();
    }

    private String written(String command, String file) throws IOException {
        Files.deleteIfExists(directory.resolve(file));
        TestConsole console = terminal();
        console.run((command + " -o " + file).split(" "));
        assertThat(directory.resolve(file)).as(console.err()).exists();
        return Files.readString(directory.resolve(file)).toLowerCase(java.util.Locale.ROOT);
    }

    @Test
    void eachCommandsHelpListsItsOwnFormats() {
        Map.of(
                        "check", "text, json, junit or sarif",
                        "compare", "text or json",
                        "plan", "text, json or diff",
                        "diagnose", "text, json or html",
                        "bench tcp", "text, json or html")
                .forEach(
                        (command, formats) -> {
                            TestConsole console = terminal();
                            console.run((command + " --help").split(" "));
                            assertThat(console.out().replaceAll("\\s+", " "))
                                    .as(command)
                                    .contains("--format=FORMAT " + formats + " (default: what");
                        });
    }

    @Test
    void whatIsWrongIsSaidInWordsOfTheUser() throws IOException {
        keep("a", List.of());
        TestConsole none = terminal();
        assertThat(none.run("compare", "last-99", "a")).isEqualTo(Exit.USAGE);
        assertThat(none.err()).contains("no run «last-99» of «railhead bench»: neither a file");
        Files.writeString(directory.resolve("b"), "{\"schema\": NaN}");
        Told told = compare();
        assertThat(told.exit()).isEqualTo(Exit.USAGE);
        assertThat(told.out())
                .contains("b: not JSON: Non-standard token 'NaN' (line 1, column")
                .doesNotContain("Feature");
    }

    @Test
    void whatIsWrongIsSaidWithinEightyColumns() {
        for (String command :
                List.of(
                        "compare last-99 none",
                        "compare a --no-such-option-that-there-could-ever-be=with-a-long-value",
                        "report --format diff",
                        "bench tcp --rails",
                        "compare a b --switch")) {
            TestConsole console = terminal();
            assertThat(console.run(command.split(" "))).as(command).isEqualTo(Exit.USAGE);
            assertThat(console.errLines().lines())
                    .as(command)
                    .allMatch(l -> l.length() <= 80 || !l.strip().contains(" "));
        }
    }
}
