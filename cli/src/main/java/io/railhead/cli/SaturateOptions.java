package io.railhead.cli;

import io.railhead.bench.RdmaSettings;
import io.railhead.bench.Settings;
import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench saturate` may be told.
final class SaturateOptions {
    /// Who sends to whom.
    enum Pattern {
        incast,
        all_to_all,
        both;

        @Override
        public String toString() {
            return name().replace('_', '-');
        }
    }

    @Option(
            names = "--pattern",
            paramLabel = "PATTERN",
            description =
                    "incast (all to one), all-to-all, or both, one after the other"
                            + " (default: both).")
    Pattern pattern = Pattern.both;

    @Option(
            names = "--to",
            paramLabel = "HOST",
            description = "Who receives the incast (default: the first host).")
    @Nullable String to;

    @Option(names = "--tcp", description = "By iperf3 even where every host has RDMA.")
    boolean tcp;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "Parallel TCP streams of a flow, where TCP is the load (default: 1).")
    int streams = 1;

    @Option(
            names = "--verb",
            paramLabel = "VERB",
            description = "write, read or send, where RDMA is the load (default: write).")
    String verb = "write";

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "Of an RDMA message, such as 4096, 64k, 1m (default: 64k).")
    String size = "64k";

    @Option(
            names = "--qps",
            paramLabel = "N",
            description = "Queue pairs of an RDMA flow (default: 4; in a lab 1).")
    @Nullable Integer qps;

    @Option(
            names = "--traffic-class",
            paramLabel = "TOS",
            description =
                    "ToS byte of RDMA packets, 4 x DSCP (default: that of the policy's lossless"
                            + " class, or 0).")
    @Nullable Integer trafficClass;

    /// What each flow is, for a cluster.
    ///
    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings, Cluster cluster) {
        RdmaSettings rdma =
                RdmaSettings.DEFAULT.withTest(
                        verb,
                        RdmaOptions.size("size", size),
                        qps != null ? qps : cluster.lab() ? 1 : 4,
                        tos(cluster));
        return settings.withStreams(List.of(streams))
                .withRdma(cluster.lab() ? rdma.forSoft() : rdma);
    }

    /// A load outside the class says nothing of the class.
    private OptionalInt tos(Cluster cluster) {
        if (trafficClass != null) {
            return OptionalInt.of(trafficClass);
        }
        return cluster.lossless().isPresent()
                ? OptionalInt.of(4 * cluster.lossless().get().dscp())
                : OptionalInt.empty();
    }
}
