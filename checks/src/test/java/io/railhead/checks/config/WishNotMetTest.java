package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.applied;
import static io.railhead.checks.Seen.journal;
import static io.railhead.model.fact.AppliedResource.State.CHANGED;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Wishes;
import io.railhead.checks.World;
import java.util.List;
import java.util.stream.Stream;

final class WishNotMetTest implements CheckCases {
    private static final Wishes.Unmet PACKAGE =
            new Wishes.Unmet("gpu02", "package:rdma-core", "", "");
    private static final Wishes.Unmet NO_PACKAGE =
            new Wishes.Unmet(
                    "gpu02",
                    "package:libnccl9",
                    "no repository here has libnccl9",
                    "add the repository that has it");
    private static final Wishes.Unmet GOVERNOR =
            new Wishes.Unmet(
                    "gpu01", "governor:cpu", "the kernel has no cpufreq", "leave it out here");

    @Override
    public Check check() {
        return new WishNotMet();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "packages that are not there, one finding a host and kind",
                                World.pair().unmet(Wishes.Wish.UNMET, PACKAGE, NO_PACKAGE),
                                "gpu02 package")
                        .saying("not as wanted: rdma-core; cannot be had: libnccl9")
                        .saying("no repository here has libnccl9")
                        .saying("add the repository"),
                fires(
                                "a governor that the kernel does not have",
                                World.pair().unmet(Wishes.Wish.UNMET, GOVERNOR),
                                "gpu01 governor")
                        .saying("the kernel has no cpufreq"),
                fires(
                                "what was never tried on the real thing, said with it",
                                World.pair()
                                        .unmet(
                                                Wishes.Wish.UNMET,
                                                new Wishes.Unmet(
                                                        "gpu01",
                                                        "nic-qos:ens6",
                                                        "",
                                                        "",
                                                        "nic-qos was never tried on a NIC")),
                                "gpu01 nic-qos")
                        .saying("nic-qos was never tried on a NIC"),
                quiet("all is as asked", World.pair().unmet(Wishes.Wish.MET)),
                quiet(
                        "what other checks tell",
                        World.pair()
                                .unmet(
                                        Wishes.Wish.UNMET,
                                        new Wishes.Unmet("gpu01", "sysctl:vm.swappiness", "", ""))),
                quiet(
                        "what is drift",
                        World.pair()
                                .everywhere(journal(1))
                                .with(
                                        "gpu02",
                                        applied(
                                                "package:rdma-core",
                                                CHANGED,
                                                List.of("is=there"),
                                                List.of("is=gone")))
                                .unmet(Wishes.Wish.UNMET, PACKAGE)),
                notChecked("evidence of another day", World.pair()));
    }
}
