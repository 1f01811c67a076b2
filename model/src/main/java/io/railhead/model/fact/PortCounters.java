package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Counters of an RDMA port; data counters already in bytes.
///
/// @param counters `counters/`; port_rcv_data and port_xmit_data are four-byte words there and
///     bytes here
/// @param hwCounters `hw_counters/`
public record PortCounters(
        String device,
        int port,
        Map<String, Long> counters,
        Map<String, Long> hwCounters,
        Source source)
        implements Fact {
    public PortCounters {
        counters = Ordered.copy(counters);
        hwCounters = Ordered.copy(hwCounters);
    }
}
