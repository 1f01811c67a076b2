package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A latency test of the OSU micro-benchmarks for MPI.
///
/// @param collective as the banner names it: `Allreduce`, `Broadcast`, `All-to-All`, …
/// @param ranks of the command that ran it; absent when it is not known
/// @param rows in the order printed
public record OsuRun(String collective, OptionalInt ranks, List<Row> rows, Source source)
        implements Fact {
    public OsuRun {
        rows = List.copyOf(rows);
    }

    /// @param bytes size of a message as OSU counts it: of one rank's part
    /// @param micros average over ranks of one operation
    public record Row(long bytes, double micros, Source source) {}

    /// Bits a second that each rank's link carries in one direction: bytes over time, times the
    /// factor of the collective (nccl-tests, PERFORMANCE.md). OSU's size of all-gather and
    /// all-to-all is that of one rank's part. Absent for other tests, and where the ranks are not
    /// known.
    public OptionalDouble busBandwidth(Row row) {
        if (ranks.isEmpty() || ranks.getAsInt() < 2 || row.micros <= 0)
            return OptionalDouble.empty();
        double n = ranks.getAsInt();
        double factor =
                switch (collective.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "")) {
                    case "allreduce" -> 2 * (n - 1) / n;
                    case "broadcast", "bcast", "reduce" -> 1;
                    case "allgather", "alltoall" -> n - 1;
                    default -> 0;
                };
        return factor == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(factor * row.bytes * 8 / (row.micros * 1e-6));
    }
}
