package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class ToolMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new ToolMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "no sockperf",
                                World.pair()
                                        .everywhere(
                                                installed("iperf3", "3.16"),
                                                installed("perftest", "24.01")),
                                "gpu01",
                                "gpu02")
                        .saying("sockperf", "severity=INFO"),
                quiet(
                        "all there",
                        World.pair()
                                .everywhere(
                                        installed("iperf3", "3.16"),
                                        installed("sockperf", "3.10"),
                                        installed("perftest", "24.01"))),
                quiet(
                        "perftest is for RDMA only",
                        World.pair()
                                .wantsNoRdma()
                                .everywhere(
                                        installed("iperf3", "3.16"),
                                        installed("sockperf", "3.10"))),
                notChecked("no packages read", World.pair()));
    }
}
