package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.watchdog;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import java.util.stream.Stream;

final class PfcWatchdogOffTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcWatchdogOff();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "off at the port",
                        cable().with("leaf1", pfc(LEAF, 3), watchdog(LEAF, false)),
                        "leaf1 " + LEAF),
                fires(
                        "off at the switch",
                        cable().with("leaf1", pfc(LEAF, 3), watchdog("", false)),
                        "leaf1 " + LEAF),
                quiet("on", cable().with("leaf1", pfc(LEAF, 3), watchdog(LEAF, true))),
                quiet("no PFC to watch", cable().with("leaf1", pfc(LEAF), watchdog(LEAF, false))),
                notChecked("the switch does not tell", cable().with("leaf1", pfc(LEAF, 3))));
    }
}
