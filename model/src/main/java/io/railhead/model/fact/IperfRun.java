package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One direction of an iperf3 run (`iperf3 -J`); `--bidir` gives two.
///
/// @param protocol `TCP`, `UDP`
/// @param reverse true when data went from the server to the client (`-R`, or the second half of
///     `--bidir`)
/// @param sent by the sender's count
/// @param received by the receiver's count: the one to judge by
/// @param retransmits segments, of all streams
/// @param mss bytes
/// @param seconds of the receiver
/// @param lostPackets UDP only
/// @param intervals rate of each interval, in bits a second, as the client saw it
public record IperfRun(
        Optional<String> version,
        String protocol,
        int streams,
        boolean reverse,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        OptionalLong retransmits,
        Optional<String> congestion,
        OptionalInt mss,
        OptionalDouble seconds,
        OptionalDouble jitterMillis,
        OptionalLong lostPackets,
        OptionalLong packets,
        OptionalDouble hostCpuPercent,
        OptionalDouble remoteCpuPercent,
        List<Double> intervals,
        Optional<String> error,
        Source source)
        implements Fact {
    public IperfRun {
        intervals = List.copyOf(intervals);
    }
}
