package io.railhead.evidence.eos;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.QueueEcn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EosRunningConfigTest {
    @Test
    void whatCountsMarksMakesNone() {
        String marks =
                "      random-detect ecn minimum-threshold 98 kbytes maximum-threshold 977 kbytes"
                        + " max-mark-probability 10 weight 0\n";
        String counts = "      random-detect ecn count\n";
        assertThat(marks(counts + marks)).isTrue();
        assertThat(marks(marks + counts)).isTrue();
        assertThat(marks(counts)).isFalse();
    }

    @Test
    void theOlderWordForPfcIsRead() {
        PfcState pfc =
                one(
                        """
                        interface Ethernet1
                           priority-flow-control mode on
                           priority-flow-control priority 3 no-drop
                        """,
                        PfcState.class);
        assertThat(pfc.lossless()).isEqualTo(Optional.of(Set.of(3)));
    }

    private static boolean marks(String lines) {
        return one("interface Ethernet1\n   uc-tx-queue 3\n" + lines, QueueEcn.class).enabled();
    }

    private static <F extends Fact> F one(String text, Class<F> type) {
        List<Fact> facts =
                new EosRunningConfig()
                        .read(
                                new Transcript(
                                        "leaf1",
                                        "show running-config",
                                        "hostname leaf1\n" + text,
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false))
                        .facts();
        return facts.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
    }
}
