package io.railhead.bench;

import java.util.List;
import java.util.OptionalInt;

/// What the user may choose about tests within a host: disks and collectives.
///
/// @param directory of the file that disks are measured with; on the file system to measure
/// @param fileBytes size of that file; at least 16 MiB
/// @param ncclTests folder of the nccl-tests programs; found in `PATH` when empty
/// @param collectives as nccl-tests names them: `all_reduce`
/// @param transports `auto`, or `shm` and `socket`, which forbid NCCL the faster ways
/// @param gpus of each host; all of them when empty
/// @param largest message in bytes
/// @param across addresses of all hosts when one job spans them (MPI over SSH); else empty
public record HostSettings(
        String directory,
        long fileBytes,
        String ncclTests,
        List<String> collectives,
        List<String> transports,
        OptionalInt gpus,
        long largest,
        List<String> across) {

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

    public static final HostSettings DEFAULT =
            new HostSettings(
                    "/var/tmp",
                    1L << 30,
                    "",
                    COLLECTIVES,
                    List.of("auto"),
                    OptionalInt.empty(),
                    1L << 30,
                    List.of());

    public HostSettings {
        collectives = List.copyOf(collectives);
        transports = List.copyOf(transports);
        across = List.copyOf(across);
        if (!directory.matches("/[\\w./+-]*") || !ncclTests.matches("[\\w./+~-]*")) {
            throw new IllegalArgumentException(
                    "directory: letters, digits and ./_+- only, and absolute");
        }
        if (fileBytes < 1 << 24) {
            throw new IllegalArgumentException("file-size: at least 16 MiB");
        }
        if (collectives.isEmpty() || !COLLECTIVES.containsAll(collectives)) {
            throw new IllegalArgumentException(
                    "collectives: of " + String.join(", ", COLLECTIVES) + ", not " + collectives);
        }
        if (transports.isEmpty() || !TRANSPORTS.containsAll(transports)) {
            throw new IllegalArgumentException("transports: of auto, shm, socket");
        }
        if (largest < 8 || gpus.isPresent() && gpus.getAsInt() < 1) {
            throw new IllegalArgumentException("largest: at least 8 bytes; gpus: at least 1");
        }
        if (across.stream().anyMatch(a -> !a.matches("[\\w.:-]+"))) {
            throw new IllegalArgumentException("across: names or addresses, not " + across);
        }
    }

    /// With another file to measure disks with.
    public HostSettings withFile(String newDirectory, long newBytes) {
        return new HostSettings(
                newDirectory, newBytes, ncclTests, collectives, transports, gpus, largest, across);
    }

    /// With other collectives.
    public HostSettings withNccl(
            String newTests,
            List<String> newCollectives,
            List<String> newTransports,
            OptionalInt newGpus,
            long newLargest,
            List<String> newAcross) {
        return new HostSettings(
                directory,
                fileBytes,
                newTests,
                newCollectives,
                newTransports,
                newGpus,
                newLargest,
                newAcross);
    }
}
