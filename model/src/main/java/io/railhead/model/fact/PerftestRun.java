package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// One run of a perftest program (`ib_write_bw`, `ib_send_lat`, …), as one side printed it.
///
/// @param test as in the banner: `RDMA_Write BW Test`, `Send Latency Test`
/// @param qps queue pairs
/// @param mtu RDMA MTU in bytes, 256 to 4096
/// @param linkType as printed; with `--force-link` it says what was forced and not what is
/// @param gidIndex absent with RDMA-CM or on InfiniBand
/// @param localAddress address in the local GID, when it is IPv4-mapped
/// @param unit of the bandwidth columns as printed: `Gb/sec`, `MB/sec`, `MiB/sec`
/// @param peakMeasured false when perftest said that it does not measure the peak
/// @param settings every `Key : value` of the header
/// @param errors lines that say what failed
public record PerftestRun(
        String test,
        Optional<String> device,
        OptionalInt qps,
        Optional<String> connection,
        OptionalInt mtu,
        Optional<String> linkType,
        OptionalInt gidIndex,
        boolean rdmaCm,
        Optional<String> localAddress,
        Optional<String> remoteAddress,
        Optional<String> unit,
        boolean peakMeasured,
        boolean cpuFrequencyWarning,
        List<PerftestBandwidth> bandwidths,
        List<PerftestLatency> latencies,
        List<String> errors,
        Map<String, String> settings,
        Source source)
        implements Fact {
    /// Setting: how far the table came: `begun` with its header, `ended` with the line below it, or
    /// at a server, which may print none.
    public static final String TABLE = "table";

    public PerftestRun {
        bandwidths = List.copyOf(bandwidths);
        latencies = List.copyOf(latencies);
        errors = List.copyOf(errors);
        settings = Map.copyOf(settings);
    }

    /// Whether both directions are summed in the bandwidths.
    public boolean bidirectional() {
        return test.contains("Bidirectional");
    }

    /// Whether a latency is half the round trip (write, send) or all of it (read, atomic):
    /// perftest's source halves only the former.
    public boolean halfRoundTrip() {
        return !test.contains("Read") && !test.contains("Atomic");
    }
}
