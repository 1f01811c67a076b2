package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private long now;

    @Test
    void withoutATerminalALineNowAndThenShowsThatSomethingHappens() {
        TestConsole console = TestConsole.create();
        try (Progress progress =
                new Progress(console.console(), "measuring", 60, Duration.ZERO, () -> now)) {
            for (int i = 1; i <= 40; i++) {
                now += 1_000_000_000L;
                progress.step("pair " + i + "\u001b[2J\n");
            }
        }
        assertThat(console.err().lines())
                .containsExactly(
                        "measuring 15/60, 45 s left  pair 15\\x1b[2J\\x0a",
                        "measuring 30/60, 30 s left  pair 30\\x1b[2J\\x0a");
    }

    @Test
    void whatIsSoonOverPrintsNothing() {
        TestConsole console = TestConsole.create();
        try (Progress progress =
                new Progress(console.console(), "planning", 3, Duration.ZERO, () -> now)) {
            progress.step("gpu01");
            progress.note("a note");
        }
        assertThat(console.err()).isEqualTo("a note\n");
    }

    @Test
    void untilSomethingIsDoneTheRemainingTimeIsWhatAllOfItShouldTake() {
        TestConsole console = TestConsole.create();
        Duration expected = Duration.ofSeconds(100);
        try (Progress progress =
                new Progress(console.console(), "measuring", 4, expected, () -> now)) {
            now += 20_000_000_000L;
            progress.show("gpu01 -> gpu02");
            now += 20_000_000_000L;
            progress.step("gpu01 -> gpu02");
        }
        assertThat(console.err().lines())
                .containsExactly(
                        "measuring 0/4, 80 s left  gpu01 -> gpu02",
                        "measuring 1/4, 120 s left  gpu01 -> gpu02");
    }
}
