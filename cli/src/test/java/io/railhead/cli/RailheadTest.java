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
}
