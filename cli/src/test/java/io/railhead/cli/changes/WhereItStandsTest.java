package io.railhead.cli.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.ApplyEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhereItStandsTest {
    private static final String RUN = "20261128T000000.000Z-0001";

    @ParameterizedTest
    @CsvSource({"INT,apply,130", "TERM,apply,143", "INT,rollback,130"})
    void aSignalEndsItWithOneLineAndItsStatus(String signal, String command, int status)
            throws IOException, InterruptedException {
        Process p =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xshare:auto",
                                "-XX:TieredStopAtLevel=1",
                                "-Dstderr.encoding=UTF-8",
                                "-cp",
                                System.getProperty("java.class.path"),
                                InterruptedMain.class.getName(),
                                command)
                        .start();
        BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(p.getInputStream(), StandardCharsets.UTF_8));
        assertThat(out.readLine()).isEqualTo("ready");
        new ProcessBuilder("kill", "-" + signal, Long.toString(p.pid())).start().waitFor();
        assertThat(p.waitFor(30, TimeUnit.SECONDS)).isTrue();
        List<String> said =
                new String(p.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        assertThat(said)
                .containsExactly(
                        "railhead: interrupted in run "
                                + RUN
                                + " while at work on gpu01; what has begun there goes on by itself: "
                                + (command.equals("apply")
                                        ? "it is made, or taken back where a step fails or nobody"
                                                + " confirms it; next: «railhead apply» goes on, «railhead rollback "
                                                + RUN
                                                + "» takes it back"
                                        : "it is taken back, or made again where a step fails or"
                                                + " nobody confirms it; next: «railhead rollback "
                                                + RUN
                                                + "» goes on, «railhead rollback --list» shows how"
                                                + " it stands"));
        assertThat(p.exitValue()).isEqualTo(status);
    }

    @Test
    void beforeAnyHostIsChangedThatIsSaid() {
        try (WhereItStands stands = new WhereItStands(System.err, "apply", e -> {})) {
            stands.accept(new ApplyEvent.Settled("gpu01", RUN, "reverted"));
            assertThat(stands.line())
                    .isEqualTo("railhead: interrupted; this apply had changed nothing yet");
        }
    }
}
