package io.railhead.bench.path;

import io.railhead.model.Bandwidth;
import io.railhead.model.Facts;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Kernel;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// One end of a path as it is: what the machine reported about the port, not what the intent says.
///
/// @param wanted the port in the intent
/// @param mtu of the live interface; empty when it was not read
/// @param speed that the driver reports
/// @param driver empty when it was not read
/// @param kind link kind, `veth`, `vlan`, `bond`, `ether`; empty when not read
/// @param slot what the card can do on PCIe
/// @param slotNow what it does
/// @param governors distinct CPU frequency governors, joined by `,`; empty when not read
/// @param kernel release; empty when not read
/// @param rdma the RDMA port behind it
/// @param recorded true when the speed was answered by a stand-in from a recorded sample
/// @param card the PCI device behind it
public record Port(
        String host,
        RailPort wanted,
        OptionalInt mtu,
        Optional<Bandwidth> speed,
        String driver,
        String kind,
        Optional<PcieLink> slot,
        Optional<PcieLink> slotNow,
        String governors,
        String kernel,
        boolean recorded,
        RdmaSide rdma,
        Optional<PciDevice> card) {

    public Port withGidIndex(int index) {
        return new Port(
                host,
                wanted,
                mtu,
                speed,
                driver,
                kind,
                slot,
                slotNow,
                governors,
                kernel,
                recorded,
                rdma.withGidIndex(index),
                card);
    }

    /// Drivers whose «speed» is a made-up number: no wire limits them.
    private static final Set<String> VIRTUAL_DRIVERS =
            Set.of(
                    "loopback",
                    "veth",
                    "bridge",
                    "tun",
                    "tap",
                    "virtio_net",
                    "vmxnet3",
                    "xen_netfront",
                    "hv_netvsc",
                    "dummy",
                    "macvlan",
                    "ipvlan",
                    "netdevsim",
                    "openvswitch");

    public static Port of(Facts facts, Host host, RailPort wanted) {
        String name = host.name();
        String interfaceName = wanted.interfaceName();
        Optional<NetInterface> net =
                facts.of(name, NetInterface.class).stream()
                        .filter(i -> i.name().equals(interfaceName))
                        .findFirst();
        Optional<EthtoolLink> link =
                facts.of(name, EthtoolLink.class).stream()
                        .filter(l -> l.interfaceName().equals(interfaceName))
                        .findFirst();
        Optional<DriverInfo> driver =
                facts.of(name, DriverInfo.class).stream()
                        .filter(d -> d.interfaceName().equals(interfaceName))
                        .findFirst();
        Optional<PciDevice> card =
                driver.map(DriverInfo::busInfo)
                        .filter(b -> !b.isEmpty())
                        .flatMap(
                                bus ->
                                        facts.of(name, PciDevice.class).stream()
                                                .filter(p -> sameSlot(p.slot(), bus))
                                                .findFirst());
        String governors =
                String.join(
                        ",",
                        facts.of(name, CpuGovernor.class).stream()
                                .map(CpuGovernor::governor)
                                .distinct()
                                .sorted()
                                .toList());
        boolean recorded =
                link.map(l -> facts.recorded().contains(l.source().document())).orElse(false)
                        || driver.map(d -> facts.recorded().contains(d.source().document()))
                                .orElse(false);
        return new Port(
                name,
                wanted,
                net.map(n -> OptionalInt.of(n.mtu())).orElse(OptionalInt.empty()),
                link.flatMap(EthtoolLink::speed),
                driver.map(DriverInfo::driver).orElse(""),
                net.map(NetInterface::kind).orElse(""),
                card.flatMap(PciDevice::capability),
                card.flatMap(PciDevice::status),
                governors,
                facts.first(name, Kernel.class).map(Kernel::release).orElse(""),
                recorded,
                RdmaSide.of(facts, host, wanted),
                card);
    }

    private static boolean sameSlot(String slot, String bus) {
        return slot.equals(bus) || bus.endsWith(":" + slot) || slot.endsWith(":" + bus);
    }

    /// The slot of the card, which all its functions share: `gpu01 0000:04:00`. Empty when the card
    /// was not found.
    public Optional<String> place() {
        return card.map(c -> host + " " + c.address().replaceFirst("\\.\\w+$", ""));
    }

    /// Whether the port is known to be no wire at all.
    public boolean virtual() {
        return VIRTUAL_DRIVERS.contains(driver) || VIRTUAL_DRIVERS.contains(kind);
    }

    /// `gpu01 eth1`.
    public String label() {
        return host + " " + wanted.interfaceName();
    }
}
