package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenLinks.offload;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class TcpOffloadsOffTest implements CheckCases {

    @Override
    public Check check() {
        return new TcpOffloadsOff();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "segmentation offload off",
                                World.pair()
                                        .everywhere(
                                                offload("eth1", "tcp-segmentation-offload", true))
                                        .with(
                                                "gpu02",
                                                offload("eth1", "tcp-segmentation-offload", false)),
                                "gpu02 eth1")
                        .saying("tcp-segmentation-offload"),
                quiet(
                        "all on",
                        World.pair().everywhere(offload("eth1", "tcp-segmentation-offload", true))),
                quiet(
                        "a virtual pair comes without and loses nothing",
                        World.pair()
                                .everywhere(
                                        nic("eth1").kind("veth"),
                                        offload("eth1", "generic-receive-offload", false))),
                quiet(
                        "the management port may do as it likes",
                        World.pair().everywhere(offload("eth0", "generic-receive-offload", false))),
                notChecked("no offloads read", World.pair()));
    }
}
