package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.configure.LocalJournal;
import io.railhead.lab.Lab;
import io.railhead.lab.LabInfo;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// `plan`, `apply` and `rollback` as people use them, on two real hosts: edits between a plan and
/// its apply, Ctrl-C in the middle, several runs taken back at once, records that are damaged.
@Tag("lab")
class ChangesLabTest {
    private static final String NAME = "changes-" + ProcessHandle.current().pid();
    private static final Pattern RUN = Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z-[0-9a-f]{4}");

    @TempDir private Path directory;
    private TestConsole terminal = TestConsole.create();
    private boolean raised;

    @BeforeEach
    void raise() throws IOException {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        raised = true;
        run(Exit.OK, "lab", "up", "--hosts", "2", "--name", NAME, "-o", "lab.yaml");
    }

    @AfterEach
    void end() {
        if (raised) {
            run(Exit.OK, "lab", "down", NAME);
        }
    }

    private Map<String, String> environment() {
        return Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH"));
    }

    private String run(int wanted, String... arguments) {
        terminal = TestConsole.in(directory, environment());
        int status = terminal.run(arguments);
        assertThat(status)
                .as(String.join(" ", arguments) + "\n" + terminal.out() + terminal.err())
                .isEqualTo(wanted);
        return terminal.out();
    }

    /// The lab's intent with files in its policy: PATH=CONTENT.
    private void intent(String... files) throws IOException {
        StringBuilder policy = new StringBuilder("host-policy:\n  files:\n");
        for (String f : files) {
            String[] both = f.split("=", 2);
            policy.append("    - {path: ")
                    .append(both[0])
                    .append(", content: \"")
                    .append(both[1])
                    .append("\\n\"}\n");
        }
        Files.writeString(
                directory.resolve("cluster.yaml"),
                Files.readString(directory.resolve("lab.yaml"))
                        .replace("host-policy:\n", policy.toString()));
    }

    private String on(String host, String script) throws IOException {
        LabInfo lab =
                new Lab(Places.DEFAULT)
                        .list().stream()
                                .filter(l -> l.name().equals(NAME))
                                .findFirst()
                                .orElseThrow();
        Process p =
                new ProcessBuilder(
                                Lab.sshCommand(
                                        lab, lab.host(host).orElseThrow(), List.of("sh -s"), false))
                        .redirectErrorStream(true)
                        .start();
        try (var in = p.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(p.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assertThat(p.exitValue()).as(host + ": " + script + "\n" + out).isZero();
        return out;
    }

    private static List<String> runs(String text) {
        List<String> found = new ArrayList<>();
        Matcher m = RUN.matcher(text);
        while (m.find()) {
            found.add(m.group());
        }
        return found;
    }

    private String applied() {
        return runs(run(Exit.OK, "apply", "--yes")).getFirst();
    }

    @Test
    void allRunsDownToOneAreTakenBackNewestFirst() throws IOException {
        intent("/etc/t.conf=one");
        String first = applied();
        intent("/etc/t.conf=two");
        String second = applied();
        intent("/etc/t.conf=three", "/etc/u.conf=new");
        String third = applied();
        String before = "cat /etc/t.conf; ls /etc/u.conf 2>/dev/null || :";
        assertThat(on("h1", before)).isEqualTo("three\n/etc/u.conf\n");

        // Not below what was named, and not beyond what cannot be taken back.
        on("h2", "echo mine >>/etc/u.conf");
        String refused = run(Exit.FINDINGS, "rollback", "--to", second, "--yes");
        assertThat(refused)
                .contains("file:/etc/u.conf changed since the run")
                .contains("not tried: " + second)
                .doesNotContain(first);
        on("h2", "printf 'new\\n' >/etc/u.conf");
        // Beside these lines, hosts that have nothing to undo say where they stand.
        String taken =
                run(Exit.OK, "rollback", "--to", second, "--yes")
                        .lines()
                        .filter(l -> l.startsWith("rollback run "))
                        .collect(Collectors.joining("\n"));
        assertThat(runs(taken)).containsExactly(third, second);
        assertThat(on("h2", before)).isEqualTo("one\n");

        intent("/etc/t.conf=four");
        String fourth = applied();
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                run(
                                        Exit.OK,
                                        "rollback",
                                        "--to",
                                        first,
                                        "--yes",
                                        "--format",
                                        "json"));
        assertThat(json.path("schema").asString()).isEqualTo("railhead.rollbacks/1");
        assertThat(json.path("to").asString()).isEqualTo(first);
        assertThat(json.path("ok").asBoolean()).isTrue();
        assertThat(json.path("runs").values())
                .extracting(r -> r.path("run").asString())
                .containsExactly(fourth, first);
        assertThat(on("h1", "ls /etc/t.conf /etc/u.conf 2>/dev/null || :")).isEmpty();
        run(Exit.USAGE, "rollback", first, "--to", second, "--yes");
        assertThat(terminal.err()).contains("not both");
    }

    @Test
    void whatIsEditedBetweenAPlanAndItsApplyIsRefusedByNameAndNoRunIsSpokenOf() throws IOException {
        on("h1", "echo was >/etc/t.conf");
        intent("/etc/t.conf=wanted", "/etc/u.conf=wanted");
        run(Exit.OK, "plan", "-o", "kept.plan");
        on("h1", "echo edited >/etc/t.conf");
        run(Exit.FINDINGS, "apply", "kept.plan", "--yes");
        assertThat(terminal.err())
                .contains("h1")
                .contains("file:/etc/t.conf")
                .contains("it is not as it was when the plan was made")
                .contains("kept.plan: 1 change does not hold any more; nothing was changed");
        assertThat(runs(terminal.out() + terminal.err())).isEmpty();
        assertThat(on("h1", "cat /etc/t.conf; ls /etc/u.conf 2>/dev/null || :"))
                .isEqualTo("edited\n");

        // Nor is what the intent no longer asks for alike.
        on("h1", "echo was >/etc/t.conf");
        intent("/etc/t.conf=other", "/etc/u.conf=wanted");
        run(Exit.FINDINGS, "apply", "kept.plan", "--yes");
        assertThat(terminal.err()).contains("the intent now asks for something else");
        // Put right, it holds again; what came up beside it is left alone.
        intent("/etc/t.conf=wanted", "/etc/u.conf=wanted", "/etc/v.conf=later");
        assertThat(run(Exit.OK, "apply", "kept.plan", "--yes")).contains("apply run ");
        assertThat(terminal.err()).contains("is not the file that the plan was made of");
        assertThat(on("h1", "cat /etc/t.conf /etc/u.conf; ls /etc/v.conf 2>/dev/null || :"))
                .isEqualTo("wanted\nwanted\n");
    }

    @Test
    void aRefusedApplyHasNoRunAndADamagedRecordHereIsNamed() throws IOException {
        intent("/etc/t.conf=wanted");
        for (String host : List.of("h1", "h2")) {
            on(
                    host,
                    """
                    mkdir -p /var/lib/railhead
                    (exec sleep 300) >/dev/null 2>&1 </dev/null &
                    set -- $! $(sed 's/.*) //' /proc/$!/stat)
                    p=$1
                    shift 20
                    ln -s "$p $1.$(cut -d- -f1 /proc/sys/kernel/random/boot_id) railhead apply by bob@desk (process 7) since noon" \
                        /var/lib/railhead/lock
                    """);
        }
        String refused = run(Exit.FINDINGS, "apply", "--yes");
        assertThat(refused).contains("refused").contains("another is at work here").contains("bob");
        assertThat(runs(refused)).isEmpty();
        JsonNode json =
                new ObjectMapper()
                        .readTree(run(Exit.FINDINGS, "apply", "--yes", "--format", "json"));
        assertThat(json.path("run").asString()).isEmpty();
        for (String host : List.of("h1", "h2")) {
            on(host, "kill $(readlink /var/lib/railhead/lock | cut -d' ' -f1)");
        }

        String id = applied();
        Path here = LocalJournal.directory(environment()).resolve(id + ".json");
        assertThat(Files.readString(here)).contains("\"h1\" : \"done\"");
        for (String damage : List.of("{\"schema\"", "{}", "", "\0\0\0")) {
            Files.writeString(here, damage);
            run(Exit.OK, "apply", "--yes");
            assertThat(terminal.err()).contains(here + " is damaged (").contains("Remove it");
        }
        // The hosts know all the same.
        assertThat(run(Exit.OK, "rollback", "--yes")).contains("rolled back").contains(id);
        assertThat(on("h2", "ls /etc/t.conf 2>/dev/null || :")).isEmpty();
    }

    @Test
    void ctrlCInTheMiddleLeavesEachHostWholeAndTheNextCommandKnows() throws Exception {
        for (int i = 0; i < 2; i++) {
            boolean again = i == 0;
            List<String> files = new ArrayList<>();
            for (int n = 0; n < 40; n++) {
                files.add("/etc/t-" + n + ".conf=" + n);
            }
            intent(files.toArray(String[]::new));
            Path said = directory.resolve("said");
            ProcessBuilder builder =
                    new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin/java").toString(),
                            "-Xshare:auto",
                            "-XX:TieredStopAtLevel=1",
                            "-Dstderr.encoding=UTF-8",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Railhead.class.getName(),
                            "apply",
                            "--yes");
            builder.environment().putAll(environment());
            Process apply =
                    builder.directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            String state = "cat /var/lib/railhead/runs/[0-9]*/state 2>/dev/null | tail -n 1";
            while (on("h1", state).isEmpty()) {
                assertThat(apply.isAlive()).as(Files.readString(said)).isTrue();
            }
            new ProcessBuilder("kill", "-INT", Long.toString(apply.pid())).start().waitFor();
            assertThat(apply.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(apply.exitValue()).isEqualTo(130);
            String words = Files.readString(said);
            assertThat(words)
                    .contains("railhead: interrupted in run ")
                    .contains("«railhead apply» goes on");
            String id = runs(words.substring(words.indexOf("interrupted in run"))).getFirst();
            if (again) {
                run(Exit.OK, "apply", "--yes");
                assertThat(run(Exit.OK, "plan")).contains("Nothing to change on 2 hosts.");
                assertThat(on("h2", "cat /etc/t-39.conf")).isEqualTo("39\n");
                run(Exit.OK, "rollback", "--to", id, "--yes");
            } else {
                run(Exit.OK, "rollback", id, "--yes");
            }
            for (String host : List.of("h1", "h2")) {
                assertThat(
                                on(
                                        host,
                                        "ls /etc | grep '^t-' || :; ls -A /var/lib/railhead"
                                                + " 2>/dev/null | grep -v '^runs$' || :"))
                        .isEmpty();
                on(host, "rm -rf /var/lib/railhead/runs");
            }
        }
    }
}
