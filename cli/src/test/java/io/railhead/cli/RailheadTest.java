package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RailheadTest {
    private final TestConsole terminal = TestConsole.create();

    @Test
    void versionIsTheBuilds() {
        assertThat(terminal.run("--version")).isEqualTo(Exit.OK);
        assertThat(terminal.out()).matches("railhead \\d+\\.\\d+\\.\\d+\\R");
    }

    @Test
    void noCommandShowsUsageAndIsWrongUsage() {
        assertThat(terminal.run()).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("Usage: railhead");
    }

    @Test
    void anUnknownCommandIsNamed() {
        assertThat(terminal.run("chekc")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("chekc");
    }

    @Test
    void wrongUsageIsSaidInAFewLinesWithWhereHelpIs() {
        for (String[] wrong :
                new String[][] {
                    {"check", "--nonsense"},
                    {"check", "--timeout", "abc"},
                    {"check", "--fail-on", "much"},
                    {"bench", "foo"}
                }) {
            TestConsole here = TestConsole.create();
            assertThat(here.run(wrong)).isEqualTo(Exit.USAGE);
            assertThat(here.err())
                    .startsWith("railhead: ")
                    .contains(wrong[wrong.length - 1])
                    .contains("see «railhead " + wrong[0] + " --help»");
            assertThat(here.err().lines().count()).isLessThan(5);
        }
    }

    @Test
    void aListOfNothingIsNotAListOfAll() {
        for (String[] wrong :
                new String[][] {
                    {"check", "--only", ","},
                    {"plan", "--only", ","},
                    {"bench", "ping", "--rail", ","},
                    {"report", "--findings", ","}
                }) {
            TestConsole here = TestConsole.create();
            assertThat(here.run(wrong)).isEqualTo(Exit.USAGE);
            assertThat(here.err()).contains(wrong[wrong.length - 2] + ": nothing is named");
        }
    }

    @Test
    void aTimeoutThatWouldOverflowIsRefused() {
        assertThat(terminal.run("check", "--local", "--timeout", "2147483647"))
                .isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("--timeout 2147483647: must be 1 to 86400 seconds");
    }
}
