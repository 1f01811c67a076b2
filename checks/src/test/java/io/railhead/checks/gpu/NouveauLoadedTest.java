package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.module;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NouveauLoadedTest implements CheckCases {

    @Override
    public Check check() {
        return new NouveauLoaded();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "on a GPU host",
                                World.pair()
                                        .wantsGpus(8, "H100")
                                        .everywhere(module("nvidia"))
                                        .with("gpu01", module("nouveau")),
                                "gpu01")
                        .saying("severity=ERROR"),
                fires(
                                "on another host",
                                World.pair().everywhere(module("nouveau")),
                                "gpu01",
                                "gpu02")
                        .saying("severity=WARNING"),
                quiet("not loaded", World.pair().everywhere(module("nvidia"))),
                notChecked("no modules read", World.pair()));
    }
}
