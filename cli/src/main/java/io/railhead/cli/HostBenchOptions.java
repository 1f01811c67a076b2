package io.railhead.cli;

import io.railhead.bench.HostSettings;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench disk` and `bench nccl` may be told.
final class HostBenchOptions {
    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "disk: where the file to measure with is made (default: /var/tmp).")
    String directory = HostSettings.DEFAULT.directory();

    @Option(
            names = "--file-size",
            paramLabel = "BYTES",
            description = "disk: of that file, such as 4g (default: 1g).")
    String fileSize = "1g";

    @Option(
            names = "--nccl-tests",
            paramLabel = "DIR",
            description = "nccl: folder of all_reduce_perf and its kin (default: in PATH).")
    String ncclTests = "";

    @Option(
            names = "--collectives",
            split = ",",
            paramLabel = "NAME",
            description = "nccl: such as all_reduce,alltoall (default: all ten).")
    List<String> collectives = HostSettings.DEFAULT.collectives();

    @Option(
            names = "--transports",
            split = ",",
            paramLabel = "NAME",
            description =
                    "nccl: auto, and shm and socket, which forbid NCCL the faster ways (default:"
                            + " auto).")
    List<String> transports = HostSettings.DEFAULT.transports();

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "nccl: of each host (default: all that nvidia-smi lists).")
    @Nullable Integer gpus;

    @Option(
            names = "--largest",
            paramLabel = "BYTES",
            description = "nccl: largest message, such as 8g (default: 1g).")
    String largest = "1g";

    @Option(
            names = "--across",
            description =
                    "nccl: one MPI job over all hosts, started on the first, instead of one a host;"
                            + " needs nccl-tests built with MPI=1 and SSH between the hosts.")
    boolean across;

    /// @param addresses of the hosts, by which they reach each other
    /// @throws IllegalArgumentException whose message begins with the option
    HostSettings settings(List<String> addresses) {
        return new HostSettings(
                directory,
                RdmaOptions.size("file-size", fileSize),
                ncclTests,
                collectives,
                transports,
                gpus == null ? OptionalInt.empty() : OptionalInt.of(gpus),
                RdmaOptions.size("largest", largest),
                across ? addresses : List.of());
    }
}
