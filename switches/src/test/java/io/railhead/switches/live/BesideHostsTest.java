package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Plan;
import io.railhead.configure.Unfinished;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What a plan of hosts says is what it says with the switches before it.
class BesideHostsTest {
    @Test
    void aRunThatWaitsToBeConfirmedIsNotToldAsCutShort() {
        Unfinished waits =
                new Unfinished(
                        "h1",
                        "20261128T054312.112Z-2c66",
                        Unfinished.Stands.AWAITS_CONFIRMATION,
                        "railhead apply by ann@admin (process 1) since then",
                        OptionalInt.of(18),
                        "");
        LinkedHashMap<String, String> interrupted = new LinkedHashMap<>();
        interrupted.put("h1", waits.run());
        Plan hosts =
                new Plan(
                        "1",
                        Instant.EPOCH,
                        "lab",
                        "cluster.yaml",
                        "00",
                        List.of("h1"),
                        List.of(),
                        List.of(),
                        new LinkedHashMap<>(),
                        interrupted,
                        List.of(waits));
        Plan both = SwitchPlan.NONE.before(hosts);
        assertThat(both.unfinished()).containsExactly(waits);
        assertThat(both.interrupted()).isEqualTo(interrupted);
        assertThat(both.unfinished().getFirst().words())
                .contains("waits to be confirmed; in 18 s it takes itself back");
    }
}
