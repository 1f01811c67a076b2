package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenJobs.variable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NcclWrongIfnameTest implements CheckCases {
    @Override
    public Check check() {
        return new NcclWrongIfname();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a bridge that each host has for itself",
                                World.pair()
                                        .everywhere(nic("docker0").address("172.17.0.1/16"))
                                        .with("gpu01", variable("/etc/nccl.conf", NAME, "docker0")),
                                "gpu01")
                        .saying("no other host"),
                fires(
                                "a port without address",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                nic("eth5"),
                                                variable("/etc/profile.d/n.sh", NAME, "eth5")),
                                "gpu01")
                        .saying("down or has no address"),
                quiet(
                        "the management network",
                        World.pair().everywhere(variable("/etc/nccl.conf", NAME, "eth0"))),
                quiet(
                        "one machine alone",
                        World.of(1).everywhere(variable("/etc/nccl.conf", NAME, "eth0"))));
    }

    private static final String NAME = "NCCL_SOCKET_IFNAME";
}
