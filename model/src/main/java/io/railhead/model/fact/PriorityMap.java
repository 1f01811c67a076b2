package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.OptionalInt;

/// Which class something falls into at a port, one step of a packet's way through it.
///
/// @param port empty when it holds for the whole device, or the output does not say
/// @param term the device's own name: `dscp2prio`, `prio-tc`, `switch-prio`
public record PriorityMap(
        String port, End end, Kind kind, List<Entry> entries, String term, Source source)
        implements Fact {

    /// From what to what. Priority is what selects PFC: the 802.1p priority of a NIC, the switch
    /// priority of Cumulus and Onyx, the traffic class of SONiC, the CoS of NX-OS.
    public enum Kind {
        DSCP_TO_PRIORITY,
        PCP_TO_PRIORITY,
        /// Traffic class of a NIC, queue or QoS group of a switch.
        PRIORITY_TO_QUEUE,
        PRIORITY_TO_BUFFER,
        /// Which queue a received pause of a priority stops, where that is set by itself.
        PRIORITY_PAUSES_QUEUE
    }

    /// @param source the line that says so
    public record Entry(int from, int to, Source source) {}

    public PriorityMap {
        entries = List.copyOf(entries);
    }

    /// Where a value goes. Of several rules for one value the highest target counts, as in Linux
    /// (`dcb_ieee_getapp_mask`).
    public OptionalInt target(int from) {
        return entries.stream().filter(e -> e.from == from).mapToInt(Entry::to).max();
    }

    /// The line for a value; the whole map's when it has none.
    public Source line(int from) {
        return entries.stream()
                .filter(e -> e.from == from)
                .map(Entry::source)
                .findFirst()
                .orElse(source);
    }
}
