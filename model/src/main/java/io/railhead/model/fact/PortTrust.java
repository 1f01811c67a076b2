package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Set;
import java.util.TreeSet;

/// What a port takes a packet's priority from.
///
/// @param port empty when the output does not say
/// @param fields empty for a port that trusts nothing
/// @param term the device's own words: `pcp`, `L3`, `pcp,dscp`
public record PortTrust(String port, Set<Field> fields, String term, Source source)
        implements Fact {

    /// Term of a port of which a whole configuration says nothing: what the system does as shipped.
    public static final String AS_SHIPPED = "qos trust is not set";

    /// Term of a NIC's port for whose DSCPs there is no rule: whether it trusts them then is its
    /// driver's affair.
    public static final String NO_RULE = "no dscp-prio";

    /// PCP of the VLAN tag, which untagged packets lack; DSCP of the IP header.
    public enum Field {
        PCP,
        DSCP
    }

    public PortTrust {
        fields = new TreeSet<>(fields);
    }

    /// Whether nothing is set of the port, so that what it shows goes before.
    public boolean isAsShipped() {
        return term.equals(AS_SHIPPED);
    }
}
