package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// Who speaks DCBX for a port, and to whom.
///
/// @param owner absent when the output does not say
/// @param version of the protocol the peer speaks: `IEEE 802.1`, `CEE`, `CIN`; absent when not told
/// @param term the device's own words
public record DcbxState(
        String port, Optional<Owner> owner, Optional<String> version, String term, Source source)
        implements Fact {

    /// The operating system (or an agent on it) or the NIC's firmware.
    public enum Owner {
        OS,
        FIRMWARE
    }
}
