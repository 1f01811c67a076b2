package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `plan`, `apply` and `rollback` up to the machines, which the tests of the lab bring in.
class ChangeCommandsTest {
    @TempDir Path directory;
    private TestConsole terminal = TestConsole.create();

    @BeforeEach
    void write() throws IOException {
        terminal = TestConsole.in(directory, Map.of("HOME", directory.toString(), "USER", "ann"));
        // Nothing listens on the discard port of the loopback network's last address.
        Files.writeString(
                directory.resolve("cluster.yaml"),
                """
                cluster: gone
                login: {user: root, port: 9}
                hosts:
                  h1: {address: 127.255.255.254}
                """);
    }

    @Test
    void withoutATerminalNothingIsChangedUnaskedFor() {
        assertThat(terminal.run("apply")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("no terminal to ask on").contains("--yes");
        assertThat(terminal.run("rollback")).isEqualTo(Exit.USAGE);
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aHostThatDoesNotAnswerIsNamedAndTheStatusIsThree() {
        assertThat(terminal.run("plan", "--timeout", "5")).isEqualTo(Exit.UNREACHABLE);
        assertThat(terminal.out())
                .contains("Not known: none of 1 host answered.")
                .contains("Could not be looked at")
                .contains("h1")
                .doesNotContain("Nothing to change");
        assertThat(terminal.run("apply", "--yes", "--timeout", "5")).isEqualTo(Exit.UNREACHABLE);
        assertThat(terminal.run("rollback", "--list", "--timeout", "5"))
                .isEqualTo(Exit.UNREACHABLE);
        assertThat(terminal.out())
                .contains("Could not be looked at: h1; which runs are there is not known.")
                .doesNotContain("No runs on these hosts");
        assertThat(terminal.run("rollback", "--yes", "--timeout", "5")).isEqualTo(Exit.UNREACHABLE);
    }

    @Test
    void aClassThatNothingCarriesIsNoted() throws IOException {
        Path intent = directory.resolve("cluster.yaml");
        Files.writeString(
                intent,
                Files.readString(intent)
                        .replace("hosts:", "lossless: {priority: 3, dscp: 26}\nhosts:"));
        terminal.run("plan", "--timeout", "5");
        assertThat(terminal.err().replaceAll("\\s+", " "))
                .contains("note: the lossless class is planned nowhere: no rail names its «rdma:»");
        assertThat(terminal.errLines().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void aPlanInAFileOfJsonIsWhatApplyTakes() throws IOException {
        assertThat(terminal.run("plan", "-o", "plan.json", "--timeout", "5"))
                .isEqualTo(Exit.UNREACHABLE);
        assertThat(Files.readString(directory.resolve("plan.json")))
                .startsWith("{\n  \"schema\" : \"railhead.plan/1\"");
        assertThat(terminal.run("apply", "plan.json", "--yes", "--timeout", "5"))
                .isEqualTo(Exit.UNREACHABLE);
    }

    @Test
    void aFileThatIsNoPlanIsRefusedByName() throws IOException {
        Files.writeString(directory.resolve("plan.json"), "{}");
        assertThat(terminal.run("apply", "plan.json", "--yes")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("plan.json: it is not a plan");
        assertThat(terminal.run("apply", "none.json", "--yes")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("none.json: no such file");
        Files.write(directory.resolve("plan.bin"), new byte[] {0, (byte) 0xff, (byte) 0xfe});
        assertThat(terminal.run("apply", "plan.bin", "--yes")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("plan.bin: it is not text (UTF-8)");
    }

    @Test
    void aPlanOfAnotherVersionIsMadeAnew() throws IOException {
        terminal.run("plan", "-o", "plan.json", "--timeout", "5");
        Path plan = directory.resolve("plan.json");
        Files.writeString(
                plan, Files.readString(plan).replace("\"" + Version.number() + "\"", "\"0.0.1\""));
        assertThat(terminal.run("apply", "plan.json", "--yes")).isEqualTo(Exit.FINDINGS);
        assertThat(terminal.err()).contains("was made by Railhead 0.0.1").contains("plan again");
    }

    @Test
    void aPlanOfAnotherClusterIsRefused() throws IOException {
        terminal.run("plan", "-o", "plan.json", "--timeout", "5");
        Path plan = directory.resolve("plan.json");
        Files.writeString(
                plan,
                Files.readString(plan)
                        .replaceFirst("\"cluster\" : \"[^\"]*\"", "\"cluster\" : \"other\""));
        assertThat(terminal.run("apply", "plan.json", "--yes")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("plan.json is a plan for the cluster other");
    }

    @Test
    void aDamagedRecordHereIsNamedWithItsFlaw() throws IOException {
        Path runs = directory.resolve(".local/state/railhead/runs");
        Files.createDirectories(runs);
        String id = "20261128T101500.250Z-0a1b";
        Path record = runs.resolve(id + ".json");
        Map<String, String> flaws =
                Map.of(
                        "{\n \"schema\": ",
                        "line 2 is no JSON",
                        "[]",
                        "it is not a railhead.journal/1",
                        "{\"schema\": \"railhead.journal/1\", \"run\": \"x\"}",
                        "it is of another run than its name says",
                        "{\"schema\": \"railhead.journal/1\", \"run\": \"" + id + "\"}",
                        "its hosts are missing");
        for (Map.Entry<String, String> flaw : flaws.entrySet()) {
            Files.writeString(record, flaw.getKey());
            terminal.run("rollback", "--list", "--timeout", "5");
            assertThat(terminal.err()).contains(record + " is damaged (" + flaw.getValue() + ")");
        }
        Files.write(record, new byte[] {(byte) 0xff, (byte) 0xfe});
        terminal.run("apply", "--yes", "--timeout", "5");
        assertThat(terminal.err()).contains("it is not UTF-8");
        assertThat(terminal.run("rollback", id, "--to", id, "--yes")).isEqualTo(Exit.USAGE);
    }

    @Test
    void aKindThatThereIsNotIsAnsweredWithTheNearest() {
        assertThat(terminal.run("plan", "--only", "sysctrl")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("did you mean sysctl?");
    }

    @Test
    void aCanaryThatIsNotInTheIntentIsAnsweredWithTheNearest() {
        assertThat(terminal.run("apply", "--yes", "--canary", "h2")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("--canary h2: no such host").contains("did you mean");
        assertThat(terminal.run("plan", "--canary", "h[")).isEqualTo(Exit.USAGE);
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThat(terminal.run("apply", "--yes", "--wave", "0")).isEqualTo(Exit.USAGE);
        assertThat(terminal.run("apply", "--yes", "--confirm-within", "1")).isEqualTo(Exit.USAGE);
        assertThat(terminal.run("rollback", "../etc", "--yes")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("--wave 0").contains("../etc is no name of a run");
    }

    @Test
    void aPlanOfAnIntentThatWasEditedSinceIsNoted() throws IOException {
        terminal.run("plan", "-o", "plan.json", "--timeout", "5");
        Path intent = directory.resolve("cluster.yaml");
        Files.writeString(intent, Files.readString(intent) + "# a word more\n");
        terminal.run("apply", "plan.json", "--yes", "--timeout", "5");
        assertThat(terminal.err())
                .contains("note: ", "is not the file that the plan was made of (sha256 ");
        TestConsole again = TestConsole.in(directory, Map.of("HOME", directory.toString()));
        again.run("plan", "-o", "plan.json", "--timeout", "5");
        again.run("apply", "plan.json", "--yes", "--timeout", "5");
        assertThat(again.err()).doesNotContain("is not the file");
    }

    @Test
    void aPrivateKeyThatOthersMayReadIsWarnedOf() throws IOException {
        Path key = directory.resolve("id");
        Files.writeString(key, "no key");
        Path intent = directory.resolve("cluster.yaml");
        Files.writeString(intent, Files.readString(intent).replace("port: 9", "port: 9, key: id"));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        terminal.run("plan", "--timeout", "5");
        assertThat(terminal.err())
                .contains("warning: others may read the private key " + key)
                .contains("chmod 600");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        TestConsole again = TestConsole.in(directory, Map.of("HOME", directory.toString()));
        again.run("plan", "--timeout", "5");
        assertThat(again.err()).doesNotContain("warning: others");
    }
}
