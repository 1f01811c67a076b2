package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.Lab;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// The main job, whole: real hosts, sshd, iperf3 and sockperf.
@Tag("lab")
class QuickstartTest {
    @TempDir private Path directory;

    private static Set<String> labs() throws IOException {
        return new Lab(Places.DEFAULT)
                .list().stream().map(l -> l.name()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> scratch() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.startsWith("railhead-quickstart-"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void thePlantedFaultIsFoundMendedAndProvenAndNothingIsLeft() throws IOException {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        Set<String> labsBefore = labs();
        Set<String> scratchBefore = scratch();
        TestConsole terminal =
                TestConsole.in(
                        directory,
                        Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")));

        int status = terminal.run("quickstart", "--yes", "-o", "out");

        assertThat(status).as(terminal.out() + terminal.err()).isEqualTo(Exit.OK);
        String out = terminal.out();
        int before = out.indexOf("== 2/7");
        int plan = out.indexOf("== 3/7");
        int after = out.indexOf("== 5/7");
        int bench = out.indexOf("== 6/7");
        assertThat(out.substring(before, plan)).contains("ERROR  mtu-mismatch  h2 eth1");
        assertThat(out.substring(plan, after)).contains("link-mtu:eth1", "1500 -> 9000");
        assertThat(out.substring(after, bench))
                .doesNotContain("mtu-mismatch")
                .doesNotContain("ERROR");
        assertThat(out).contains("Found, mended and proven");

        JsonNode run =
                new ObjectMapper().readTree(Files.readString(directory.resolve("out/run.json")));
        assertThat(run.path("schema").asString()).isEqualTo("railhead.run/1");
        List<String> pairs =
                run.path("measurements").values().stream()
                        .filter(m -> m.path("metric").asString().equals("tcp.bandwidth"))
                        .map(m -> m.path("conditions"))
                        .map(
                                c ->
                                        c.path("from").asString()
                                                + ">"
                                                + c.path("to").asString()
                                                + " "
                                                + c.path("rail").asString())
                        .distinct()
                        .toList();
        assertThat(pairs)
                .containsExactlyInAnyOrder(
                        "h1>h2 rail0", "h2>h1 rail0", "h1>h2 rail1", "h2>h1 rail1");
        assertThat(Files.readString(directory.resolve("out/report.html")))
                .contains("mtu-mismatch", "lab");

        assertThat(labs()).isEqualTo(labsBefore);
        assertThat(scratch()).isEqualTo(scratchBefore);
        try (Stream<Path> left = Files.walk(directory)) {
            assertThat(
                            left.filter(Files::isRegularFile)
                                    .map(f -> directory.relativize(f).toString()))
                    .containsExactlyInAnyOrder("out/report.html", "out/run.json");
        }
    }
}
