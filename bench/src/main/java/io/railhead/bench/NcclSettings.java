package io.railhead.bench;

import java.util.List;
import java.util.OptionalInt;

/// What the user may choose about collectives.
///
/// @param programs folder of the nccl-tests programs, the same on all hosts; empty for what
///     [NcclBuild][io.railhead.bench.tool.NcclBuild] left on the host, else what is in `PATH`
/// @param collectives as nccl-tests names them: `all_reduce`
/// @param transports `auto`, or `shm` and `socket`, which forbid NCCL the faster ways
/// @param gpus of each host; all of them when empty
/// @param largest message in bytes
/// @param launch on each host by itself, or as one job
public record NcclSettings(
        String programs,
        List<String> collectives,
        List<String> transports,
        OptionalInt gpus,
        long largest,
        NcclLaunch launch) {

    /// Programs of nccl-tests that compare like with like between hosts.
    public static final List<String> COLLECTIVES =
            List.of(
                    "all_reduce",
                    "all_gather",
                    "reduce_scatter",
                    "alltoall",
                    "broadcast",
                    "reduce",
                    "sendrecv",
                    "gather",
                    "scatter",
                    "hypercube");

    public static final List<String> TRANSPORTS = List.of("auto", "shm", "socket");

    /// More than any one host shows its driver.
    private static final int MOST_GPUS = 256;

    public static final NcclSettings DEFAULT =
            new NcclSettings(
                    "",
                    COLLECTIVES,
                    List.of("auto"),
                    OptionalInt.empty(),
                    1L << 30,
                    new NcclLaunch.EachHost());

    public NcclSettings {
        collectives = collectives.stream().distinct().toList();
        transports = transports.stream().distinct().toList();
        if (!programs.matches("[\\w./+~-]*")) {
            throw new IllegalArgumentException("nccl-tests: letters, digits and ./_+~- only");
        }
        if (collectives.isEmpty() || !COLLECTIVES.containsAll(collectives)) {
            throw new IllegalArgumentException(
                    "collectives: of "
                            + String.join(", ", COLLECTIVES)
                            + ", not "
                            + Values.listed(collectives));
        }
        if (transports.isEmpty() || !TRANSPORTS.containsAll(transports)) {
            throw new IllegalArgumentException(
                    "transports: of auto, shm, socket, not " + Values.listed(transports));
        }
        if (largest < 8) {
            throw new IllegalArgumentException("largest: at least 8 bytes");
        }
        if (gpus.isPresent() && (gpus.getAsInt() < 1 || gpus.getAsInt() > MOST_GPUS)) {
            throw new IllegalArgumentException(
                    "gpus: 1 to %d of a host, not %d".formatted(MOST_GPUS, gpus.getAsInt()));
        }
    }
}
