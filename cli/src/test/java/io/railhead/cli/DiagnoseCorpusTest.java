package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Report;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Diagnosis over every set of cases: the folders `diagnose-*` beside this class.
class DiagnoseCorpusTest {
    /// Faults whose code must come first, in 100 of a set. Never lowered.
    private static final int FIRST = 97;

    /// Faults of which a line that proves them must be cited, in 100 of a set.
    private static final int CITED = 95;

    @Test
    void thereAreCases() throws IOException {
        assertThat(DiagnoseCase.sets()).containsKeys("diagnose-recorded", "diagnose-own");
        assertThat(DiagnoseCase.sets().get("diagnose-recorded")).hasSizeGreaterThan(130);
    }

    @TestFactory
    Stream<DynamicTest> theRootCauseComesFirstAndItsLineIsCited() throws IOException {
        return DiagnoseCase.sets().entrySet().stream()
                .map(s -> DynamicTest.dynamicTest(s.getKey(), () -> score(s)));
    }

    private static void score(Map.Entry<String, List<DiagnoseCase>> set) {
        int faulty = 0;
        int healthy = 0;
        int first = 0;
        int cited = 0;
        int alarms = 0;
        List<String> misses = new ArrayList<>();
        for (DiagnoseCase c : set.getValue()) {
            Report report = c.diagnose();
            assertThat(report.notChecked()).as(c.name()).isEmpty();
            List<String> codes = report.findings().stream().map(Finding::code).toList();
            if (c.isHealthy()) {
                healthy++;
                if (report.findings().stream().allMatch(f -> f.severity() == Severity.INFO))
                    continue;
                alarms++;
                misses.add("%s: healthy, but %s".formatted(c.name(), codes));
                continue;
            }
            faulty++;
            if (!codes.isEmpty() && c.codes().contains(codes.getFirst())) first++;
            else misses.add("%s: %s, not %s".formatted(c.name(), codes, c.codes().getFirst()));
            if (c.isProvenBy(report.findings())) cited++;
            else misses.add("%s: no line of %s cited".formatted(c.name(), c.codes().getFirst()));
        }
        String line =
                "%s: first %d of %d, line cited %d of %d, false alarms %d of %d"
                        .formatted(set.getKey(), first, faulty, cited, faulty, alarms, healthy);
        System.out.println(line);
        misses.forEach(m -> System.out.println("  " + m));
        String all = line + "\n" + String.join("\n", misses);
        assertThat(first * 100).as(all).isGreaterThanOrEqualTo(FIRST * faulty);
        assertThat(cited * 100).as(all).isGreaterThanOrEqualTo(CITED * faulty);
        assertThat(alarms).as(all).isZero();
    }

    @Test
    void everyFindingSaysWhatWhyAndWhatToDo() throws IOException {
        for (DiagnoseCase c : DiagnoseCase.all()) {
            for (Finding f : c.diagnose().findings()) {
                assertThat(f.summary()).as(c.name() + " " + f.code()).isNotBlank();
                assertThat(f.cause()).as(c.name() + " " + f.code()).isNotBlank();
                assertThat(f.fix()).as(c.name() + " " + f.code()).isNotBlank();
                assertThat(f.evidence()).as(c.name() + " " + f.code()).isNotEmpty();
                assertThat(f.evidence())
                        .as(c.name() + " " + f.code())
                        .allMatch(e -> !e.text().isBlank());
            }
        }
    }
}
