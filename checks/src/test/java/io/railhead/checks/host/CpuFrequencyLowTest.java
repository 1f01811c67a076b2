package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.governor;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CpuFrequencyLowTest implements CheckCases {

    @Override
    public Check check() {
        return new CpuFrequencyLow();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "pinned at a third",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                governor(
                                                        "performance",
                                                        128,
                                                        800000,
                                                        3800000,
                                                        3700000))
                                        .with(
                                                "gpu02",
                                                governor(
                                                        "performance",
                                                        128,
                                                        800000,
                                                        3800000,
                                                        1200000)),
                                "gpu02")
                        .saying("1200 MHz of 3800 MHz"),
                fires(
                                "its top set lower than its twin's",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                governor(
                                                        "performance",
                                                        128,
                                                        800000,
                                                        3800000,
                                                        3700000))
                                        .with(
                                                "gpu02",
                                                governor(
                                                        "performance",
                                                        128,
                                                        800000,
                                                        2000000,
                                                        2000000)),
                                "gpu02")
                        .saying("set to 2000 MHz, a twin's is 3800 MHz"),
                quiet(
                        "near the top",
                        World.pair()
                                .everywhere(
                                        governor("performance", 128, 800000, 3800000, 3500000))),
                quiet(
                        "an idle core under powersave is slow by design",
                        World.pair()
                                .everywhere(governor("powersave", 128, 800000, 3800000, 800000))),
                notChecked("a machine without cpufreq", World.pair()));
    }
}
