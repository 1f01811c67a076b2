package io.railhead.bench;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/// What the user may choose about RDMA tests.
///
/// @param verbs `write`, `read`, `send`, in the order to run
/// @param sizes of bandwidth messages in bytes, 2 to 2^30, one case each
/// @param qps queue pairs, one case each, 1 to 16384 (the limit of perftest)
/// @param bidirectional both directions at once; the value is their sum
/// @param rdmaCm queue pairs are connected by RDMA-CM (`-R`), which chooses the GID by itself
/// @param pathMtu RDMA MTU to ask for; the port's own when empty
/// @param gidIndex to use on both ends instead of the one that the facts give, to try a fault
/// @param iterations of each test; by time when empty
/// @param depth of the send queue; perftest's own (128) when empty
/// @param cuda GPU whose memory is used on both ends; host memory when empty
/// @param trafficClass ToS byte of the packets, 4 x DSCP; perftest's own (0) when empty
/// @param retries how often a test that failed is run again: soft-RoCE loses packets by itself
/// @param latency whether latencies are measured too
public record RdmaSettings(
        List<String> verbs,
        List<Long> sizes,
        List<Integer> qps,
        boolean bidirectional,
        boolean rdmaCm,
        OptionalInt pathMtu,
        OptionalInt gidIndex,
        OptionalInt iterations,
        OptionalInt depth,
        OptionalInt cuda,
        OptionalInt trafficClass,
        int retries,
        boolean latency) {

    /// Verbs that perftest has programs for.
    public static final List<String> VERBS = List.of("write", "read", "send");

    /// RDMA MTUs (IBTA, path MTU encoding).
    public static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

    public static final RdmaSettings DEFAULT =
            new RdmaSettings(
                    VERBS,
                    List.of(65_536L),
                    List.of(1, 4),
                    false,
                    false,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    0,
                    true);

    /// What soft-RoCE can be asked: few messages, a short queue and one retry. It loses packets by
    /// itself under load, and falls into pauses of 70 ms then.
    public RdmaSettings forSoft() {
        return new RdmaSettings(
                verbs,
                sizes,
                qps,
                bidirectional,
                rdmaCm,
                pathMtu,
                gidIndex,
                iterations.isPresent() ? iterations : OptionalInt.of(200),
                depth.isPresent() ? depth : OptionalInt.of(4),
                cuda,
                trafficClass,
                Math.max(1, retries),
                latency);
    }

    /// Bandwidths, each tried once: a test that is run again is not run beside the others.
    RdmaSettings together() {
        return new RdmaSettings(
                verbs,
                sizes,
                qps,
                bidirectional,
                rdmaCm,
                pathMtu,
                gidIndex,
                iterations,
                depth,
                cuda,
                trafficClass,
                0,
                false);
    }

    /// What a rail is loaded with: one bandwidth test by time, with the most queue pairs asked for.
    public RdmaSettings asLoad() {
        return new RdmaSettings(
                verbs.subList(0, 1),
                sizes.subList(0, 1),
                List.of(Collections.max(qps)),
                false,
                rdmaCm,
                pathMtu,
                gidIndex,
                OptionalInt.empty(),
                depth,
                cuda,
                trafficClass,
                retries,
                false);
    }

    /// The latency of that load's verb, by so many messages.
    public RdmaSettings asProbe(int messages) {
        return new RdmaSettings(
                verbs.subList(0, 1),
                sizes.subList(0, 1),
                qps.subList(0, 1),
                false,
                rdmaCm,
                pathMtu,
                gidIndex,
                OptionalInt.of(messages),
                depth,
                cuda,
                trafficClass,
                retries,
                true);
    }

    /// With one test of these, and packets of a traffic class.
    public RdmaSettings withTest(String verb, long size, int queuePairs, OptionalInt tos) {
        return new RdmaSettings(
                List.of(verb),
                List.of(size),
                List.of(queuePairs),
                bidirectional,
                rdmaCm,
                pathMtu,
                gidIndex,
                iterations,
                depth,
                cuda,
                tos,
                retries,
                latency);
    }

    public RdmaSettings {
        verbs = verbs.stream().distinct().toList();
        sizes = sizes.stream().distinct().toList();
        qps = qps.stream().distinct().toList();
        if (verbs.isEmpty() || !VERBS.containsAll(verbs)) {
            throw new IllegalArgumentException(
                    "verbs: of write, read and send, not " + Values.listed(verbs));
        }
        if (sizes.isEmpty() || sizes.stream().anyMatch(s -> s < 1 || s > 1L << 30)) {
            throw new IllegalArgumentException(
                    "sizes: 1 byte to 1 GiB, not " + Values.listed(sizes));
        }
        if (qps.isEmpty() || qps.stream().anyMatch(n -> n < 1 || n > 16_384)) {
            throw new IllegalArgumentException(
                    "qps: numbers from 1 to 16384, not " + Values.listed(qps));
        }
        if (pathMtu.isPresent() && !MTUS.contains(pathMtu.getAsInt())) {
            throw new IllegalArgumentException(
                    "rdma-mtu: one of " + Values.listed(MTUS) + ", not " + pathMtu.getAsInt());
        }
        if (iterations.isPresent() && iterations.getAsInt() < 5) {
            throw new IllegalArgumentException("iterations: at least 5 (the limit of perftest)");
        }
        if (gidIndex.isPresent() && (gidIndex.getAsInt() < 0 || gidIndex.getAsInt() > 255)) {
            throw new IllegalArgumentException("gid-index: 0 to 255, not " + gidIndex.getAsInt());
        }
        if (cuda.isPresent() && (cuda.getAsInt() < 0 || cuda.getAsInt() > 255)) {
            throw new IllegalArgumentException(
                    "cuda: the number of a GPU, 0 to 255, not " + cuda.getAsInt());
        }
        if (trafficClass.isPresent()
                && (trafficClass.getAsInt() < 0 || trafficClass.getAsInt() > 255)) {
            throw new IllegalArgumentException(
                    "traffic-class: 0 to 255, not " + trafficClass.getAsInt());
        }
    }
}
