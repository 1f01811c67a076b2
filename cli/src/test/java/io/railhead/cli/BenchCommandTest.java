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

    @Test
    void unlikeConditionsAreRefusedByName() throws Exception {
        keep(
                run("a", Instant.ofEpochSecond(1), bandwidth(9.8, "9000")),
                run("b", Instant.ofEpochSecond(2), bandwidth(9.2, "1500")));
        assertThat(console.run("compare", "a", "b")).isEqualTo(Exit.USAGE);
        assertThat(console.out()).contains("mtu: 9000 / 1500");
        freshConsole();
        assertThat(console.run("compare", "b", "a", "--about", "mtu", "--format", "json"))
                .isEqualTo(Exit.OK);
        var root = JsonMapper.builder().build().readTree(console.out());
        assertThat(root.path("schema").asString()).isEqualTo("railhead.compare/1");
        assertThat(root.path("alike").get(0).path("change").asString()).isEqualTo("uncertain");
        assertThat(root.path("refused")).isEmpty();
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
        assertThat(console.err()).contains("--streams: numbers from 1 to 128, not [0]");
        assertThat(console.run("bench", "tcp", "--local", "--time", "0")).isEqualTo(Exit.USAGE);
        assertThat(console.run("bench", "tape")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("tape");
        assertThat(console.run("bench", "tcp")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no cluster.yaml");
    }

    @Test
    void aStoreThatCannotBeUsedIsNamed() throws Exception {
        Files.writeString(directory.resolve("diary.txt"), "dear diary");
        assertThat(console.run("report", "last", "--store", "diary.txt")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("diary.txt is not a Railhead store");
    }
}
