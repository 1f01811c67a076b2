package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import io.railhead.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class BenchCommandTest {
    @TempDir Path directory;
    private TestConsole console = TestConsole.create();

    @BeforeEach
    void freshConsole() {
        console = TestConsole.in(directory, Map.of("HOME", directory.toString()));
    }

    private static Measurement bandwidth(double gbps, String mtu) {
        return new Measurement(
                        "tcp.bandwidth",
                        gbps * 1e9,
                        "bit/s",
                        Statistic.MEAN,
                        Conditions.of(
                                "from", "gpu01", "to", "gpu02", "rail", "rail0", "streams", "4",
                                "mtu", mtu),
                        Source.line("x", 1),
                        Optional.empty())
                .expecting(new Expectation(9.4e9, 9.9e9, 1e10, "line 10 Gb/s x headers"));
    }

    private static Run run(String id, Instant at, Measurement... all) {
        return Run.of(id, "bench", "iperf3", "lab", at, Duration.ofSeconds(5), "0.1.0")
                .withMeasurements(List.of(all));
    }

    private void keep(Run... runs) throws Exception {
        try (Store store = Store.open(directory.resolve(".local/share/railhead/railhead.db"))) {
            for (Run run : runs) {
                store.save(run);
            }
        }
    }

    @Test
    void twoRunsUnderEqualConditionsAreCompared() throws Exception {
        keep(
                run("a", Instant.ofEpochSecond(1), bandwidth(9.8, "9000")),
                run("b", Instant.ofEpochSecond(2), bandwidth(5.1, "9000")));
        assertThat(console.run("compare", "last-1", "last")).isEqualTo(Exit.FINDINGS);
        assertThat(console.out()).contains("9.80 Gb/s", "5.10 Gb/s", "-48.0 %", "worse");
    }

    /// Nothing is asked of a host first: there is none, and not even an intent.
    @Test
    void aFileThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() {
        assertThat(console.run("bench", "ping", "-o", "nosuch/x.html")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("cannot write").contains("no folder");
        freshConsole();
        assertThat(console.run("check", "-o", ".")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("it is a folder");
    }

    @Test
    void aFormatThatTheCommandLacksIsRefusedWithThoseItHas() {
        assertThat(console.run("bench", "ping", "--format", "xml")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("--format xml: this command writes only text, json and html")
                .doesNotContain("sarif");
        freshConsole();
        assertThat(console.run("report", "-o", "r.pdf")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .containsPattern("does not write .pdf: name it .json,\\s+.html")
                .doesNotContain("no run");
        freshConsole();
        assertThat(console.run("check", "-o", "found.html")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("does not write .html");
        freshConsole();
        assertThat(console.run("report", "-o", "r.txt")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no run");
    }

    @Test
    void unlikeConditionsAreRefusedByName() throws Exception {
        keep(
                run("a", Instant.ofEpochSecond(1), bandwidth(9.8, "9000")),
                run("b", Instant.ofEpochSecond(2), bandwidth(9.2, "1500")));
        assertThat(console.run("compare", "a", "b")).isEqualTo(Exit.USAGE);
        assertThat(console.out())
                .contains("mtu: 9000 / 1500")
                .containsPattern("«railhead compare» with\\s+--about\\s+mtu");
        freshConsole();
        assertThat(console.run("compare", "b", "a", "--about", "mtu", "--format", "json"))
                .isEqualTo(Exit.OK);
        var root = JsonMapper.builder().build().readTree(console.out());
        assertThat(root.path("schema").asString()).isEqualTo("railhead.compare/1");
        assertThat(root.path("alike").get(0).path("change").asString()).isEqualTo("uncertain");
        assertThat(root.path("refused")).isEmpty();
    }

    private static Measurement of(String metric, Statistic s, double value, String... more) {
        Conditions c =
                Conditions.of(
                        "from", "gpu01", "to", "gpu02", "rail", "rail0", "mtu", "9000", "line",
                        "40 Gb/s", "hops", "0", "cable", "DAC 2 m");
        for (int i = 0; i < more.length; i += 2) {
            c = c.with(more[i], more[i + 1]);
        }
        return new Measurement(
                metric,
                value,
                metric.endsWith("latency") ? "ns" : "bit/s",
                s,
                c,
                Source.line("x", 1),
                Optional.empty());
    }

    private static Measurement written(double gbps, String bytes) {
        return of(
                "rdma.bandwidth",
                Statistic.MEAN,
                gbps * 1e9,
                "verb",
                "write",
                "qps",
                "1",
                "message",
                bytes,
                "direction",
                "one-way");
    }

    /// Lab A, a pair of hosts back to back, with a sweep.
    private static Run labA(String id, double latency, String hops) {
        List<Measurement> all =
                List.of(
                        of("tcp.bandwidth", Statistic.MEAN, 27.4e9, "streams", "1"),
                        written(38.2057, "65536"),
                        written(9.1, "4096"),
                        written(0.3, "64"),
                        of(
                                "tcp.latency",
                                Statistic.P50,
                                21_622,
                                "trip",
                                "half",
                                "message",
                                "64",
                                "load",
                                "idle"),
                        of(
                                "rdma.latency",
                                Statistic.P50,
                                latency,
                                "verb",
                                "write",
                                "trip",
                                "half",
                                "message",
                                "2",
                                "load",
                                "idle"));
        return Run.of(
                        id,
                        "bench",
                        "ping, iperf3, sockperf, perftest, fio, nccl-tests",
                        "lab",
                        Instant.ofEpochSecond(id.length()),
                        Duration.ofSeconds(5),
                        "0.1.0")
                .withMeasurements(
                        all.stream()
                                .map(
                                        m ->
                                                new Measurement(
                                                        m.metric(),
                                                        m.value(),
                                                        m.unit(),
                                                        m.statistic(),
                                                        m.conditions().with("hops", hops),
                                                        m.source(),
                                                        m.expectation()))
                                .toList());
    }

    @Test
    void oneRunIsComparedByProtocolLikeWithLike() throws Exception {
        keep(labA("a", 850, "0"));
        assertThat(console.run("compare", "a")).isEqualTo(Exit.OK);
        assertThat(console.out())
                .contains("RDMA 1.39 x (+39 %)", "TCP 25.4 x", "half a round trip")
                .contains("syncs a second", "21.622 ms", "0.850 ms", "lower bound")
                .contains("messages of 64 and 2 bytes");
        assertThat(console.out().lines()).allMatch(l -> l.length() <= 80);
        freshConsole();
        assertThat(console.run("compare", "a", "--format", "json")).isEqualTo(Exit.OK);
        var root = JsonMapper.builder().build().readTree(console.out());
        assertThat(root.path("beside").get(0).path("times").asDouble()).isBetween(1.39, 1.40);
    }

    @Test
    void aPredictionIsKeptBeforeTheChangeAndHeldAgainstWhatComes() throws Exception {
        keep(labA("a", 850, "0"), labA("bb", 1_250, "1"), labA("ccc", 3_500, "1"));
        assertThat(console.run("compare", "a", "--predict-hops", "1", "--switch", "slow"))
                .isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("cut-through, store-and-forward or unmanaged");
        freshConsole();
        assertThat(console.run("compare", "a", "--predict-hops", "1")).isEqualTo(Exit.OK);
        assertThat(console.out()).contains("1.15 µs to 1.35 µs");
        String id = console.err().lines().toList().getLast().replace("kept as ", "");
        freshConsole();
        assertThat(console.run("compare", id, "ccc")).isEqualTo(Exit.FINDINGS);
        assertThat(console.out()).contains("not as predicted");
        freshConsole();
        String all = console.out();
        console.run("compare", id, "bb");
        assertThat(console.out()).isNotEqualTo(all).contains("as predicted", "1.25 µs");
    }

    @Test
    void aRunOfAllShowsItsScorecardSweepAndBudgetInTextAndHtml() throws Exception {
        keep(labA("a", 850, "0"));
        assertThat(console.run("report", "a")).isEqualTo(Exit.OK);
        assertThat(console.out())
                .contains("Scorecard", "rail0 bandwidth", "disk read", "not measured")
                .contains("RDMA by size of message", "64 KiB")
                .doesNotContain("4096 B     9.10 #")
                .contains("Where 0.85 µs of gpu01 -> gpu02 go", "unaccounted");
        assertThat(console.out().lines()).allMatch(l -> l.length() <= 80);
        freshConsole();
        assertThat(console.run("report", "a", "--format", "json")).isEqualTo(Exit.OK);
        assertThat(
                        JsonMapper.builder()
                                .build()
                                .readTree(console.out())
                                .path("scorecard")
                                .path("hosts")
                                .get(0)
                                .path("cells")
                                .get(0)
                                .path("status")
                                .asString())
                .isEqualTo("not measured");
        assertThat(console.run("report", "a", "-o", "r.html")).isEqualTo(Exit.OK);
        assertThat(Files.readString(directory.resolve("r.html")))
                .contains("id=\"scorecard\"", "sweep-chart", "id=\"budget\"", "id=\"beside\"");
    }

    @Test
    void anUnknownRunIsNamedWithTheWayToFindOne() {
        assertThat(console.run("report", "nope")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no run «nope»", "report --list");
        assertThat(console.run("report", "--list")).isEqualTo(Exit.OK);
        assertThat(console.out()).contains("no runs in");
        assertThat(directory.resolve(".local")).as("a question makes no file").doesNotExist();
    }

    @Test
    void aListOfRunsSaysWhatEachMeasured() throws Exception {
        keep(run("20261128-1", Instant.ofEpochSecond(1), bandwidth(9.8, "9000")));
        assertThat(console.run("report", "--list")).isEqualTo(Exit.OK);
        assertThat(console.out().lines().skip(1)).singleElement().asString().contains("iperf3");
    }

    @Test
    void aReportIsWrittenAsTextHtmlAndJson() throws Exception {
        keep(run("20261128-1", Instant.ofEpochSecond(1), bandwidth(9.8, "9000")));
        assertThat(console.run("report")).isEqualTo(Exit.OK);
        assertThat(console.out()).contains("9.80 ####", "line 10 Gb/s x headers", "1 met");
        assertThat(console.out().lines()).allMatch(l -> l.length() <= 80);

        assertThat(console.run("report", "2026", "-o", "r.html")).isEqualTo(Exit.OK);
        assertThat(Files.readString(directory.resolve("r.html")))
                .startsWith("<!DOCTYPE html>")
                .contains("gpu01 → gpu02");

        freshConsole();
        assertThat(console.run("report", "last", "--format", "json")).isEqualTo(Exit.OK);
        Run read = RunJson.read("out", console.out());
        assertThat(read.measurements()).containsExactly(bandwidth(9.8, "9000"));
    }

    @Test
    void aRunFileAndFindingsGoIntoOneReport() throws Exception {
        Files.writeString(
                directory.resolve("run.json"),
                Json.write(RunJson.document(run("r", Instant.EPOCH, bandwidth(9.8, "9000")))));
        String findings =
                """
                {"schema":"railhead.findings/1","findings":[{"rank":1,"code":"mtu-mismatch",
                "severity":"error","subject":"gpu01 eth1","summary":"MTU 1500","cause":"",
                "fix":"set it","evidence":[],"explains":[]}],"notChecked":[],"unrecognised":[]}
                """;
        Files.writeString(directory.resolve("before.json"), findings);
        Files.writeString(
                directory.resolve("after.json"),
                "{\"schema\":\"railhead.findings/1\",\"findings\":[]}");
        assertThat(console.run("report", "run.json", "--findings", "before.json,after.json"))
                .isEqualTo(Exit.OK);
        assertThat(console.out())
                .contains("Findings, before", "mtu-mismatch", "Findings, after", "nothing found");
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThat(console.run("bench", "tcp", "--local", "--streams", "0")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("--streams: numbers from 1 to 128, not 0");
        assertThat(console.run("bench", "tcp", "--local", "--time", "0")).isEqualTo(Exit.USAGE);
        assertThat(console.run("bench", "tape")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("tape");
        assertThat(console.run("bench", "tcp")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no cluster.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tcp --local --time 0       | --time: 1 to 86399 seconds, not 0
                    tcp --local --repeat x     | is not a whole number
                    tcp --local --repeat 0     | --repeat 0: must be 1 or more
                    tcp --local --streams 0,4  | --streams: numbers from 1 to 128, not 0, 4
                    tcp --local --window 4x    | --window: bytes, such as 4096, 64k, 1m, not 4x
                    tcp --local --window 4g    | must be 1 to 2147483647 bytes
                    rdma --local --cuda=-1     | --cuda: the number of a GPU, 0 to 255, not -1
                    rdma --local --verbs foo   | --verbs: of write, read and send, not foo
                    nccl --local --gpus 100000 | --gpus: 1 to 256 of a host, not 100000
                    saturate --pattern foo     | one of incast, all-to-all, both, not 'foo'
                    """)
    void aWrongValueIsRefusedInPlainWords(String command, String words) {
        assertThat(console.run(("bench " + command).split(" ", -1))).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains(words);
    }

    @Test
    void aStoreThatTakesNoRunIsFoundOutBeforeAnythingIsMeasured() throws Exception {
        Files.writeString(directory.resolve("diary.txt"), "dear diary");
        assertThat(console.run("bench", "ping", "--local", "--store", "diary.txt"))
                .isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("diary.txt is not a Railhead store", "--no-store")
                .doesNotContain("about");
        assertThat(console.out()).isEmpty();
        assertThat(Files.readString(directory.resolve("diary.txt"))).isEqualTo("dear diary");
    }

    @Test
    void aStoreThatCannotBeUsedIsNamed() throws Exception {
        Files.writeString(directory.resolve("diary.txt"), "dear diary");
        assertThat(console.run("report", "last", "--store", "diary.txt")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("diary.txt is not a Railhead store");
    }
}
