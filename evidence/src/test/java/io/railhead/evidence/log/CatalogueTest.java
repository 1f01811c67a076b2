package io.railhead.evidence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the data files must keep to, so that a gigabyte of a log is read in seconds.
final class CatalogueTest {
    /// NCCL's own logs, which are what comes by the gigabyte.
    private static final Path LOGS = Path.of("..", "benchmarks", "nccl-logs");

    /// Of a hundred lines, those in which a keyword may stand in vain: each costs a look at what is
    /// behind it.
    private static final int IN_VAIN = 4;

    @Test
    void aKeywordIsRareInLogsOrTellsSomething() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> logs = Files.list(LOGS)) {
            for (Path log : logs.sorted().toList()) lines.addAll(Files.readAllLines(log));
        }
        assertThat(lines).hasSizeGreaterThan(500);
        List<String> lower = lines.stream().map(l -> l.toLowerCase(Locale.ROOT)).toList();
        Catalogue catalogue = Catalogue.installed();
        List<String> common = new ArrayList<>();
        for (int w = 0; w < catalogue.wordings(); w++) {
            Catalogue.Wording wording = catalogue.wording(w);
            if (wording.form().isEmpty()) continue;
            int vain = 0;
            for (int i = 0; i < lines.size(); i++) {
                String line = lower.get(i);
                boolean there =
                        wording.keywords().stream()
                                .anyMatch(k -> line.contains(k.toLowerCase(Locale.ROOT)));
                if (there && !wording.form().get().pattern().matcher(lines.get(i)).find()) vain++;
            }
            if (vain * 100 > IN_VAIN * lines.size()) {
                common.add(
                        "%s %s: in vain in %d of %d lines"
                                .formatted(
                                        catalogue.kind(wording.kind()),
                                        wording.keywords(),
                                        vain,
                                        lines.size()));
            }
        }
        assertThat(common).isEmpty();
    }

    @Test
    void everyPatternCompiles() {
        for (Catalogue catalogue : List.of(Catalogue.installed(), Catalogue.answers())) {
            int patterns = 0;
            for (int w = 0; w < catalogue.wordings(); w++) {
                Optional<Catalogue.Form> form = catalogue.wording(w).form();
                if (form.isEmpty()) continue;
                assertThat(form.get().names()).doesNotContain("");
                patterns++;
            }
            assertThat(patterns).isPositive();
        }
    }
}
