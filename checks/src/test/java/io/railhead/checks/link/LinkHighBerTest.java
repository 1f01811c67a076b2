package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
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
                                "CRC errors on one port",
                                World.pair()
                                        .everywhere(
                                                counters(
                                                        "eth1",
                                                        "rx_crc_errors_phy",
                                                        0,
                                                        "rx_symbol_err_phy",
                                                        0))
                                        .with(
                                                "gpu02",
                                                counters(
                                                        "eth1",
                                                        "rx_crc_errors_phy",
                                                        17,
                                                        "rx_symbol_err_phy",
                                                        0)),
                                "gpu02 eth1")
                        .saying("rx_crc_errors_phy 17"),
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
                notChecked("no counters", World.pair()));
    }
}
