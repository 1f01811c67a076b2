package io.railhead.bench;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// What the user may choose about a run.
///
/// @param streams parallel TCP streams, one case each; at least one number, each 1 to 128 (the
///     limit of iperf3)
/// @param time of each bandwidth and latency case; at least one second
/// @param repeat how often each case is run on each pair, at least 1; the median is reported
/// @param window socket buffer in bytes, where the kernel's own tuning is not wanted
/// @param messageBytes of a latency message; at least 14 (the limit of sockperf)
/// @param pings echo requests a pair
/// @param rdma of RDMA tests
/// @param disk of disk tests
/// @param nccl of collectives
public record Settings(
        List<Integer> streams,
        Duration time,
        int repeat,
        OptionalLong window,
        int messageBytes,
        int pings,
        RdmaSettings rdma,
        DiskSettings disk,
        NcclSettings nccl) {

    public static final Settings DEFAULT =
            new Settings(List.of(1, 4), Duration.ofSeconds(5), 1, OptionalLong.empty(), 64, 20);

    /// With the usual RDMA tests.
    public Settings(
            List<Integer> streams,
            Duration time,
            int repeat,
            OptionalLong window,
            int messageBytes,
            int pings) {
        this(
                streams,
                time,
                repeat,
                window,
                messageBytes,
                pings,
                RdmaSettings.DEFAULT,
                DiskSettings.DEFAULT,
                NcclSettings.DEFAULT);
    }

    public Settings {
        streams = streams.stream().distinct().toList();
        if (streams.isEmpty() || streams.stream().anyMatch(n -> n < 1 || n > 128)) {
            throw new IllegalArgumentException(
                    "streams: numbers from 1 to 128, not " + Values.listed(streams));
        }
        if (time.toSeconds() < 1 || time.toHours() >= 24) {
            throw new IllegalArgumentException("time: 1 to 86399 seconds, not " + time.toSeconds());
        }
        if (repeat < 1) {
            throw new IllegalArgumentException("repeat: at least 1, not " + repeat);
        }
        if (pings < 1) {
            throw new IllegalArgumentException("time: long enough for one echo request");
        }
        if (messageBytes < 14 || messageBytes > 65_000) {
            throw new IllegalArgumentException("message: 14 to 65000 bytes, not " + messageBytes);
        }
    }

    public Settings withStreams(List<Integer> newStreams) {
        return new Settings(
                newStreams, time, repeat, window, messageBytes, pings, rdma, disk, nccl);
    }

    public Settings withTime(Duration newTime) {
        return new Settings(
                streams, newTime, repeat, window, messageBytes, pings, rdma, disk, nccl);
    }

    public Settings withRepeat(int newRepeat) {
        return new Settings(
                streams, time, newRepeat, window, messageBytes, pings, rdma, disk, nccl);
    }

    public Settings withWindow(OptionalLong newWindow) {
        return new Settings(
                streams, time, repeat, newWindow, messageBytes, pings, rdma, disk, nccl);
    }

    public Settings withPings(int newPings) {
        return new Settings(
                streams, time, repeat, window, messageBytes, newPings, rdma, disk, nccl);
    }

    public Settings withRdma(RdmaSettings newRdma) {
        return new Settings(
                streams, time, repeat, window, messageBytes, pings, newRdma, disk, nccl);
    }

    public Settings withDisk(DiskSettings newDisk) {
        return new Settings(
                streams, time, repeat, window, messageBytes, pings, rdma, newDisk, nccl);
    }

    /// For tests that pairs run beside each other.
    public Settings together() {
        return withRdma(rdma.together());
    }

    public Settings withNccl(NcclSettings newNccl) {
        return new Settings(
                streams, time, repeat, window, messageBytes, pings, rdma, disk, newNccl);
    }
}
