package io.railhead.bench.twins;

import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.List;
import java.util.Optional;

/// Which values are held against their twins, and how far a twin may stray before it counts.
///
/// @param moreIsBetter true for a bandwidth, false for a latency
/// @param tolerance share of the fleet's value that is never an outlier: what differs between
///     healthy machines of one kind. Tails differ more than medians.
/// @param blind with more noise than this share of the fleet's value nothing is called odd
public record Judged(
        String metric, Statistic statistic, boolean moreIsBetter, double tolerance, double blind) {

    private static final List<Judged> ALL =
            List.of(
                    new Judged("tcp.bandwidth", Statistic.MEAN, true, 0.10, 0.6),
                    new Judged("tcp.latency", Statistic.P50, false, 0.25, 2),
                    new Judged("tcp.latency", Statistic.P99, false, 1.0, 4),
                    new Judged("nccl.busbw", Statistic.MEAN, true, 0.05, 0.6),
                    new Judged("disk.bandwidth", Statistic.MEAN, true, 0.15, 0.6),
                    new Judged("disk.iops", Statistic.MEAN, true, 0.15, 0.6),
                    new Judged("disk.latency", Statistic.P99, false, 1.0, 4),
                    new Judged("rdma.bandwidth", Statistic.MEAN, true, 0.05, 0.6),
                    new Judged("rdma.latency", Statistic.P50, false, 0.25, 2),
                    new Judged("rdma.latency", Statistic.P99, false, 1.0, 4),
                    new Judged("ping.rtt", Statistic.MEAN, false, 0.5, 3));

    public static Optional<Judged> of(Measurement m) {
        return ALL.stream()
                .filter(j -> j.metric.equals(m.metric()) && j.statistic == m.statistic())
                .findFirst();
    }
}
