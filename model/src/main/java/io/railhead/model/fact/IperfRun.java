package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// An iperf3 run (`iperf3 -J`).
///
/// @param protocol `TCP`, `UDP`
public record IperfRun(
        Optional<String> version,
        String protocol,
        int streams,
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
        Optional<String> error,
        Source source)
        implements Fact {}
