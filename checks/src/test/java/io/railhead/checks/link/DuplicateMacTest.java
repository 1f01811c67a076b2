package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class DuplicateMacTest implements CheckCases {

    @Override
    public Check check() {
        return new DuplicateMac();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a cloned machine",
                                World.pair().everywhere(nic("eth5").mac("52:54:00:12:34:56")),
                                "gpu01 <-> gpu02 52:54:00:12:34:56")
                        .saying("gpu01 eth5 and of gpu02 eth5"),
                quiet(
                        "each its own",
                        World.pair()
                                .with("gpu01", nic("eth5").mac("52:54:00:12:34:56"))
                                .with("gpu02", nic("eth5").mac("52:54:00:12:34:57"))),
                quiet(
                        "a bond and its member share one within a host",
                        World.pair()
                                .with(
                                        "gpu01",
                                        nic("eth5").mac("52:54:00:12:34:56"),
                                        nic("bond0").mac("52:54:00:12:34:56").kind("bond"))),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }
}
