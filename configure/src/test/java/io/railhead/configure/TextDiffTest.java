package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextDiffTest {

    @Test
    void aLastLineWithoutNewlineIsSaidAsGnuDiffSaysIt() {
        assertThat(TextDiff.unified("a\nb", "a\nb\n", 3))
                .containsExactly(
                        "@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b");
        assertThat(TextDiff.unified("", "x", 3)).endsWith("+x", "\\ No newline at end of file");
        assertThat(TextDiff.unified("a\nx", "b\nx", 3))
                .endsWith("-a", "+b", " x", "\\ No newline at end of file");
    }

    @Test
    void aSideWithoutLinesIsNamedAsGnuDiffNamesIt() {
        assertThat(TextDiff.unified("", "a\nb\n", 3)).startsWith("@@ -0,0 +1,2 @@");
        assertThat(TextDiff.unified("a\n", "", 3)).startsWith("@@ -1,1 +0,0 @@");
        assertThat(TextDiff.unified("a\nb\n", "a\nx\nb\n", 0)).startsWith("@@ -1,0 +2,1 @@");
        assertThat(TextDiff.unified("a\nb\nc\n", "a\nc\n", 0)).startsWith("@@ -2,1 +1,0 @@");
    }

    @Test
    void equalTextsDifferInNothing() {
        assertThat(TextDiff.unified("a\nb", "a\nb", 3)).isEmpty();
        assertThat(TextDiff.unified("", "", 3)).isEmpty();
    }

    @Test
    void carriageReturnsArePartOfTheirLine() {
        assertThat(TextDiff.unified("a\r\n", "a\n", 3))
                .containsExactly("@@ -1,1 +1,1 @@", "-a\r", "+a");
    }
}
