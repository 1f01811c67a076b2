package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NcclCollectivesTest {
    @Test
    void theTransportIsWhatTheChannelsOfTheLogSay() {
        assertThat(NcclCollectives.transport(Map.of("P2P/CUMEM", 24))).isEqualTo("P2P");
        assertThat(NcclCollectives.transport(Map.of("SHM/direct/direct", 8))).isEqualTo("SHM");
        assertThat(NcclCollectives.transport(Map.of("NET/IB/0(3)/GDRDMA", 2, "P2P/IPC", 2)))
                .isEqualTo("NET/IB/GDRDMA+P2P");
        assertThat(NcclCollectives.transport(Map.of("NET/Socket/0", 8))).isEqualTo("NET/Socket");
        assertThat(NcclCollectives.transport(Map.of())).isEqualTo("unknown");
    }

    @Test
    void busbwIsAlgbwTimesTheFactorOfTheCollective() {
        assertThat(NcclCollectives.factor("all_reduce", 8)).isCloseTo(1.75, within(1e-9));
        assertThat(NcclCollectives.factor("all_gather", 8)).isCloseTo(0.875, within(1e-9));
        assertThat(NcclCollectives.factor("broadcast", 8)).isEqualTo(1);
    }
}
