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

final class RxOutOfBufferTest implements CheckCases {

    @Override
    public Check check() {
        return new RxOutOfBuffer();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one in a thousand",
                                World.pair()
                                        .everywhere(
                                                counters(
                                                        "eth1",
                                                        "rx_out_of_buffer",
                                                        1000,
                                                        "rx_packets",
                                                        1_000_000)),
                                "gpu01 eth1",
                                "gpu02 eth1")
                        .saying("0.1000 %"),
                quiet(
                        "a handful among many",
                        World.pair()
                                .everywhere(
                                        counters(
                                                "eth1",
                                                "rx_out_of_buffer",
                                                3,
                                                "rx_packets",
                                                1_000_000_000))),
                notChecked("no counters", World.pair()));
    }
}
