package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Lossless;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FirmwareWishTest {

    private static Lossless lossless(Lossless.Ecn ecn, Map<String, String> given) {
        return new Lossless(
                3,
                26,
                OptionalInt.of(48),
                OptionalInt.of(6),
                ecn,
                Lossless.Sizing.NONE,
                new Lossless.Nic(true, true, Optional.of(new TreeMap<>(given))));
    }

    @Test
    void theClassDerivesWhoSpeaksDcbxAndWhereNotificationsGo() {
        assertThat(FirmwareWish.of(lossless(new Lossless.Ecn.Derive(), Map.of())))
                .isEqualTo(
                        Map.of(
                                "LLDP_NB_DCBX", "0",
                                "ROCE_CC_PRIO_MASK", "has 3",
                                "CNP_DSCP", "48",
                                "CNP_802P_PRIO", "6"));
        assertThat(FirmwareWish.of(lossless(new Lossless.Ecn.Off(), Map.of())))
                .doesNotContainKey("ROCE_CC_PRIO_MASK");
    }

    @Test
    void whatTheIntentSaysItselfWins() {
        assertThat(
                        FirmwareWish.of(
                                lossless(
                                        new Lossless.Ecn.Derive(),
                                        Map.of("CNP_DSCP", "46", "ROCE_CC_PRIO_MASK", "8"))))
                .containsEntry("CNP_DSCP", "46")
                .containsEntry("ROCE_CC_PRIO_MASK", "8");
    }

    /// Other priorities' congestion control is not ours to take away.
    @Test
    void ofTheMaskOnlyTheBitOfTheClassIsAskedFor() {
        assertThat(FirmwareWish.value("ROCE_CC_PRIO_MASK", "has 3", "255")).isEqualTo("255");
        assertThat(FirmwareWish.value("ROCE_CC_PRIO_MASK", "has 3", "16")).isEqualTo("24");
        assertThat(FirmwareWish.value("ROCE_CC_PRIO_MASK", "8", "255")).isEqualTo("8");
        assertThat(FirmwareWish.value("CNP_DSCP", "48", "0")).isEqualTo("48");
    }
}
