package io.railhead.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.fabric.TopologyAdvice.Form;
import io.railhead.fabric.TopologyAdvice.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TopologyAdviceTest {
    private static Form advised(int hosts, int rails, int ports) {
        return new TopologyAdvice(hosts, rails, ports).advised().getFirst().form();
    }

    @Test
    void theNumberOfHostsDecides() {
        assertThat(advised(2, 2, 32)).isEqualTo(Form.BACK_TO_BACK);
        assertThat(advised(3, 1, 32)).isEqualTo(Form.ONE_SWITCH);
        assertThat(advised(32, 1, 32)).isEqualTo(Form.ONE_SWITCH);
        assertThat(advised(33, 1, 32)).isEqualTo(Form.LEAF_SPINE);
        assertThat(advised(33, 1, 64)).isEqualTo(Form.ONE_SWITCH);
        assertThat(advised(512, 1, 32)).isEqualTo(Form.LEAF_SPINE);
        assertThat(new TopologyAdvice(513, 1, 32).advised()).isEmpty();
        assertThat(new TopologyAdvice(1, 1, 32).advised()).isEmpty();
    }

    @Test
    void aRailIsNeverSplitOverSwitches() {
        // Four rails of eight ports fit on one switch of 32: eight rails take two.
        Shape eight = new TopologyAdvice(8, 8, 32).advised().getFirst();
        assertThat(eight.switches()).isEqualTo(2);
        assertThat(eight.cables()).isEqualTo(64);
        assertThat(eight.redundancy()).contains("its 4 rails");
        assertThat(new TopologyAdvice(20, 8, 32).advised().getFirst().switches()).isEqualTo(8);
    }

    @Test
    void everyFormSaysWhatFailsWhatItTakesAndHowHardItIs() {
        assertThat(new TopologyAdvice(4, 1, 32).shapes())
                .hasSize(3)
                .allSatisfy(
                        s -> {
                            assertThat(s.why()).isNotEmpty();
                            assertThat(s.redundancy()).isNotEmpty();
                            assertThat(s.cost()).isNotEmpty();
                            assertThat(s.complexity()).isNotEmpty();
                        });
    }

    /// Ports of hosts and of leaves are counted again here, without the code's formulas.
    @Test
    void leavesAndSpinesHavePortsForEveryCable() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2000; i++) {
            int ports = 4 << random.nextInt(5);
            int rails = 1 + random.nextInt(8);
            int hosts = 2 + random.nextInt(600);
            Shape shape = new TopologyAdvice(hosts, rails, ports).shapes().getLast();
            if (!shape.fits()) {
                continue;
            }
            long between = shape.cables() - (long) hosts * rails;
            long leaves = between / (ports / 2);
            long spines = shape.switches() - leaves;
            assertThat(leaves * (ports / 2))
                    .as("seed %d: %d hosts, %d rails, %d ports", seed, hosts, rails, ports)
                    .isGreaterThanOrEqualTo((long) hosts * rails);
            assertThat(spines * ports)
                    .as("seed %d: %d hosts, %d rails, %d ports", seed, hosts, rails, ports)
                    .isGreaterThanOrEqualTo(between);
        }
    }
}
