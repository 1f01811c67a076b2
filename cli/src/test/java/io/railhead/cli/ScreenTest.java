package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream screen = Screen.over(bytes, true);

    private String shown() {
        screen.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatTerminalsObeyIsWrittenOut() {
        screen.print("a\u001b[2Jb\u0007\r\u009b31m\u0000\u007f\tc\n");
        assertThat(shown()).isEqualTo("a\\x1b[2Jb\\x07\\x0d\\x9b31m\\x00\\x7f\tc\n");
    }

    @Test
    void whatTurnsTextAboutOrHasNoWidthIsWrittenOut() {
        screen.print("x\u202Ey\u2066z\u200Bé—日本\uD83D\uDE00\u00AD\uFEFF\u2028\uDB40\uDC41");
        assertThat(shown())
                .isEqualTo(
                        "x<U+202E>y<U+2066>z<U+200B>é—日本\uD83D\uDE00<U+00AD><U+FEFF><U+2028>"
                                + "<U+E0041>");
    }

    @Test
    void ourOwnColoursStayAndThoseOfOthersDoNot() {
        screen.print(Screen.ESCAPE + "[31mred \u001b[32m" + Screen.ESCAPE + "[0m\n");
        assertThat(shown()).isEqualTo("\u001b[31mred \\x1b[32m\u001b[0m\n");
    }

    @Test
    void noncharactersOfOthersColourNothing() {
        screen.print("\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5[31m");
        assertThat(shown()).doesNotContain("\u001b").contains("<U+FDD0>");
    }

    @Test
    void bytesThatAreNoUtf8AreReplaced() {
        byte[] broken = {'a', (byte) 0xff, (byte) 0xc3, 'b', (byte) 0x9b, '\n'};
        screen.write(broken, 0, broken.length);
        assertThat(shown()).isEqualTo("a\uFFFD\uFFFDb\uFFFD\n");
    }

    @Test
    void theMarkOfOurOwnTextCannotOverlapItself() {
        assertThat(Screen.ESCAPE.lastIndexOf(Screen.ESCAPE.charAt(0))).isZero();
    }

    @Test
    void textInPiecesOfAnySizeShowsAsOnePiece() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String[] parts = {
            "plain ",
            "\u001b[1m",
            Screen.ESCAPE + "[1m",
            "é",
            "日",
            "\uD83D\uDE00",
            "\u202E",
            Screen.ESCAPE.substring(0, 3),
            "\n",
            "x".repeat(9000)
        };
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            byte[] all = text.toString().getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            PrintStream one = Screen.over(whole, false);
            one.write(all, 0, all.length);
            one.flush();
            ByteArrayOutputStream pieces = new ByteArrayOutputStream();
            PrintStream many = Screen.over(pieces, false);
            for (int at = 0; at < all.length; ) {
                int n = Math.min(all.length - at, 1 + random.nextInt(5));
                many.write(all, at, n);
                at += n;
            }
            many.flush();
            assertThat(pieces.toString(StandardCharsets.UTF_8))
                    .as("seed " + seed + ", round " + round)
                    .isEqualTo(whole.toString(StandardCharsets.UTF_8))
                    .doesNotContain("\u202E");
        }
    }

    @Test
    void filesGetNoColour() {
        assertThat(Screen.plain(Screen.ESCAPE + "[1;31mbad" + Screen.ESCAPE + "[0m \u001b]0;t"))
                .isEqualTo("bad \\x1b]0;t");
    }

    @Test
    void jsonEscapesThemAndReadsBackAsWritten() {
        String hostile = "a\u001b[2J\u009b\u202E\u007f\u2028\uDB40\uDC41é\uD800";
        String json = Json.writeLine(java.util.Map.of("text", hostile));
        assertThat(json)
                .isEqualTo(
                        "{\"text\":\"a\\u001b[2J\\u009b\\u202e\\u007f\\u2028\\udb40\\udc41é\\ud800\"}\n"
                                .replace("\\u001b", "\\u001B"));
    }
}
