package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenGpus.nvlinkErrors;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NvlinkErrorsTest implements CheckCases {

    @Override
    public Check check() {
        return new NvlinkErrors();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "replays on one link",
                                World.of(1)
                                        .everywhere(
                                                nvlinkErrors(
                                                        0, 0, "Replay Errors", 0, "CRC Errors", 0),
                                                nvlinkErrors(
                                                        0,
                                                        1,
                                                        "Replay Errors",
                                                        41,
                                                        "CRC Errors",
                                                        0)),
                                "gpu01 GPU 0")
                        .saying("link 1: Replay Errors 41"),
                quiet("none", World.of(1).everywhere(nvlinkErrors(0, 0, "Replay Errors", 0))),
                quiet("GPUs without NVLink", World.of(1)));
    }
}
