package io.railhead.cli;

import io.railhead.bench.RdmaSettings;
import io.railhead.bench.Settings;
import io.railhead.model.intent.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench rdma` may be told.
final class RdmaOptions {
    private static final int LARGEST = 23;

    @Option(
            names = "--verbs",
            split = ",",
            paramLabel = "VERB",
            description = "Of write, read and send (default: all).")
    List<String> verbs = RdmaSettings.DEFAULT.verbs();

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            description =
                    "Of messages, such as 4096,64k,1m, or sweep: all powers of two from 2 B to"
                            + " 8 MiB (default: 64k).")
    List<String> sizes = List.of("64k");

    @Option(
            names = "--qps",
            split = ",",
            paramLabel = "N",
            description = "Queue pairs, one test each (default: 1,4).")
    List<Integer> qps = RdmaSettings.DEFAULT.qps();

    @Option(names = "--both-directions", description = "Both ways at once; the value is the sum.")
    boolean bothDirections;

    @Option(names = "--rdma-cm", description = "Connect by RDMA-CM.")
    boolean rdmaCm;

    @Option(
            names = "--rdma-mtu",
            paramLabel = "BYTES",
            description = "To ask for (default: the port's own).")
    @Nullable Integer mtu;

    @Option(
            names = "--gid-index",
            paramLabel = "N",
            description = "On both ends (default: each host's of the rail's address, RoCE v2).")
    @Nullable Integer gidIndex;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Messages of each test (default: by --time; 200 over soft-RoCE).")
    @Nullable Integer iterations;

    @Option(
            names = "--cuda",
            paramLabel = "GPU",
            description = "Memory of this GPU; needs a perftest built with CUDA.")
    @Nullable Integer cuda;

    @Option(
            names = "--traffic-class",
            paramLabel = "TOS",
            description = "ToS byte of the packets, 4 x DSCP (default: 0).")
    @Nullable Integer trafficClass;

    @Option(names = "--no-latency", description = "Bandwidths only.")
    boolean noLatency;

    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings, Cluster cluster) {
        RdmaSettings asked = settings();
        return settings.withRdma(cluster.lab() ? asked.forSoft() : asked);
    }

    private RdmaSettings settings() {
        return new RdmaSettings(
                verbs,
                sizes(),
                qps,
                bothDirections,
                rdmaCm,
                of(mtu),
                of(gidIndex),
                of(iterations),
                OptionalInt.empty(),
                of(cuda),
                of(trafficClass),
                0,
                !noLatency);
    }

    private static OptionalInt of(@Nullable Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private List<Long> sizes() {
        List<Long> all = new ArrayList<>();
        for (String word : sizes) {
            if (word.equals("sweep")) {
                for (int power = 1; power <= LARGEST; power++) {
                    all.add(1L << power);
                }
            } else {
                all.add(size("sizes", word));
            }
        }
        return all.stream().distinct().toList();
    }

    /// `4096`, `64k`, `1m`, `8g`: powers of 1024.
    static long size(String option, String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (!lower.matches("\\d{1,10}[kmg]?")) {
            throw new IllegalArgumentException(
                    option + ": bytes, such as 4096, 64k, 1m, not " + word);
        }
        int end = lower.length() - 1;
        int shift =
                switch (lower.charAt(end)) {
                    case 'k' -> 10;
                    case 'm' -> 20;
                    case 'g' -> 30;
                    default -> 0;
                };
        return Long.parseLong(shift == 0 ? lower : lower.substring(0, end)) << shift;
    }
}
