package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A setting of a switch that is not as derived from the intent.
///
/// @param section heading it stands below: `interface Ethernet1/1`; empty for one at the margin
/// @param slot what lines compete for, in the words of the program
/// @param is what stands there, in the switch's words; absent when nothing does
/// @param wanted what should; absent when nothing may
/// @param why it is wanted
public record SwitchDifference(
        String section,
        String slot,
        Optional<String> is,
        Optional<String> wanted,
        String why,
        Source source)
        implements Fact {}
