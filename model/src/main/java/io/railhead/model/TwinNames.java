package io.railhead.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of interfaces that share one port. Each QSFP port of a DGX Spark's ConnectX-7 appears
/// twice, at the same place in two PCI domains, each behind a PCIe link of its own that carries
/// about half of the port's rate: `enp1s0f0np0` and `enP2p1s0f0np0` are one cable. systemd writes a
/// PCI domain other than 0 as `P<domain>` (systemd.net-naming-scheme(7)).
public final class TwinNames {
    private static final Pattern IN_DOMAIN =
            Pattern.compile("en(?:P([0-9]+))?(p[0-9]+s[0-9]+f[0-9]+np[0-9]+)");

    private TwinNames() {}

    /// The name that a port of another PCI domain has in domain 0; empty when it is there already,
    /// or is no such name.
    public static Optional<String> inDomainZero(String name) {
        Matcher m = IN_DOMAIN.matcher(name);
        return m.matches() && m.group(1) != null
                ? Optional.of("en" + m.group(2))
                : Optional.empty();
    }

    /// Whether two names stand for one port in two PCI domains.
    public static boolean areTwins(String a, String b) {
        Matcher one = IN_DOMAIN.matcher(a);
        Matcher other = IN_DOMAIN.matcher(b);
        return one.matches()
                && other.matches()
                && one.group(2).equals(other.group(2))
                && !a.equals(b);
    }
}
