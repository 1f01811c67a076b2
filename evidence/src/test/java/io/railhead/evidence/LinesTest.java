package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.Unread;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinesTest {

    private static Lines of(String text) {
        return Lines.of(Transcript.ofFile("f", text));
    }

    @Test
    void colourCodesCarriageReturnsAndNoBreakSpacesAreGone() {
        Lines lines = of("\u001B[2;35mred\u001B[0m \r\n\u00A0two\u001B]0;t\u0007 words\r\n");
        assertThat(lines.all()).extracting(Lines.Line::text).containsExactly("red", " two words");
    }

    @Test
    void linesThatNobodyReadsAreUnread() {
        Lines lines = of("a\n\nb\nc\n");
        lines.get(0).read();
        lines.get(3).ignore();
        assertThat(lines.reading(List.of()).unread()).containsExactly(new Unread("f", 3, "b"));
    }

    @Test
    void aPastedPromptGivesTheCommandAndAStatusLineTheStatus() {
        Lines lines = of("root@gpu01:/etc# ethtool -i eth3 | cat\ndriver: x\nrc=2\n");
        assertThat(lines.command().program()).isEqualTo("ethtool");
        assertThat(lines.command().lastOperand()).contains("eth3");
        assertThat(lines.status()).isEqualTo(2);
        assertThat(lines.left()).extracting(Lines.Line::text).containsExactly("driver: x");
    }

    @Test
    void aCommentIsAPromptOnlyForTheNamedPrograms() {
        assertThat(of("# ethtool eth0\n").left()).hasSize(1);
        assertThat(Lines.of(Transcript.ofFile("f", "# ethtool eth0\n"), "ethtool").left())
                .isEmpty();
    }

    @Test
    void wrappersAssignmentsPathsAndPipesAreNoPartOfACommand() {
        assertThat(CommandLine.of("LC_ALL=C sudo -n timeout 5 /sbin/ethtool -S eth1 2>/dev/null"))
                .isEqualTo(new CommandLine("ethtool", List.of("-S", "eth1")));
        assertThat(CommandLine.of("bash -c ulimit -a"))
                .isEqualTo(new CommandLine("ulimit", List.of("-a")));
        assertThat(CommandLine.of("sh -c 'ping -c 2 10.0.0.1 | tail -1'").program())
                .isEqualTo("ping");
        assertThat(CommandLine.of("  ").program()).isEmpty();
    }

    @Test
    void jsonIsFoundBehindNoiseAndBeforeACut() {
        Lines lines = of("warning: x\n[  5] local\n[{\"a\":1},\n {\"a\":2},\n {\"a\":");
        Json.Found found = Json.elements(lines, JsonShape.ANY);
        assertThat(found.values()).hasSize(2);
        assertThat(found.values().get(1).source().firstLine()).isEqualTo(4);
        assertThat(found.problem()).isPresent();
        assertThat(lines.left()).extracting(Lines.Line::number).containsExactly(1, 2, 5);
    }
}
