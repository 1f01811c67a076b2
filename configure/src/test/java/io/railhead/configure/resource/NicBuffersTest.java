package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NicBuffersTest {

    private static NicBuffers parted(String rate, String metres, String now, String total) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("priority", "3");
        want.put("rate", rate);
        want.put("metres", metres);
        want.put("mtu", "9000");
        want.put("frame", "9022");
        want.put("derive-buffers", "yes");
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("buffers", now);
        return NicBuffers.of(
                        new Item("gpu01", "nic-qos", "ens6", want, ""),
                        new Observed(
                                Map.of(),
                                state,
                                Map.of(
                                        "driver", "mlx5_core",
                                        "buffer-max", total,
                                        "speed", "100000")))
                .orElseThrow();
    }

    private static final String ALL_IN_ONE = "0,0,0,0,0,0,0,0/261888,0,0,0,0,0,0,0";

    @Test
    void theClassGetsHalfWhereItNeedsLess() {
        NicBuffers b = parted("100", "5", ALL_IN_ONE, "262016");
        assertThat(b.value()).contains("0,0,0,1,0,0,0,0/131072,130048,0,0,0,0,0,0");
        // 2 x 5 m at 0.66 c, two frames, a pause frame, 394 quanta: the switch's own sum.
        assertThat(b.arithmetic())
                .contains("headroom 631 + 9022 + 9022 + 84 + 25216 = 43975 B")
                // (301 + 10) x 100 + 2.72 x 9000.
                .contains("mlx5 itself takes 31100 + 24480 = 55580 B");
    }

    @Test
    void aFastPortWithALongCableGetsMoreThanHalf() {
        // 400 Gb/s, 30 m: (301 + 64) x 400 + 24480 = 170480; with 2 x 9022 on top, in whole KiB.
        NicBuffers b = parted("400", "30", ALL_IN_ONE, "262016");
        assertThat(b.value()).contains("0,0,0,1,0,0,0,0/71680,189440,0,0,0,0,0,0");
    }

    @Test
    void whatTheFirmwareHasPartedWellStays() {
        String own = "0,0,0,1,0,0,0,0/130944,130944,0,0,0,0,0,0";
        assertThat(parted("100", "5", own, "262016").value()).contains(own);
    }

    @Test
    void aBufferThatOthersShareIsPartedWhateverItsSize() {
        String shared = "0,0,0,1,1,0,0,0/130944,130944,0,0,0,0,0,0";
        assertThat(parted("100", "5", shared, "262016").value())
                .contains("0,0,0,1,0,0,0,0/131072,130048,0,0,0,0,0,0");
    }

    @Test
    void whatDoesNotFitIsSaidWithItsSum() {
        NicBuffers b = parted("400", "100", ALL_IN_ONE, "262016");
        assertThat(b.value()).isEmpty();
        assertThat(b.arithmetic()).contains("leaves less than two frames for all else");
    }

    @Test
    void thePortIsAskedForASpeedThatTheIntentLeavesOpen() {
        assertThat(parted("", "5", ALL_IN_ONE, "262016").arithmetic())
                .startsWith("100 Gb/s, 5.0 m");
    }

    /// Older tools tell no total: what the buffers have now is all there is.
    @Test
    void withoutATotalTheBuffersOfNowAreParted() {
        assertThat(parted("25", "3", "0,0,0,0,0,0,0,0/130944,130944,0,0,0,0,0,0", "none").value())
                .contains("0,0,0,1,0,0,0,0/131072,130048,0,0,0,0,0,0");
    }
}
