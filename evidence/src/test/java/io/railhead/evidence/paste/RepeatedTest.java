package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.fact.CounterRise;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Counters that were pasted twice.
class RepeatedTest {
    private static String nic(long pauses, long packets) {
        return """
                NIC statistics:
                     rx_packets: 7
                     rx_prio3_pause: %d
                     tx_prio3_packets: %d
                     rx_discards_phy: 0
                """
                .formatted(pauses, packets);
    }

    private static List<CounterRise> rises(String... namesAndTexts) {
        Paste paste = new Paste();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            byte[] text = namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
            paste.add(namesAndTexts[i], new ByteArrayInputStream(text));
        }
        Facts facts = paste.facts();
        return facts.machines().stream()
                .flatMap(m -> facts.of(m, CounterRise.class).stream())
                .toList();
    }

    private static CounterRise pause(List<CounterRise> rises) {
        return rises.stream()
                .filter(r -> r.term().equals("rx_prio3_pause"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void twoFilesNamedBeforeAndAfterGiveTheRiseInThatOrder() {
        CounterRise rise =
                pause(rises("eth1-after.txt", nic(480, 9), "eth1-before.txt", nic(80, 2)));
        assertThat(rise.rise()).isEqualTo(400);
        assertThat(rise.before()).isEqualTo(80);
        assertThat(rise.seconds()).isEmpty();
        assertThat(rise.source().document()).isEqualTo("eth1-after.txt");
    }

    @Test
    void oneFileWithTimesGivesTheRateToo() {
        String text =
                "root@gpu3:~# date; ethtool -S eth1\nSat Nov 28 10:00:00 UTC 2026\n"
                        + nic(100, 5)
                        + "root@gpu3:~# date; ethtool -S eth1\nSat Nov 28 10:00:20 UTC 2026\n"
                        + nic(700, 50);
        CounterRise rise = pause(rises("ticket.txt", text));
        assertThat(rise.rise()).isEqualTo(600);
        assertThat(rise.seconds()).hasValue(20.0);
        assertThat(rise.perSecond()).hasValue(30.0);
    }

    @Test
    void timesOfThreeReadingsSpanTheFirstAndTheLast() {
        String text =
                "=== 10:00:00\n"
                        + nic(100, 5)
                        + "=== 10:00:05\n"
                        + nic(150, 9)
                        + "=== 10:00:10\n"
                        + nic(300, 50);
        CounterRise rise = pause(rises("watch.txt", text));
        assertThat(rise.before()).isEqualTo(100);
        assertThat(rise.now()).isEqualTo(300);
        assertThat(rise.seconds()).hasValue(10.0);
    }

    @Test
    void filesOfTwoHostsAreNoTwoReadings() {
        assertThat(rises("gpu1.ethtool.txt", nic(80, 2), "gpu2.ethtool.txt", nic(480, 9)))
                .isEmpty();
        assertThat(rises("a.txt", nic(80, 2), "b.txt", nic(480, 9))).isEmpty();
    }

    @Test
    void twoOutputsWithoutTimeOrMachineAreNotJoined() {
        assertThat(rises("both.txt", nic(80, 2) + "\n" + nic(480, 9))).isEmpty();
    }

    @Test
    void aCounterThatFellWasCleared() {
        CounterRise rise =
                pause(rises("eth1.before.txt", nic(480, 9), "eth1.after.txt", nic(80, 20)));
        assertThat(rise.isCleared()).isTrue();
        assertThat(rise.rise()).isZero();
    }
}
