package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.diagnosis.Explanations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class DiagnoseCommandTest {
    private static final String SHM =
            "h1:1:2 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-x to"
                    + " 9637892 bytes, error: No space left on device (28)\n"
                    + "h1:1:2 [2] proxy.cc:1326 NCCL WARN Socket recv failed while polling for"
                    + " opId=0x7f\n";

    @TempDir private Path directory;
    private TestConsole terminal = TestConsole.create();

    @BeforeEach
    void files() throws IOException {
        terminal = TestConsole.in(directory, Map.of());
        Files.createDirectories(directory.resolve("a/b"));
        Files.createDirectories(directory.resolve("quiet"));
        Files.writeString(directory.resolve("a/b/any.name"), SHM);
        Files.writeString(
                directory.resolve("quiet/x.log"), "step 1/10\n$ uname\nnothing of note\n");
        try (OutputStream gz =
                new GZIPOutputStream(Files.newOutputStream(directory.resolve("log.gz")))) {
            gz.write(SHM.getBytes(StandardCharsets.UTF_8));
        }
        try (ZipOutputStream zip =
                new ZipOutputStream(Files.newOutputStream(directory.resolve("all.zip")))) {
            zip.putNextEntry(new ZipEntry("deep/nccl.txt"));
            zip.write(SHM.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
    }

    @Test
    void theRootCauseStandsFirstWithItsLineAndItsRemedy() {
        assertThat(terminal.run("diagnose", "a")).isEqualTo(Exit.FINDINGS);
        assertThat(terminal.out())
                .startsWith("1. ERROR  dev-shm-too-small  h1\n")
                .contains("b/any.name:1", "failed to extend", "fix:");
        assertThat(terminal.out().lines()).allMatch(l -> l.length() <= 100);
    }

    @Test
    void foldersZipsAndGzippedFilesAreAllText() {
        for (String path : new String[] {"a", "all.zip", "log.gz", "a/b/any.name"}) {
            TestConsole one = TestConsole.in(directory, Map.of());
            assertThat(one.run("diagnose", path)).as(path).isEqualTo(Exit.FINDINGS);
            assertThat(one.out()).as(path).contains("dev-shm-too-small");
        }
    }

    @Test
    void eachGivesOneObjectALine() {
        terminal.run("diagnose", "--format", "json", "--each", "a", "quiet");
        String[] lines = terminal.out().strip().split("\n");
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines[0]);
        assertThat(first.path("schema").asString()).isEqualTo("railhead.findings/1");
        assertThat(first.path("input").asString()).isEqualTo("a");
        assertThat(first.path("findings").path(0).path("rank").asInt()).isEqualTo(1);
        assertThat(first.path("findings").path(0).path("code").asString())
                .isEqualTo("dev-shm-too-small");
        JsonNode second = new ObjectMapper().readTree(lines[1]);
        assertThat(second.path("findings").size()).isZero();
        assertThat(second.path("unrecognised").size()).isEqualTo(1);
    }

    @Test
    void nothingWrongIsStatusZero() {
        assertThat(terminal.run("diagnose", "quiet")).isEqualTo(Exit.OK);
        assertThat(terminal.out()).contains("No fault found", "Not recognised", "x.log:3");
    }

    @Test
    void anErrorThatNoRuleKnowsIsListedWithItsLineAndFailsTheCommand() throws IOException {
        Files.writeString(
                directory.resolve("train.log"),
                "step\nValueError: shard 17 has no rows\nValueError: shard 18 has no rows\n");
        assertThat(terminal.run("diagnose", "train.log")).isEqualTo(Exit.FINDINGS);
        assertThat(terminal.out())
                .startsWith("1. WARNING  error-unexplained  train.log\n")
                .contains("train.log:2", "shard 17 has no rows", "2 times")
                .doesNotContain("No fault found");
        TestConsole hard = TestConsole.in(directory, Map.of());
        assertThat(hard.run("diagnose", "--fail-on", "critical", "train.log")).isEqualTo(Exit.OK);
    }

    @Test
    void anErrorThatNoRuleKnowsComesAfterACauseThatIsKnown() throws IOException {
        Files.writeString(
                directory.resolve("a/other.log"), "h2: FATAL scheduler: cannot place the group\n");
        terminal.run("diagnose", "--format", "json", "a");
        JsonNode findings = new ObjectMapper().readTree(terminal.out()).path("findings");
        assertThat(findings.path(0).path("code").asString()).isEqualTo("dev-shm-too-small");
        assertThat(findings.path(findings.size() - 1).path("code").asString())
                .isEqualTo("error-unexplained");
    }

    @Test
    void aPathThatIsNotThereIsWrongUsage() {
        assertThat(terminal.run("diagnose", "nowhere")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("nowhere");
    }

    @Test
    void thePageIsOneFileAndHoldsNoForeignMarkup() throws IOException {
        Files.writeString(directory.resolve("a/x.log"), "<script>NVRM: Xid (PCI:0000:3b:00): 79");
        terminal.run("diagnose", "--format", "html", "-o", "page.html", "a");
        String page = Files.readString(directory.resolve("page.html"));
        assertThat(page).contains("xid-79-fallen-off-bus").doesNotContain("<script>", "http");
    }

    @Test
    void thePageHoldsTheFiguresThatTheTextHolds() throws IOException {
        Files.writeString(
                directory.resolve("p.txt"),
                "PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data.\n64 bytes from 10.0.0.2: icmp_seq=1 ttl=64 time=0.201 ms\n\n"
                        + "--- 10.0.0.2 ping statistics ---\n"
                        + "1 packets transmitted, 1 received, 0% packet loss, time 0ms\n"
                        + "rtt min/avg/max/mdev = 0.201/0.201/0.201/0.000 ms\n");
        terminal.run("diagnose", "p.txt");
        String figure = "0.201 ms on average, a full round trip";
        assertThat(terminal.out()).contains(figure);
        TestConsole html = TestConsole.in(directory, Map.of());
        html.run("diagnose", "--format", "html", "p.txt");
        assertThat(html.out()).contains("Figures read", "ping 10.0.0.2", figure, "p.txt:1");
        TestConsole none = TestConsole.in(directory, Map.of());
        none.run("diagnose", "--format", "html", "a");
        assertThat(none.out()).doesNotContain("Figures read");
    }

    @Test
    void aHarmlessLineAloneIsSaidToBeHarmlessAndWhy() throws IOException {
        Files.writeString(
                directory.resolve("one.txt"),
                "WARNING:root:Cannot call Open vSwitch: ovsdb-server.service is not running.\n");
        assertThat(terminal.run("diagnose", "--fail-on", "info", "one.txt")).isEqualTo(Exit.OK);
        assertThat(terminal.out()).contains("harmless: netplan asks Open vSwitch", "one.txt:1");
        TestConsole json = TestConsole.in(directory, Map.of());
        json.run("diagnose", "--format", "json", "one.txt");
        JsonNode all = new ObjectMapper().readTree(json.out());
        assertThat(all.path("findings").size()).isZero();
        assertThat(all.path("harmless").path(0).path("line").asInt()).isEqualTo(1);
        assertThat(all.path("harmless").path(0).path("severity").asString()).isEqualTo("info");
    }

    @Test
    void harmlessLinesBesideAFaultAreCountedAndGivenWhenAskedFor() throws IOException {
        Files.writeString(directory.resolve("a/x.log"), "Unable to find NVTX\n");
        terminal.run("diagnose", "a");
        assertThat(terminal.out())
                .contains("1 line looks like a fault")
                .doesNotContain("profilers");
        TestConsole asked = TestConsole.in(directory, Map.of());
        asked.run("diagnose", "--harmless", "a");
        assertThat(asked.out()).contains("profilers");
    }

    @Test
    void whatTheEvidenceLeavesOpenIsNamedWithTheCommandThatDecides() throws IOException {
        Files.writeString(
                directory.resolve("nccl.log"),
                "h:1:2 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.1.1.1<0>\n"
                        + "h:1:2 [0] NCCL WARN NET/IB : Got completion from peer 10.0.0.2<1> with"
                        + " status=12 opcode=0 len=0 vendor err 129 (Send)\n");
        terminal.run("diagnose", "nccl.log");
        assertThat(terminal.out())
                .contains("rdma-retry-exceeded  h  (possible)", "decide: ", "ib-pkey-index: ")
                .as("what is of Ethernet only")
                .doesNotContain("roce-lossy-no-pfc");
        TestConsole json = TestConsole.in(directory, Map.of());
        json.run("diagnose", "--format", "json", "nccl.log");
        JsonNode first = new ObjectMapper().readTree(json.out()).path("findings").path(0);
        assertThat(first.path("certainty").asString()).isEqualTo("possible");
        assertThat(first.path("decide").asString()).isNotBlank();
        assertThat(first.path("alternatives").path(0).path("code").asString())
                .isEqualTo("remote-rank-crashed");
        assertThat(first.path("alternatives").path(0).path("decide").asString()).isNotBlank();
    }

    @Test
    void theMachineThatLinesNameIsAmongTheMachines() throws IOException {
        Files.writeString(
                directory.resolve("nccl.log"),
                "h7:1:2 [0] NCCL WARN Call to ibv_modify_qp failed with error Connection timed out\n");
        terminal.run("diagnose", "--format", "json", "nccl.log");
        JsonNode all = new ObjectMapper().readTree(terminal.out());
        assertThat(all.path("findings").path(0).path("subject").asString()).isEqualTo("h7");
        assertThat(all.path("machines")).hasSize(1);
        assertThat(all.path("machines").path(0).asString()).isEqualTo("h7");
    }

    @Test
    void anErrorThatTheProgramToldLeavesNoDeathBySilence() throws IOException {
        String closed = "[rank0]: socketProgress: Connection closed by remote peer gpu02<43210>\n";
        Files.writeString(
                directory.resolve("own.log"),
                "[rank1]: ValueError: num_samples should be a positive integer value, but got"
                        + " num_samples=0\n"
                        + closed);
        Files.writeString(directory.resolve("silent.log"), closed);
        terminal.run("diagnose", "own.log");
        assertThat(terminal.out())
                .contains("remote-rank-crashed", "(ValueError: num_samples")
                .doesNotContain("gpu-out-of-memory", "xid-79-fallen-off-bus");
        TestConsole silent = TestConsole.in(directory, Map.of());
        silent.run("diagnose", "silent.log");
        assertThat(silent.out()).contains("gpu-out-of-memory: nvidia-smi");
    }

    @Test
    void everyCodeOfTheListIsExplained() throws IOException {
        Set<String> codes = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("../docs/finding-codes.md"))) {
            if (!line.startsWith("- ")) continue;
            for (String code : line.substring(2).split(":", 2)[0].split(", ")) {
                codes.add(code.replaceAll(" \\(.*", "").replace("`", "").strip());
            }
        }
        assertThat(codes).hasSizeGreaterThan(150);
        assertThat(Explanations.installed().keySet()).containsAll(codes);
    }

    @Test
    void everyCodeCanBeExplainedAtEightyColumns() {
        for (String code : Explanations.installed().keySet()) {
            TestConsole one = TestConsole.in(directory, Map.of());
            assertThat(one.run("explain", code)).as(code).isEqualTo(Exit.OK);
            assertThat(one.out().lines().filter(l -> !l.startsWith("    ")))
                    .as(code)
                    .allMatch(l -> l.length() <= 80);
            assertThat(one.out().lines()).as(code).allMatch(l -> l.length() <= 110);
        }
    }
}
