package io.railhead.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadroomTest {

    /// xoff of pg_profile_lookup for the SN5600 in SONiC's device data.
    @ParameterizedTest
    @CsvSource({
        "100, 5, 113664",
        "100, 40, 126976",
        "100, 300, 225280",
        "400, 5, 231424",
        "200, 300, 355328",
        "800, 40, 362496",
    })
    void agreesWithTheTablesOfASpectrum4(double gbps, double metres, long xoff) {
        Headroom headroom = Headroom.spectrum(Bandwidth.gbps(gbps), metres, 1024, 9100, 3, true);
        assertThat(headroom.bytes()).as(headroom.arithmetic()).isEqualTo(xoff);
    }

    @ParameterizedTest
    @CsvSource({"100, 25216", "400, 57920", "25, 5120"})
    void peersMaySendForTheirResponseTime(double gbps, long bytes) {
        assertThat(Headroom.peerResponse(Bandwidth.gbps(gbps)).bytes()).isEqualTo(bytes);
    }

    @Test
    void theGeneralFormulaIsTheSumOfItsTerms() {
        Headroom headroom = Headroom.general(Bandwidth.gbps(100), 300, 9216);
        assertThat(headroom.terms().stream().mapToLong(Term::bytes).sum())
                .isEqualTo(headroom.bytes());
        // 2 x 300 m / 1.98e8 m/s at 100 Gb/s is 37879 bytes on the cable.
        assertThat(headroom.bytes()).isEqualTo(37_879 + 2 * 9216 + 84 + 25_216);
        assertThat(headroom.terms()).allSatisfy(t -> assertThat(t.source()).isNotBlank());
    }

    /// (301 + 2.16 x length) x rate + 2.72 x MTU, with the driver's whole metres and bytes.
    @ParameterizedTest
    @CsvSource({"100, 7, 9000, 56080", "25, 7, 1500, 11980", "400, 100, 4200, 218224"})
    void theDriverOfConnectXTakesItsOwnSum(double gbps, int metres, int mtu, long bytes) {
        assertThat(Headroom.mlx5(Bandwidth.gbps(gbps), metres, mtu).bytes()).isEqualTo(bytes);
    }

    @Test
    void aLongerCableAndAFasterLinkNeedMore() {
        long previous = 0;
        for (int metres : new int[] {0, 5, 40, 300, 2000}) {
            long bytes = Headroom.general(Bandwidth.gbps(100), metres, 9216).bytes();
            assertThat(bytes).isGreaterThan(previous);
            previous = bytes;
        }
        assertThat(Headroom.general(Bandwidth.gbps(400), 40, 9216).bytes())
                .isGreaterThan(Headroom.general(Bandwidth.gbps(100), 40, 9216).bytes());
    }
}
