package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchKindsTest {
    /// A terminal of 80 columns and 52 lines.
    private static final int SCREEN = 52;

    private final TestConsole console = TestConsole.create();

    private static String help(String kind) {
        TestConsole here = TestConsole.create();
        assertThat(here.run("bench", kind, "--help")).isEqualTo(Exit.OK);
        return here.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "rdma", "nccl", "disk", "ping", "saturate"})
    void theHelpOfAKindFitsOnAScreenAndShowsAnExample(String kind) {
        assertThat(help(kind))
                .contains("Usage: railhead bench " + kind, "Example: railhead bench " + kind)
                .satisfies(text -> assertThat(text.lines().count()).isLessThanOrEqualTo(SCREEN))
                .satisfies(text -> assertThat(text.lines()).allMatch(l -> l.length() <= 80));
    }

    @Test
    void aKindHasItsOwnOptionsAndAllHasThemAll() {
        assertThat(help("tcp")).contains("--streams", "--rail").doesNotContain("--verbs", "--gpus");
        assertThat(help("disk")).contains("--file-size").doesNotContain("--rail", "--streams");
        assertThat(help("all")).contains("--streams", "--verbs", "--file-size", "--collectives");
    }

    @Test
    void anOptionOfAnotherKindIsRefusedWithWhoseItIs() {
        assertThat(console.run("bench", "tcp", "--local", "--verbs=read")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("--verbs", "is an option of «railhead bench rdma»")
                .contains("see «railhead bench tcp --help»");
        TestConsole before = TestConsole.create();
        assertThat(before.run("bench", "--window", "9", "tcp")).isEqualTo(Exit.USAGE);
        assertThat(before.err()).contains("--window is an option of «railhead bench tcp»");
    }

    /// It would be an option `-o X` otherwise, and a file X would hold the result.
    @Test
    void aValueThatBeginsWithADashIsNotTakenForAnOption() {
        assertThat(console.run("bench", "nccl", "--local", "--build=-oX")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("--build=-oX: a value that begins with a dash", "write --build=./-oX");
        TestConsole plain = TestConsole.create();
        assertThat(plain.run("bench", "nccl", "--local", "--build=./-oX")).isEqualTo(Exit.USAGE);
        assertThat(plain.err()).contains("no folder, tar.gz or address of sources: ./-oX");
    }

    @Test
    void theKindsAreListedAndNoneIsWrongUsage() {
        assertThat(console.run("bench")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("tcp|rdma|nccl|disk|ping|saturate|all", "fio on a file");
    }

    @Test
    void theLongerNameOfAnOptionStillWorks() {
        assertThat(console.run("bench", "ping", "--pairs-at-once", "2")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no cluster.yaml");
    }

    @Test
    void compareExplainsWhatRdmaLeavesOut() {
        assertThat(console.run("compare", "--help")).isEqualTo(Exit.OK);
        assertThat(console.out()).contains("socket buffer at each end", "--predict-hops");
    }
}
