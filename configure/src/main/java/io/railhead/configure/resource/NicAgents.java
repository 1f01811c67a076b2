package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import java.util.Optional;

/// Others that set the classes of a NIC's port by themselves, and would overwrite what is set here:
/// lldpad, and a firmware that speaks DCBX.
final class NicAgents {
    private NicAgents() {}

    /// Who is in the way and how to have them out of it; empty when nobody is, or when they can be
    /// had out of it here and put back ([NicWish] does it).
    static Optional<Obstacle> obstacle(Item item, Observed is) {
        String port = item.name();
        String lldpad = is.note("lldpad");
        if (!lldpad.isEmpty() && !lldpad.equals("disabled")) {
            return said(
                    item,
                    "lldpad runs and speaks DCBX on "
                            + port
                            + " (adminStatus "
                            + lldpad
                            + "): it would set PFC and classes anew as it and the switch agree",
                    "`lldptool set-lldp -i "
                            + port
                            + " adminStatus=disabled`, or units: {lldpad.service: {boot: disabled,"
                            + " running: false}} in the host's policy");
        }
        if (!is.note("firmware-lldp").isEmpty()) {
            return said(
                    item,
                    "the NIC's firmware speaks LLDP and DCBX on "
                            + port
                            + " ("
                            + is.note("firmware-lldp")
                            + "), and refuses or overwrites what is set here",
                    is.note("firmware-lldp").equals("disable-fw-lldp")
                            ? "`ethtool --set-priv-flags " + port + " disable-fw-lldp on`"
                            : "`ethtool --set-priv-flags " + port + " fw-lldp-agent off`");
        }
        if (is.state("dcbx").equals("fw") && is.note("tool").equals("dcb")) {
            return said(
                    item,
                    "the NIC's firmware speaks DCBX on "
                            + port
                            + ", and dcb could take that from it but not give it back",
                    "`dcb dcbx set dev "
                            + port
                            + " host ieee` by hand, or install mlnx-tools, whose `mlnx_qos --dcbx`"
                            + " does both");
        }
        return Optional.empty();
    }

    private static Optional<Obstacle> said(Item item, String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }
}
