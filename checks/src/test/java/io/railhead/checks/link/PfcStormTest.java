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

final class PfcStormTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcStorm();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the watchdog cut in",
                                World.pair()
                                        .everywhere(
                                                counters(
                                                        "eth1", "tx_pause_storm_warning_events", 0))
                                        .with(
                                                "gpu01",
                                                counters(
                                                        "eth1",
                                                        "tx_pause_storm_warning_events",
                                                        4,
                                                        "tx_pause_storm_error_events",
                                                        1)),
                                "gpu01 eth1")
                        .saying("severity=ERROR", "tx_pause_storm_error_events 1"),
                fires(
                                "a warning only",
                                World.pair()
                                        .everywhere(
                                                counters(
                                                        "eth1",
                                                        "tx_pause_storm_warning_events",
                                                        2)),
                                "gpu01 eth1",
                                "gpu02 eth1")
                        .saying("severity=WARNING"),
                quiet(
                        "no storm",
                        World.pair()
                                .everywhere(counters("eth1", "tx_pause_storm_warning_events", 0))),
                notChecked("no counters", World.pair()));
    }
}
