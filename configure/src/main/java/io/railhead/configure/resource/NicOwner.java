package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Whether the classes of a NIC's port belong to this machine at all.
final class NicOwner {
    /// PCI device numbers of NVIDIA's virtual functions (pci.ids): ConnectX-3, -3 Pro, Connect-IB,
    /// ConnectX-4, -4 Lx, -5, -5 Ex, -6, and those since.
    private static final Set<String> FUNCTIONS =
            Set.of(
                    "0x1002", "0x1004", "0x1012", "0x1014", "0x1016", "0x1018", "0x101a", "0x101c",
                    "0x101e");

    private NicOwner() {}

    /// Why nothing can be set here, with the words for who can; empty when it can.
    static Optional<Obstacle> obstacle(Item item, Observed is) {
        boolean nvidia =
                is.note("pci").startsWith("0x15b3:") || is.note("driver").startsWith("mlx");
        if (isFunction(is)) {
            return Optional.of(virtualFunction(item, is));
        }
        if (is.note("driver").isEmpty()) {
            return said(
                    item,
                    item.name() + " is no port of a NIC: it has no classes of traffic",
                    "name the NIC's interface, or leave `rdma` of this rail out");
        }
        if (is.note("driver").equals("mlx4_en") || is.note("driver").equals("mlx4_core")) {
            return said(
                    item,
                    item.name()
                            + " is a ConnectX-3 (mlx4): its driver maps no DSCP, so that untagged"
                            + " packets stay in priority 0 whatever PFC is on for",
                    "PFC by module option `mlx4_en pfctx=0x%1$02x pfcrx=0x%1$02x`, and RoCE in a VLAN with `ip link set dev %2$s.VLAN type vlan egress-qos-map 0:%3$s`"
                            .formatted(
                                    1 << Integer.parseInt(item.want("priority")),
                                    item.name(),
                                    item.want("priority")));
        }
        if (is.note("tool").equals("none")) {
            return said(
                    item,
                    "neither mlnx_qos nor dcb is installed, so that the classes of "
                            + item.name()
                            + " can neither be read nor set",
                    "install iproute2 with dcb"
                            + (nvidia ? ", or mlnx-tools of NVIDIA's driver package" : ""));
        }
        if (is.state("pfc").equals("none")) {
            return said(
                    item,
                    is.note("tool") + " tells no PFC of " + item.name(),
                    "a driver that has it; `" + is.note("tool") + "` says why by hand");
        }
        return Optional.empty();
    }

    private static Obstacle virtualFunction(Item item, Observed is) {
        boolean esxi =
                is.note("machine").toLowerCase(Locale.ROOT).contains("vmware")
                        || item.want("hypervisor").toLowerCase(Locale.ROOT).contains("esx");
        String host =
                item.want("hypervisor").isEmpty() ? "the host of it" : item.want("hypervisor");
        String remedy =
                esxi
                        ? new EsxiHost(
                                        item.want("hypervisor"),
                                        Integer.parseInt(item.want("priority")),
                                        Integer.parseInt(item.want("dscp")),
                                        !item.want().getOrDefault("np", "1").equals("0"))
                                .remedy()
                        : "on "
                                + host
                                + ", at the physical function's port: `mlnx_qos -i PORT --trust dscp"
                                + " --pfc "
                                + item.want("pfc")
                                + "`, or make that machine a host of the intent";
        return new Obstacle(
                item.device(),
                item.id(),
                item.name()
                        + " is a virtual function: PFC, trust and their counters are the physical"
                        + " port's, and what a guest sets or reads of them counts for nothing",
                remedy);
    }

    /// Whether the port is a virtual function.
    static boolean isFunction(Observed is) {
        String pci = is.note("pci");
        return FUNCTIONS.contains(pci.substring(pci.indexOf(':') + 1))
                || !is.note("physfn").isEmpty();
    }

    private static Optional<Obstacle> said(Item item, String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }
}
