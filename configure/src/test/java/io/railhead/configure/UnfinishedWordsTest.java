package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class UnfinishedWordsTest {
    private static final Unfinished RUN =
            new Unfinished(
                    "h1",
                    "20261128T101500.250Z-0a1b",
                    Unfinished.Stands.AT_WORK,
                    "railhead apply by ann@admin (process 7) since 2026-11-28T10:15:00Z",
                    OptionalInt.empty(),
                    "");

    @Test
    void nobodyIsToldToWaitForAProcessThatIsKnownToBeGone() {
        assertThat(RUN.words(who -> true))
                .contains("by ann@admin (process 7)")
                .contains("that process is gone")
                .contains("railhead rollback 20261128T101500.250Z-0a1b")
                .doesNotContain("wait for it");
        assertThat(RUN.words(who -> false)).isEqualTo(RUN.words()).endsWith("wait for it");
    }
}
