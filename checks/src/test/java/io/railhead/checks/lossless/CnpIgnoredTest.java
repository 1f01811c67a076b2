package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.dcqcn;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import java.util.stream.Stream;

final class CnpIgnoredTest implements CheckCases {

    @Override
    public Check check() {
        return new CnpIgnored();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the reaction point is off",
                                cable().with("gpu01", dcqcn("eth1", false)),
                                "gpu01 eth1")
                        .saying("roce_rp/enable/3"),
                quiet("it is on", cable().with("gpu01", dcqcn("eth1", true))),
                notChecked("the NIC tells nothing", cable()));
    }
}
