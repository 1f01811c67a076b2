package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.pfcSet;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.model.fact.PfcState.Mode;
import java.util.Optional;
import java.util.stream.Stream;

final class PfcLeftToDcbxTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcLeftToDcbx();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "auto, and off",
                                cable().with("leaf1", pfcSet(LEAF, Mode.AUTO, Optional.of(false))),
                                "leaf1 " + LEAF)
                        .saying("does not run"),
                fires(
                                "auto, and on for now",
                                cable().with("leaf1", pfcSet(LEAF, Mode.AUTO, Optional.of(true))),
                                "leaf1 " + LEAF)
                        .saying("as long as the peer agrees"),
                quiet(
                        "on by itself",
                        cable().with("leaf1", pfcSet(LEAF, Mode.ON, Optional.of(true)))),
                notChecked("the switch does not tell", cable()));
    }
}
