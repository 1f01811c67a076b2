package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.intent.Template.Scope;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final Scope GPU042 =
            new Scope(Map.of("n", 42L, "i", 7L), Map.of("name", "gpu042"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.1.0.{n} | 10.1.0.42",
                "10.1.0.{n+10} | 10.1.0.52",
                "10.1.{i/4}.{i%4+1} | 10.1.1.4",
                "{2*(n-40)} | 4",
                "{100-n*2} | 16",
                "fd00:1::{n:x} | fd00:1::2a",
                "x{n:04} | x0042",
                "x{n:04x} | x002a",
                "{name}-bmc | gpu042-bmc",
                "a{{b}}c | a{b}c",
                "{ n + 1 } | 43",
                "plain | plain",
            })
    void placesAreFilledIn(String text, String filled) throws Exception {
        assertThat(Template.parse(text)).isInstanceOf(Template.Good.class);
        assertThat(((Template.Good) Template.parse(text)).template().fill(GPU042))
                .isEqualTo(filled);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.{n | a brace is not closed in \"10.{n\"",
                "10.n} | a closing brace has no opening one in \"10.n}\"",
                "{n+} | \"{n+}\" is not an expression",
                "{} | \"{}\" is not an expression",
                "{n n} | \"{n n}\" is not an expression",
                "{(n} | \"{(n}\" is not an expression",
                "{n:%d} | \":%d\" is not a way to write a number",
            })
    void whatIsNoTemplateSaysWhy(String text, String message) {
        assertThat(Template.parse(text))
                .isInstanceOfSatisfying(
                        Template.Bad.class, bad -> assertThat(bad.message()).isEqualTo(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{n/(n-42)} | \"{n/(n-42)}\" divides by zero",
                "{i-n} | a place in the template comes to -35, below zero",
                "{k} | {k} is not known here",
                "{r} | {r} has no number to stand for here",
                "{n*999999999999*999999999999} "
                        + "| \"{n*999999999999*999999999999}\" becomes too large",
            })
    void whatCannotBeFilledInSaysWhy(String text, String message) {
        Template template = ((Template.Good) Template.parse(text)).template();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> template.fill(GPU042)))
                .isInstanceOf(Template.Unfilled.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"/run/netns/{x}", "a{b", "}", "{{}}"})
    void escapedTextFillsToItself(String text) throws Exception {
        Template template = ((Template.Good) Template.parse(Template.escape(text))).template();
        assertThat(template.fill(Scope.EMPTY)).isEqualTo(text);
    }
}
