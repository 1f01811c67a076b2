package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenJobs.variable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NcclIfnameNotFoundTest implements CheckCases {
    @Override
    public Check check() {
        return new NcclIfnameNotFound();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "nccl.conf names an interface of another machine",
                                World.pair()
                                        .with("gpu02", variable("/etc/nccl.conf", NAME, "ens9f")),
                                "gpu02")
                        .saying("NCCL_SOCKET_IFNAME=ens9f in /etc/nccl.conf"),
                fires(
                        "the whole name was asked for",
                        World.pair().with("gpu02", variable("/etc/nccl.conf", NAME, "=eth")),
                        "gpu02"),
                quiet(
                        "a beginning of names",
                        World.pair().everywhere(variable("/etc/nccl.conf", NAME, "eth"))),
                quiet(
                        "all but some",
                        World.pair().everywhere(variable("/etc/nccl.conf", NAME, "^lo,docker"))),
                quiet(
                        "the user's own file goes before the machine's",
                        World.pair()
                                .everywhere(
                                        variable("/etc/nccl.conf", NAME, "ens9"),
                                        variable("/root/.nccl.conf", NAME, "eth0"))),
                notChecked(
                        "no interface was read",
                        World.silent(1).with("gpu01", variable("/etc/nccl.conf", NAME, "eth0"))));
    }

    private static final String NAME = "NCCL_SOCKET_IFNAME";
}
