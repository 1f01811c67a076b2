package io.railhead.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.fabric.Lag.Flow;
import io.railhead.fabric.Lag.Hash;
import io.railhead.model.Bandwidth;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagTest {
    private static final Bandwidth LINE = Bandwidth.gbps(40);

    private static Flow flow(String text) {
        return Flow.parse(text).orElseThrow();
    }

    private static Flow from(int port) {
        return flow("10.0.1.1:" + port + "-10.0.1.2:5001");
    }

    /// By hand: ports c3 50 13 89 in the header are 891350c3, addresses give 03000000 between
    /// them: 8a1350c3, folded by 16 8a13dad0, by 8 8a99c90a, without its lowest bit 454ce485: odd,
    /// and 2 modulo 3.
    @Test
    void aFlowTakesTheMemberOfTheDriversFormula() {
        assertThat(new Lag(2, LINE, Hash.LAYER3_4).member(from(50_000))).hasValue(1);
        assertThat(new Lag(3, LINE, Hash.LAYER3_4).member(from(50_000)))
                .hasValue((int) (0x454ce485L % 3));
    }

    @Test
    void oneFlowIsNeverFasterThanOneMember() {
        for (Hash hash : Hash.values()) {
            assertThat(new Lag(2, LINE, hash).most(List.of(from(50_000))).asGbps()).isEqualTo(40);
        }
    }

    @Test
    void flowsThatShareAMemberShareItsSpeed() {
        Lag lag = new Lag(2, LINE, Hash.LAYER3_4);
        assertThat(lag.most(List.of(from(50_002), from(50_006))).asGbps()).isEqualTo(40);
        assertThat(lag.most(List.of(from(50_000), from(50_002))).asGbps()).isEqualTo(80);
    }

    @Test
    void aHashOfHostsPutsAllFlowsOfTwoHostsOnOneMember() {
        Lag lag = new Lag(4, LINE, Hash.LAYER2_3);
        List<Flow> flows = List.of(from(50_000), from(50_002), from(50_004));
        assertThat(lag.kinds(flows)).isEqualTo(1);
        assertThat(lag.most(flows).asGbps()).isEqualTo(40);
        assertThat(lag.member(flows.getFirst())).isEmpty();
    }

    @Test
    void ofASwitchsHashOnlyTheAverageIsKnown() {
        Lag lag = new Lag(2, LINE, Hash.UNKNOWN);
        // Two flows on two members: apart in half of all cases.
        assertThat(lag.usedOnAverage(2)).isCloseTo(1.5, within(1e-9));
        assertThat(lag.most(List.of(from(50_000), from(50_002))).asGbps()).isEqualTo(80);
    }

    @Test
    void whatIsNoFlowIsNone() {
        assertThat(
                        List.of(
                                "",
                                "10.0.1.1-10.0.1.2",
                                "10.0.1.1:1-[fd00::1]:2",
                                "a:1-b:2",
                                "10.0.1.1:70000-10.0.1.2:1",
                                "10.0.1.999:1-10.0.1.2:1",
                                "[:::]:1-[::1]:2"))
                .allSatisfy(t -> assertThat(Flow.parse(t)).as(t).isEmpty());
        assertThat(flow("[fd00::1]:50000-[fd00::2]:4791").toString())
                .isEqualTo("[fd00:0:0:0:0:0:0:1]:50000-[fd00:0:0:0:0:0:0:2]:4791");
    }
}
