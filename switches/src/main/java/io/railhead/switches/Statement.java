package io.railhead.switches;

import java.util.List;
import java.util.Optional;

/// One thing a switch's configuration should say, or should not.
///
/// A configuration is seen as slots with one line each, so that two of them can be compared
/// whatever their order and whatever else they hold: `mtu 9216` and `mtu 1500` of one port compete
/// for one slot.
///
/// @param section headings above the line, outermost first: `interface Ethernet1/1`
/// @param slot what the line competes for, unique in the whole configuration
/// @param line in the switch's own words; empty when nothing may stand in the slot
/// @param why it is wanted
public record Statement(List<String> section, String slot, Optional<String> line, String why) {
    public Statement {
        section = List.copyOf(section);
    }
}
