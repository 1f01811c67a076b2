package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.rise;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.assumed;
import static io.railhead.checks.SeenPath.between;
import static io.railhead.checks.SeenPath.buffer;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.counted;
import static io.railhead.checks.SeenPath.map;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap.Kind;
import io.railhead.model.fact.QosCounter;
import java.util.stream.Stream;

final class HeadroomTooSmallTest implements CheckCases {

    @Override
    public Check check() {
        return new HeadroomTooSmall();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one buffer for all",
                                cable().with(
                                                "gpu01",
                                                map(
                                                        "eth1",
                                                        Kind.PRIORITY_TO_BUFFER,
                                                        "buffer",
                                                        0,
                                                        0,
                                                        3,
                                                        0)),
                                "gpu01 eth1")
                        .saying("shares receive buffer 0"),
                fires(
                                "a buffer without bytes",
                                cable().with(
                                                "gpu01",
                                                own(),
                                                buffer("eth1", PortBuffer.Kind.RECEIVE, 1, 0, 0)),
                                "gpu01 eth1")
                        .saying("no bytes"),
                fires(
                                "a cable longer than the switch reckons with",
                                cable().wantsLink(between("gpu01", "eth1", "leaf1", LEAF, 100))
                                        .with("gpu01", own(), assumed("eth1", 100))
                                        .with("leaf1", assumed(LEAF, 5)),
                                "leaf1 " + LEAF)
                        .saying("5 m", "100 m"),
                fires(
                                "the class was dropped on its way in",
                                cable().with("gpu01", own()).with("leaf1", drops(17)),
                                "leaf1 " + LEAF)
                        .saying("17 packets", "in all, since boot or the last clearing"),
                fires(
                                "of what was dropped none now",
                                cable().with("gpu01", own())
                                        .with(
                                                "leaf1",
                                                drops(17),
                                                rise(
                                                        LEAF,
                                                        PortCounts.Kind.DROPS,
                                                        3,
                                                        "received DROPPED_PACKETS",
                                                        17,
                                                        17)),
                                "leaf1 " + LEAF)
                        .saying("17 packets", "0 of them within 10 s"),
                quiet(
                        "no drop, a buffer of its own",
                        cable().with(
                                        "gpu01",
                                        own(),
                                        buffer("eth1", PortBuffer.Kind.RECEIVE, 1, 156096, 0))
                                .with("leaf1", drops(0), assumed(LEAF, 5))),
                quiet(
                        "without PFC no pause is sent",
                        cable().with("gpu01", pfc("eth1")).with("leaf1", pfc(LEAF))),
                notChecked("the NIC tells no buffers", cable()));
    }

    private static Seen own() {
        return map("eth1", Kind.PRIORITY_TO_BUFFER, "buffer", 0, 0, 3, 1);
    }

    private static Seen drops(long packets) {
        return counted(
                LEAF,
                QosCounter.Scope.PRIORITY_GROUP,
                3,
                QosCounter.Way.RECEIVED,
                QosCounter.Measure.DROPPED_PACKETS,
                packets);
    }
}
