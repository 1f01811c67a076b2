package io.railhead.cli;

import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Settings;
import io.railhead.bench.tool.NcclBuild;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench nccl` may be told.
final class NcclOptions {
    @Option(
            names = "--nccl-tests",
            paramLabel = "DIR",
            description =
                    "Folder of all_reduce_perf and its kin on the hosts (default: what --build left"
                            + " there, else in PATH).")
    String ncclTests = "";

    @Option(
            names = "--build",
            arity = "0..1",
            fallbackValue = NcclBuild.SOURCES,
            paramLabel = "SOURCES",
            description =
                    "Build nccl-tests on the hosts first, in the login's cache: from a folder or"
                            + " tar.gz here, or a repository that the hosts can reach (default:"
                            + " NVIDIA's).")
    @Nullable String build;

    @Option(
            names = "--collectives",
            split = ",",
            paramLabel = "NAME",
            description = "Such as all_reduce,alltoall (default: all ten).")
    List<String> collectives = NcclSettings.DEFAULT.collectives();

    @Option(
            names = "--transports",
            split = ",",
            paramLabel = "NAME",
            description =
                    "auto, and shm and socket, which forbid NCCL the faster ways (default: auto).")
    List<String> transports = NcclSettings.DEFAULT.transports();

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "Of each host (default: all that nvidia-smi or Slurm lists).")
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
                            + " needs nccl-tests built with MPI (--build does) and SSH between the"
                            + " hosts.")
    boolean across;

    @Option(
            names = "--slurm",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "PARTITION",
            description =
                    "One job over all hosts by srun from the first, which Slurm knows by the names"
                            + " they have in the intent; waits a minute for them.")
    @Nullable String slurm;

    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings, Cluster cluster) {
        return settings.withNccl(
                new NcclSettings(
                        ncclTests,
                        collectives,
                        transports,
                        gpus == null ? OptionalInt.empty() : OptionalInt.of(gpus),
                        RdmaOptions.size("largest", largest),
                        launch(cluster)));
    }

    private NcclLaunch launch(Cluster cluster) {
        if (across && slurm != null) {
            throw new IllegalArgumentException("across and --slurm are two ways of one job");
        }
        if (slurm != null) {
            return new NcclLaunch.Slurm(cluster.hosts().stream().map(Host::name).toList(), slurm);
        }
        // By what hosts reach each other.
        return across
                ? new NcclLaunch.Mpi(cluster.hosts().stream().map(Host::address).toList())
                : new NcclLaunch.EachHost();
    }

    /// What is to be built first, if anything.
    Optional<NcclBuild> build() {
        if (build == null) {
            return Optional.empty();
        }
        if (!ncclTests.isEmpty()) {
            throw new UserError("--build and --nccl-tests: one or the other");
        }
        return Optional.of(NcclSources.of(build, across || slurm != null));
    }
}
