package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.model.Transcript;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// `check` over a bundle of two hosts, one of them with a rail left at MTU 1500.
class CheckCommandTest {
    private static final String INTENT =
            """
            cluster: pair
            rails:
              rail0: {subnet: 10.78.0.0/24, interface: eth1, mtu: 9000}
            hosts:
              h[1-2]:
                address: 10.77.0.{n}
                rails: {rail0: "10.78.0.{n}"}
            """;

    @TempDir private Path directory;
    private TestConsole terminal = TestConsole.create();

    @BeforeEach
    void bundle() throws IOException {
        terminal = TestConsole.in(directory, Map.of());
        write("fault.bundle", answered("h1", 9000), answered("h2", 1500));
        write("healthy.bundle", answered("h1", 9000), answered("h2", 9000));
        write(
                "dead.bundle",
                answered("h1", 9000),
                new Collected(
                        "h2",
                        List.of(),
                        Optional.of("h2: connection refused"),
                        List.of(),
                        Instant.EPOCH,
                        Duration.ZERO));
    }

    private void write(String name, Collected... machines) throws IOException {
        BundleFile.write(
                directory.resolve(name),
                new Bundle("0.1.0", Instant.EPOCH, Optional.of(INTENT), List.of(machines)));
    }

    private static Collected answered(String name, int mtu) {
        String addr =
                """
                [{"ifindex":2,"ifname":"eth1","flags":["BROADCAST","MULTICAST","UP","LOWER_UP"],\
                "mtu":%d,"operstate":"UP","link_type":"ether","address":"02:00:00:00:00:0%s",\
                "addr_info":[{"family":"inet","local":"10.78.0.%s","prefixlen":24,\
                "scope":"global"}]}]
                """
                        .formatted(mtu, name.substring(1), name.substring(1));
        Transcript transcript =
                new Transcript(
                        name, "ip -d -j addr", addr, "", 0, Instant.EPOCH, Duration.ZERO, false);
        return new Collected(
                name,
                List.of(transcript),
                Optional.empty(),
                List.of(),
                Instant.EPOCH,
                Duration.ZERO);
    }

    @Test
    void theFaultComesFirstWithItsProofAndStatusOne() {
        assertThat(terminal.run("check", "--bundle", "fault.bundle")).isEqualTo(Exit.FINDINGS);
        assertThat(terminal.out())
                .startsWith("1. ERROR  mtu-mismatch  h2 eth1\n")
                .contains("MTU 1500, wanted 9000")
                .contains("h2: ip -d -j addr:1");
        assertThat(terminal.out().lines()).allMatch(l -> l.length() <= 100);
    }

    @Test
    void jsonIsTheBindingDocument() {
        int status = terminal.run("check", "--bundle", "fault.bundle", "--format", "json");
        assertThat(status).isEqualTo(Exit.FINDINGS);
        JsonNode document = new ObjectMapper().readTree(terminal.out());
        assertThat(document.path("schema").asString()).isEqualTo("railhead.findings/1");
        assertThat(document.path("input").asString()).isEqualTo("fault.bundle");
        JsonNode first = document.path("findings").path(0);
        assertThat(first.path("rank").asInt()).isEqualTo(1);
        assertThat(first.path("code").asString()).isEqualTo("mtu-mismatch");
        assertThat(first.path("severity").asString()).isEqualTo("error");
        assertThat(first.path("subject").asString()).isEqualTo("h2 eth1");
        assertThat(first.path("evidence").path(0).path("document").asString())
                .isEqualTo("h2: ip -d -j addr");
        assertThat(first.path("evidence").path(0).path("text").asString()).contains("1500");
        assertThat(document.path("notChecked").isArray()).isTrue();
        assertThat(document.path("notChecked").path(0).path("why").asString()).isNotBlank();
        assertThat(document.path("unrecognised").isArray()).isTrue();
    }

    @Test
    void aHealthyPairPassesTheChecksThatCanBeMade() {
        assertThat(terminal.run("check", "--bundle", "healthy.bundle", "--only", "mtu-mismatch"))
                .isEqualTo(Exit.OK);
        assertThat(terminal.out()).contains("2 machines, 1 check: no findings");
    }

    @Test
    void whatWasNotCollectedIsNotChecked() {
        terminal.run("check", "--bundle", "healthy.bundle", "--only", "nofile-limit", "-v");
        assertThat(terminal.out()).contains("Not checked").doesNotContain("1. ");
    }

    @Test
    void anUnreachableMachineIsNamedAndGivesStatusThree() {
        assertThat(terminal.run("check", "--bundle", "dead.bundle")).isEqualTo(Exit.UNREACHABLE);
        assertThat(terminal.out()).contains("h2").contains("connection refused");
    }

    @Test
    void machinesToldTogetherKeepTheirOwnReasonsAndAreCountedAsShown() throws IOException {
        write("none.bundle", lost("h1", "connection refused"), lost("h2", "no route to host"));
        assertThat(terminal.run("check", "--bundle", "none.bundle")).isEqualTo(Exit.UNREACHABLE);
        assertThat(terminal.out())
                .contains("host-unreachable  h[1-2]")
                .contains("cause: h1: connection refused")
                .contains("cause: h2: no route to host")
                .contains("1 critical (2 counted by machine)")
                .doesNotContain("2. ");
        TestConsole alike = TestConsole.in(directory, Map.of());
        write("alike.bundle", lost("h1", "10.0.0.1 refuses"), lost("h2", "10.0.0.2 refuses"));
        alike.run("check", "--bundle", "alike.bundle");
        assertThat(alike.out()).contains("cause: 10.0.0.1 refuses").doesNotContain("cause: h2");
    }

    private static Collected lost(String name, String why) {
        return new Collected(
                name, List.of(), Optional.of(why), List.of(), Instant.EPOCH, Duration.ZERO);
    }

    @Test
    void failOnDecidesTheStatus() {
        String[] command = {"check", "--bundle", "fault.bundle", "--fail-on", "critical"};
        assertThat(terminal.run(command)).isEqualTo(Exit.OK);
    }

    @Test
    void aMistypedCheckIsCorrected() {
        assertThat(terminal.run("check", "--bundle", "fault.bundle", "--only", "mtu-mismach"))
                .isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("did you mean mtu-mismatch?");
    }

    @Test
    void junitIsXmlAndSarifIsJson() throws Exception {
        terminal.run("check", "--bundle", "fault.bundle", "--format", "junit");
        var suite =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(
                                new ByteArrayInputStream(
                                        terminal.out().getBytes(StandardCharsets.UTF_8)))
                        .getDocumentElement();
        assertThat(suite.getAttribute("failures")).isNotEqualTo("0");
        TestConsole second = TestConsole.in(directory, Map.of());
        second.run("check", "--bundle", "fault.bundle", "--format", "sarif", "-o", "out.sarif");
        assertThat(second.out()).isEmpty();
        JsonNode sarif =
                new ObjectMapper().readTree(Files.readString(directory.resolve("out.sarif")));
        assertThat(sarif.path("runs").path(0).path("results").path(0).path("ruleId").asString())
                .isEqualTo("mtu-mismatch");
    }

    @Test
    void whatRestsOnARecordingSaysSoInEveryFormat() throws IOException {
        Transcript standIn =
                new Transcript(
                        "h1",
                        "ethtool eth1",
                        "Settings for eth1:\n\tSpeed: 100Mb/s\n\tDuplex: Half\n",
                        "railhead-lab: recorded: ethtool of a sample\n",
                        0,
                        Instant.EPOCH,
                        Duration.ZERO,
                        false);
        write(
                "recorded.bundle",
                new Collected(
                        "h1",
                        List.of(standIn),
                        Optional.empty(),
                        List.of(),
                        Instant.EPOCH,
                        Duration.ZERO));
        for (String format : List.of("text", "json", "junit", "sarif")) {
            TestConsole one = TestConsole.in(directory, Map.of());
            String[] command = {
                "check", "--bundle", "recorded.bundle", "--only", "half-duplex", "--format", format
            };
            assertThat(one.run(command)).isEqualTo(Exit.FINDINGS);
            assertThat(one.out()).as(format).containsIgnoringCase("half").contains("ecorded");
        }
    }

    @Test
    void withoutAnIntentTheRemedyIsNamed() {
        assertThat(terminal.run("check")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("railhead init");
    }

    @Test
    void faultsOfTheIntentAreAllPrintedWithTheirPlace() throws IOException {
        Files.writeString(
                directory.resolve("cluster.yaml"),
                INTENT.replace("mtu: 9000", "mtuu: 9000, gpu: x"));
        assertThat(terminal.run("check")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err())
                .contains("cluster.yaml:3:")
                .contains("mtuu")
                .contains("gpu")
                .contains("2 faults");
    }

    @Test
    void aBundleThatIsNoneIsSaidSo() throws IOException {
        Files.writeString(directory.resolve("text.bundle"), "hello");
        assertThat(terminal.run("check", "--bundle", "text.bundle")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("text.bundle");
    }

    @Test
    void everyExplanationReadsAtEightyColumns() {
        for (Check check : Checks.all()) {
            TestConsole one = TestConsole.in(directory, Map.of());
            assertThat(one.run("explain", check.code())).isEqualTo(Exit.OK);
            // A command is not broken: it is there to be copied.
            assertThat(one.out().lines().filter(l -> !l.startsWith("    ")))
                    .as(check.code())
                    .allMatch(l -> l.length() <= 80);
            assertThat(one.out().lines()).as(check.code()).allMatch(l -> l.length() <= 110);
        }
        terminal.run("explain");
        assertThat(terminal.out().lines()).allMatch(l -> l.length() <= 80);
    }

    @Test
    void explainTellsAllFiveParts() {
        assertThat(terminal.run("explain", "mtu-mismatch")).isEqualTo(Exit.OK);
        assertThat(terminal.out())
                .contains("What it is", "How it shows", "Why it happens", "How to mend it")
                .contains("How to prove it");
    }
}
