package io.railhead.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.judge.Notes;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SyncCostTest {
    private static final double MIB = 1 << 20;

    @Test
    void theSimpleTableIsReproduced() {
        assertThat(SyncCost.waitingNanos(100, 22_000) / 1e6).isCloseTo(2.2, within(1e-9));
        assertThat(SyncCost.waitingNanos(100, 850) / 1e6).isCloseTo(0.085, within(1e-9));
        assertThat(SyncCost.waitingNanos(1_000, 22_000) / 1e6).isCloseTo(22, within(1e-9));
        assertThat(SyncCost.waitingNanos(1_000, 850) / 1e6).isCloseTo(0.85, within(1e-9));
        assertThat(SyncCost.waitingNanos(10_000, 22_000 - 850) / 1e6).isCloseTo(211.5, within(0.1));
    }

    @Test
    void aTrainingOfThreeMillionCallsWaitsSecondsAndNotMinutes() {
        double calls = 31_250;
        assertThat(SyncCost.waitingNanos(calls, 850) / 1e9).isCloseTo(0.027, within(0.0005));
        assertThat(SyncCost.waitingNanos(calls, 21_900) / 1e9).isCloseTo(0.684, within(0.0005));
        assertThat(SyncCost.waitingNanos(100 * calls, 850) / 1e9).isCloseTo(2.66, within(0.005));
        assertThat(SyncCost.waitingNanos(100 * calls, 21_900) / 1e9).isCloseTo(68.4, within(0.05));
    }

    @Test
    void anAllReduceTakesAsManyStepsAsTheRingAndAsLongAsItsBytes() {
        // 236.9 MiB of gradients on eight hosts: 435 MB each way a host, 3.48 GB in all.
        assertThat(SyncCost.ringBytes(8, 236.9 * MIB) / 1e6).isCloseTo(435, within(0.5));
        assertThat(8 * SyncCost.ringBytes(8, 236.9 * MIB) / 1e9).isCloseTo(3.48, within(0.005));
        // 150.5 MB (2^20) on eight hosts of 9.23 Gb/s: never in the 45 to 60 ms of the log.
        assertThat(SyncCost.ringNanos(8, 0, 150.5 * MIB, 9.23e9) / 1e6).isCloseTo(239, within(0.5));
        // 1 MiB: 1.6 ms on the wire, where 10.6 were taken.
        assertThat(SyncCost.ringNanos(8, 0, MIB, 9.23e9) / 1e6).isCloseTo(1.6, within(0.01));
        assertThat(SyncCost.ringNanos(2, 850, 0, 38e9)).isEqualTo(1_700);
    }

    @Test
    void whichOfLatencyAndBandwidthRulesIsDecidedByTheSize() {
        double even = SyncCost.evenBytes(2, 850, 38.2e9);
        assertThat(even).isCloseTo(8_117, within(1.0));
        assertThat(SyncCost.ringNanos(2, 850, even, 38.2e9)).isCloseTo(4 * 850, within(0.001));
    }

    private static Measurement read(String host, double gigabytes) {
        return new Measurement(
                "disk.bandwidth",
                gigabytes * 8e9,
                "bit/s",
                Statistic.MEAN,
                Conditions.of(
                        "from", host, "to", "", "access", "read", "block", "1048576", "depth", "1"),
                Given.NOWHERE,
                Optional.empty());
    }

    @Test
    void twoDrivesOfAKindThatDifferByAThirdAreTold() {
        assertThat(Notes.ofFew(List.of(read("n1", 1.877), read("n2", 2.491))))
                .singleElement()
                .asString()
                .contains("n1 1.88 GB/s, n2 2.49 GB/s", "33 %", "too few");
        assertThat(Notes.ofFew(List.of(read("n1", 2.3), read("n2", 2.491)))).isEmpty();
        Measurement lab = Given.with(read("n1", 1), "lab", "true");
        assertThat(Notes.ofFew(List.of(lab, Given.with(read("n2", 2), "lab", "true")))).isEmpty();
    }

    @Test
    void twoPortsOfAPairThatDifferAreTold() {
        List<Measurement> ports =
                List.of(
                        Given.bandwidth("n1", "n2", "rail0", 38.2),
                        Given.bandwidth("n1", "n2", "rail1", 9.5));
        assertThat(Notes.ofFew(ports))
                .singleElement()
                .asString()
                .contains("n1 -> n2 rail1 9.50 Gb/s, n1 -> n2 rail0 38.20 Gb/s");
    }
}
