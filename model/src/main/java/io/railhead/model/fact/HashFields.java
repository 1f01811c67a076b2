package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;

/// What a switch takes of a packet to choose one of several ways.
///
/// @param ways what is chosen: `ECMP`, `LAG`
/// @param fields in the switch's words: `SRC_IP`, `L4_SRC_PORT`
/// @param algorithm `CRC`; empty when it does not say
public record HashFields(String ways, List<String> fields, String algorithm, Source source)
        implements Fact {
    public HashFields {
        fields = List.copyOf(fields);
    }

    /// Whether queue pairs between the same two hosts may go different ways: RoCEv2 tells them
    /// apart by the UDP source port, or the flow label that it is made from (IBTA annex A17).
    public boolean tellsQueuePairsApart() {
        return fields.stream()
                .anyMatch(
                        f ->
                                f.contains("L4_SRC_PORT")
                                        || f.contains("FLOW_LABEL")
                                        || f.contains("RDMA")
                                        || f.contains("BTH"));
    }
}
