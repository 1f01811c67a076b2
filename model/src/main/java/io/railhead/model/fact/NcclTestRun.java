package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A table of nccl-tests (`all_reduce_perf`, …).
///
/// @param collective `all_reduce`, …, when the output or command names it
/// @param ranks number of `Rank` lines; absent when the head was cut
/// @param averageBusbw as printed at the end, over all sizes and both modes: no measure of anything
/// @param outOfBounds values that came out wrong, when checked
/// @param transports by NCCL's own log, which may stand between the rows: how many channel ends go
///     which way (`P2P/CUMEM`, `SHM/direct/direct`, `NET/IB/0/GDRDMA`); empty without a log
/// @param libraryVersion NCCL's version code of the library, 22809 for 2.28.9
public record NcclTestRun(
        Optional<String> collective,
        OptionalInt ranks,
        List<Device> devices,
        List<Row> rows,
        OptionalDouble averageBusbw,
        OptionalLong outOfBounds,
        OptionalInt libraryVersion,
        SequencedMap<String, Integer> transports,
        Source source)
        implements Fact {
    public NcclTestRun {
        transports = Collections.unmodifiableSequencedMap(new TreeMap<>(transports));
        devices = List.copyOf(devices);
        rows = List.copyOf(rows);
    }

    /// A `#  Rank …` line.
    public record Device(int rank, String host, int device, String busId, String name) {}

    /// @param bytes as nccl-tests counts them: the total over ranks for all-gather and
    ///     reduce-scatter
    /// @param redop empty where the collective has none
    /// @param root absent where the table has no such column
    public record Row(
            long bytes,
            long count,
            String type,
            String redop,
            OptionalInt root,
            Half outOfPlace,
            Optional<Half> inPlace,
            Source source) {}

    /// @param micros time of one operation
    /// @param algbw GB/s, 10^9 bytes
    /// @param busbw GB/s, 10^9 bytes
    /// @param wrong number of wrong values; absent when not checked (`N/A`)
    public record Half(double micros, double algbw, double busbw, OptionalLong wrong) {}
}
