package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class LinkHighBerTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkHighBer();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "17 broken frames in a thousand million",
                                World.pair()
                                        .everywhere(counters("eth1", "rx_crc_errors_phy", 0))
                                        .with("gpu02", crc(17, 1_000_000_000L)),
                                "gpu02 eth1")
                        .saying("rx_crc_errors_phy 17 of 1.00e+09 frames (1.7e-08"),
                fires(
                        "symbol errors above one in 10^12 bits",
                        World.pair()
                                .everywhere(counters("eth1", "rx_symbol_err_phy", 0))
                                .with(
                                        "gpu02",
                                        counters(
                                                "eth1",
                                                "rx_symbol_err_phy",
                                                88121,
                                                "rx_bytes_phy",
                                                4_000_000_000_000L)),
                        "gpu02 eth1"),
                fires(
                        "thousands, whatever the traffic was",
                        World.pair()
                                .everywhere(counters("eth1", "rx_crc_errors_phy", 0))
                                .with("gpu02", counters("eth1", "rx_crc_errors_phy", 40211)),
                        "gpu02 eth1"),
                quiet(
                        "17 broken frames in a million million are what the standard allows",
                        World.pair().everywhere(crc(17, 1_000_000_000_000L))),
                quiet("three, from plugging in", World.pair().everywhere(crc(3, 1_000_000))),
                quiet(
                        "no errors, corrected bits do not count",
                        World.pair()
                                .everywhere(
                                        counters(
                                                "eth1",
                                                "rx_crc_errors_phy",
                                                0,
                                                "rx_corrected_bits_phy",
                                                99999))),
                notChecked(
                        "some, and how much was received is not told",
                        World.pair().everywhere(counters("eth1", "rx_crc_errors_phy", 17))),
                notChecked("no counters", World.pair()));
    }

    private static Seen crc(long errors, long packets) {
        return counters("eth1", "rx_crc_errors_phy", errors, "rx_packets_phy", packets);
    }
}
