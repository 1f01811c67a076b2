package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.noRule;
import static io.railhead.checks.SeenLinks.driver;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.dcqcn;
import static io.railhead.checks.SeenPath.map;
import static io.railhead.checks.SeenPath.turn;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.model.fact.PriorityMap.Kind;
import io.railhead.model.fact.QueueSchedule.Turn;
import java.util.stream.Stream;

final class CnpInWrongQueueTest implements CheckCases {

    @Override
    public Check check() {
        return new CnpInWrongQueue();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "sent as best effort",
                                cable().with("gpu01", dcqcn("eth1", true, "roce_np/cnp_dscp", "0")),
                                "gpu01 eth1")
                        .saying("DSCP 0", "cnp_dscp"),
                fires(
                                "tagged with the priority of the data",
                                cable().with(
                                                "gpu01",
                                                dcqcn("eth1", true, "roce_np/cnp_802p_prio", "3")),
                                "gpu01 eth1")
                        .saying("priority 3"),
                fires(
                        "in the class of the data at the switch",
                        cable().with("gpu01", dcqcn("eth1", true, "roce_np/cnp_dscp", "48"))
                                .with(
                                        "leaf1",
                                        map(LEAF, Kind.DSCP_TO_PRIORITY, "dscp", 26, 3, 48, 3)),
                        "leaf1 " + LEAF),
                fires(
                                "in a queue that waits",
                                cable().with("gpu01", dcqcn("eth1", true, "roce_np/cnp_dscp", "48"))
                                        .with(
                                                "leaf1",
                                                map(
                                                        LEAF,
                                                        Kind.DSCP_TO_PRIORITY,
                                                        "dscp",
                                                        26,
                                                        3,
                                                        48,
                                                        6),
                                                turn(LEAF, 6, Turn.SHARE)),
                                "leaf1 " + LEAF)
                        .saying("share of the line"),
                quiet(
                        "a class of its own, before the rest",
                        cable().with("gpu01", dcqcn("eth1", true, "roce_np/cnp_dscp", "48"))
                                .with(
                                        "leaf1",
                                        map(LEAF, Kind.DSCP_TO_PRIORITY, "dscp", 26, 3, 48, 6),
                                        turn(LEAF, 6, Turn.STRICT))),
                quiet(
                        "in the class of the data by a map that mlx5 does not go by",
                        cable().with(
                                        "gpu01",
                                        dcqcn("eth1", true, "roce_np/cnp_dscp", "48"),
                                        map("eth1", Kind.DSCP_TO_PRIORITY, "dscp", 48, 3),
                                        noRule("eth1"),
                                        driver("eth1", "mlx5_core", "6.8", "28.39"))
                                .with(
                                        "leaf1",
                                        map(LEAF, Kind.DSCP_TO_PRIORITY, "dscp", 26, 3, 48, 6),
                                        turn(LEAF, 6, Turn.STRICT))),
                notChecked("the NIC tells nothing", cable()));
    }
}
