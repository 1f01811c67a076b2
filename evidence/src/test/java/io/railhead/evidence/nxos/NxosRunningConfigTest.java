package io.railhead.evidence.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NxosRunningConfigTest {
    private static final String PORTS =
            """
            interface Ethernet1/1
              service-policy type qos input ROCE
            interface Ethernet1/2
              mtu 9216
            """;

    @Test
    void aPortOfTheClassThatSaysNothingOfPfcLeavesItToDcbx() {
        List<PfcState> whole = pfc("version 10.4(3)\n" + PORTS);
        assertThat(whole).extracting(PfcState::port).containsExactly("Ethernet1/1");
        assertThat(whole.getFirst().mode()).isEqualTo(Optional.of(PfcState.Mode.AUTO));
        assertThat(pfc(PORTS)).as("a part may leave it out").isEmpty();
    }

    private static List<PfcState> pfc(String text) {
        return new NxosRunningConfig()
                        .read(
                                new Transcript(
                                        "leaf1",
                                        "show running-config",
                                        text,
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false))
                        .facts()
                        .stream()
                        .filter(PfcState.class::isInstance)
                        .map(PfcState.class::cast)
                        .toList();
    }
}
