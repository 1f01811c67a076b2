package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.governor;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CpuGovernorPowersaveTest implements CheckCases {

    @Override
    public Check check() {
        return new CpuGovernorPowersave();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "powersave",
                                World.pair()
                                        .with("gpu01", fast())
                                        .with(
                                                "gpu02",
                                                governor(
                                                        "powersave", 128, 800000, 3800000, 800000)),
                                "gpu02")
                        .saying("128 CPUs run with governor powersave", "severity=WARNING"),
                fires(
                                "not what the policy names",
                                World.pair().wantsGovernor("schedutil").everywhere(fast()),
                                "gpu01",
                                "gpu02")
                        .saying("wanted schedutil", "severity=ERROR"),
                quiet("performance", World.pair().everywhere(fast())),
                notChecked("a machine without cpufreq", World.pair()));
    }

    private static Seen fast() {
        return governor("performance", 128, 800000, 3800000, 3700000);
    }
}
