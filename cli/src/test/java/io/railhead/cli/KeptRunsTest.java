package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import java.io.IOException;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What `check` and `plan` found is there for `report` later, as what `apply` and `bench` did.
class KeptRunsTest {
    @TempDir private Path directory;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(
                directory.resolve("cluster.yaml"),
                """
                cluster: gone
                login: {user: root, port: 9}
                hosts:
                  h1: {address: 127.255.255.254}
                """);
        Transcript ethtool =
                new Transcript(
                        "h1",
                        "ethtool eth1",
                        "Settings for eth1:\n\tSpeed: 100Mb/s\n\tDuplex: Half\n",
                        "",
                        0,
                        Instant.EPOCH,
                        Duration.ZERO,
                        false);
        BundleFile.write(
                directory.resolve("half.bundle"),
                new Bundle(
                        "0.1.0",
                        Instant.EPOCH,
                        Optional.of(Files.readString(directory.resolve("cluster.yaml"))),
                        List.of(
                                new Collected(
                                        "h1",
                                        List.of(ethtool),
                                        Optional.empty(),
                                        List.of(),
                                        Instant.EPOCH,
                                        Duration.ZERO))));
    }

    private TestConsole terminal() {
        return TestConsole.in(
                directory,
                Map.of("HOME", directory.toString(), "RAILHEAD_STORE", "kept.db", "USER", "ann"));
    }

    private String report(String... arguments) {
        TestConsole console = terminal();
        String[] all = new String[arguments.length + 1];
        all[0] = "report";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        assertThat(console.run(all)).as(console.err()).isEqualTo(Exit.OK);
        return console.out();
    }

    @Test
    void aRunIsNotTakenForFindings() throws IOException {
        Files.writeString(
                directory.resolve("run.json"),
                "{\"schema\": \"railhead.run/1\", \"measurements\": [], \"findings\": []}");
        TestConsole console = terminal();
        assertThat(console.run("report", "--findings", "run.json")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("run.json: schema «railhead.run/1», wanted railhead.findings/1");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void aCheckIsKeptWithItsFindingsAndWhatWasNotChecked() {
        assertThat(terminal().run("check", "--bundle", "half.bundle", "--only", "half-duplex"))
                .isEqualTo(Exit.FINDINGS);
        JsonNode run = new ObjectMapper().readTree(report("last:check", "--format", "json"));
        assertThat(run.path("schema").asString()).isEqualTo("railhead.run/1");
        assertThat(report("last")).contains("half-duplex");
        assertThat(report("--list")).contains("-check-").contains("gone");
    }

    @Test
    void aPlanIsKeptAndWhatItCouldNotReachStandsInIt() {
        assertThat(terminal().run("plan", "--timeout", "5")).isEqualTo(Exit.UNREACHABLE);
        assertThat(report("--list")).contains("-plan-");
        assertThat(report("last:plan")).contains("h1, observe: ").doesNotContain("gave no value");
    }

    @Test
    void whoeverWantsNothingKeptSaysSo() {
        terminal().run("check", "--bundle", "half.bundle", "--no-store");
        terminal().run("plan", "--timeout", "5", "--no-store");
        assertThat(directory.resolve("kept.db")).doesNotExist();
    }

    @Test
    void aStoreThatCannotBeUsedIsSaidAndTheResultStands() throws IOException {
        Files.writeString(directory.resolve("kept.db"), "this is no database, it is text");
        TestConsole console = terminal();
        assertThat(console.run("check", "--bundle", "half.bundle", "--only", "half-duplex"))
                .isEqualTo(Exit.FINDINGS);
        assertThat(console.out()).contains("half-duplex");
        assertThat(console.err()).contains("not stored: ");
    }

    @Test
    void aDocumentWithoutFindingsIsNoFindings() throws IOException {
        Files.writeString(directory.resolve("other.json"), "{\"schema\":\"railhead.plan/1\"}");
        TestConsole console = terminal();
        assertThat(console.run("report", "--findings", "other.json")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("other.json");
        Files.writeString(directory.resolve("text.json"), "hello");
        assertThat(terminal().run("report", "--findings", "text.json")).isEqualTo(Exit.USAGE);
    }
}
