package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PfcWrongPriorityTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcWrongPriority();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "each end has another priority",
                                cable().with("gpu01", pfc("eth1", 4))
                                        .with("leaf1", pfc("Ethernet1/7", 3)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("priority 4 at the host", "priority 3 at the switch"),
                fires(
                                "the switch has one more: worth knowing, as SONiC comes so",
                                cable().with("gpu01", pfc("eth1", 3))
                                        .with("leaf1", pfc("Ethernet1/7", 3, 4)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("priorities 3 and 4 at the switch"),
                quiet(
                        "the same",
                        cable().with("gpu01", pfc("eth1", 3)).with("leaf1", pfc("Ethernet1/7", 3))),
                quiet(
                        "off at one end is another fault",
                        cable().with("gpu01", pfc("eth1")).with("leaf1", pfc("Ethernet1/7", 3))),
                fires(
                                "one more than is wanted",
                                SeenPath.cable()
                                        .with("gpu01", pfc("eth1", 3))
                                        .with("leaf1", pfc(SeenPath.LEAF, 3, 4)),
                                "leaf1 " + SeenPath.LEAF)
                        .saying("wanted for priority 3 alone"),
                fires(
                                "pause of another priority was counted",
                                SeenPath.cable()
                                        .with(
                                                "gpu01",
                                                pfc("eth1", 3),
                                                counters("eth1", "rx_prio0_pause", 9L))
                                        .with("leaf1", pfc(SeenPath.LEAF, 3)),
                                "gpu01 eth1")
                        .saying("9 pause frames of priority 0"),
                quiet(
                        "as wanted",
                        SeenPath.cable()
                                .with(
                                        "gpu01",
                                        pfc("eth1", 3),
                                        counters("eth1", "rx_prio3_pause", 9L))
                                .with("leaf1", pfc(SeenPath.LEAF, 3))),
                notChecked(
                        "PFC of the switch was not read",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", described("Ethernet1/7", "spare"))));
    }
}
