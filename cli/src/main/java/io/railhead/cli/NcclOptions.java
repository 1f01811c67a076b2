package io.railhead.cli;

import io.railhead.bench.HostSettings;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench nccl` may be told.
final class NcclOptions {
    @Option(
            names = "--nccl-tests",
            paramLabel = "DIR",
            description = "Folder of all_reduce_perf and its kin (default: in PATH).")
    String ncclTests = "";

    @Option(
            names = "--collectives",
            split = ",",
            paramLabel = "NAME",
            description = "Such as all_reduce,alltoall (default: all ten).")
    List<String> collectives = HostSettings.DEFAULT.collectives();

    @Option(
            names = "--transports",
            split = ",",
            paramLabel = "NAME",
            description =
                    "auto, and shm and socket, which forbid NCCL the faster ways (default: auto).")
    List<String> transports = HostSettings.DEFAULT.transports();

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "Of each host (default: all that nvidia-smi lists).")
    @Nullable Integer gpus;

    @Option(
            names = "--largest",
            paramLabel = "BYTES",
            description = "Largest message of a collective, such as 8g (default: 1g).")
    String largest = "1g";

    @Option(
            names = "--across",
            description =
                    "One MPI job over all hosts, started on the first, instead of one a host;"
                            + " needs nccl-tests built with MPI=1 and SSH between the hosts.")
    boolean across;

    /// @param addresses of the hosts, by which they reach each other
    /// @throws IllegalArgumentException whose message begins with the option
    HostSettings over(HostSettings settings, List<String> addresses) {
        return settings.withNccl(
                ncclTests,
                collectives,
                transports,
                gpus == null ? OptionalInt.empty() : OptionalInt.of(gpus),
                RdmaOptions.size("largest", largest),
                across ? addresses : List.of());
    }
}
