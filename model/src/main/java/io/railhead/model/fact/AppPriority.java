package io.railhead.model.fact;

import io.railhead.model.Source;

/// A DCBX application rule (APP TLV): traffic of a protocol goes into a priority.
///
/// @param selector what `protocol` is
/// @param protocol port number, Ethertype or DSCP; RoCEv2 is UDP 4791, RoCEv1 is Ethertype 0x8915
/// @param term the device's own words
public record AppPriority(
        String port,
        End end,
        Selector selector,
        int protocol,
        int priority,
        String term,
        Source source)
        implements Fact {

    /// IEEE 802.1Q table D-8.
    public enum Selector {
        ETHERTYPE,
        TCP,
        UDP,
        TCP_OR_UDP,
        DSCP,
        DEFAULT
    }
}
