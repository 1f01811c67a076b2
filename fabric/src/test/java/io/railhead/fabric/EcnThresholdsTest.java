package io.railhead.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Bandwidth;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EcnThresholdsTest {

    @Test
    void hundredGigabitsAndEightMicrosecondsStartAtAHundredKilobytes() {
        EcnThresholds ecn = EcnThresholds.derive(Bandwidth.gbps(100), 8_000, 8, 0);
        assertThat(ecn.kminBytes()).isBetween(99_000L, 101_000L);
        assertThat(ecn.kmaxBytes()).isBetween(990_000L, 1_010_000L);
        assertThat(ecn.conflicts()).isEmpty();
    }

    @Test
    void ecnActsBeforePfcWhateverTheNumbers() {
        long seed = 7;
        Random random = new Random(seed);
        for (int n = 0; n < 2_000; n++) {
            double gbps = new double[] {10, 25, 40, 100, 200, 400}[random.nextInt(6)];
            int incast = 1 + random.nextInt(64);
            long xoff = 8_192 + random.nextInt(2_000_000);
            EcnThresholds ecn =
                    EcnThresholds.derive(
                            Bandwidth.gbps(gbps), 1_000 + random.nextInt(50_000), incast, xoff);
            assertThat(ecn.kminBytes())
                    .as("seed %d, case %d: %s", seed, n, ecn)
                    .isPositive()
                    .isLessThan(ecn.kmaxBytes());
            assertThat(ecn.kmaxBytes())
                    .as("seed %d, case %d: %s", seed, n, ecn)
                    .isLessThan(xoff * incast);
        }
    }

    @Test
    void aBufferTooSmallForTheLinkIsSaid() {
        EcnThresholds ecn = EcnThresholds.derive(Bandwidth.gbps(400), 20_000, 1, 64 * 1024);
        assertThat(ecn.conflicts()).hasSize(1);
        assertThat(ecn.conflicts().getFirst()).contains("will not be full");
    }
}
