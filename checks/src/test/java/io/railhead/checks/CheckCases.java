package io.railhead.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.fact.Fact;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The test of one check is a class `<Check>Test` that lists its cases.
public interface CheckCases {

    Check check();

    Stream<Case> cases();

    @TestFactory
    default Stream<DynamicTest> everyCase() {
        return cases().map(c -> DynamicTest.dynamicTest(c.sentence(), () -> hold(check(), c)));
    }

    /// Runs a case and gives the types of fact that the check looked at.
    static Set<Class<? extends Fact>> hold(Check check, Case c) {
        Set<Class<? extends Fact>> read = new HashSet<>();
        Situation all = c.world().situation();
        Situation watched =
                new Situation(all.facts().watched(read::add), all.wanted(), all.wishes());
        Outcomes out = new Outcomes();
        check.run(watched, out);
        List<Finding> findings = out.findings();
        String told = c.sentence() + "\n" + findings + "\n" + out.notChecked();
        switch (c.expected()) {
            case Case.Expected.Fires(List<String> subjects) -> {
                assertThat(findings)
                        .as(told)
                        .extracting(Finding::subject)
                        .containsExactlyInAnyOrderElementsOf(subjects);
                findings.forEach(f -> sound(check, f));
                says(findings, c);
            }
            case Case.Expected.Quiet() -> {
                assertThat(findings).as(told).isEmpty();
                assertThat(out.notChecked()).as(told).isEmpty();
            }
            case Case.Expected.NotChecked() -> {
                assertThat(findings).as(told).isEmpty();
                assertThat(out.notChecked()).as(told).isNotEmpty();
                assertThat(out.notChecked())
                        .extracting(NotChecked::check)
                        .containsOnly(check.code());
                says(out.notChecked(), c);
            }
        }
        return read;
    }

    private static void says(List<?> said, Case c) {
        for (String word : c.words()) {
            assertThat(said.toString()).as(c.sentence()).contains(word);
        }
    }

    private static void sound(Check check, Finding f) {
        assertThat(f.code()).isEqualTo(check.code());
        assertThat(f.subject()).isNotBlank().isEqualTo(f.subject().strip());
        assertThat(f.summary()).isNotBlank();
        assertThat(f.cause()).as("cause of " + f).isNotBlank();
        assertThat(f.fix()).as("fix of " + f).isNotBlank();
        assertThat(f.evidence()).as("evidence of " + f).isNotEmpty();
        assertThat(f.evidence())
                .allSatisfy(
                        e -> {
                            assertThat(e.document()).isNotBlank();
                            assertThat(e.text()).as("quoted by " + f).isNotBlank();
                        });
        assertThat(f.summary() + f.cause() + f.fix()).doesNotContain("Optional");
    }
}
