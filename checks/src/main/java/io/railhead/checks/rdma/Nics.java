package io.railhead.checks.rdma;

import io.railhead.checks.Survey;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Network cards on the PCI bus.
record Nics(String machine, PciDevice device) {

    /// `gpu01 0000:17:00.0`.
    String subject() {
        return machine + " " + device.address();
    }

    static boolean isNic(PciDevice d) {
        String type = d.deviceClass().toLowerCase(Locale.ROOT);
        return type.contains("ethernet")
                || type.contains("infiniband")
                || type.contains("network controller");
    }

    static boolean isMellanox(PciDevice d) {
        return d.id().filter(i -> i.startsWith("15b3:")).isPresent()
                || d.model()
                        .filter(m -> m.contains("Mellanox") || m.contains("ConnectX"))
                        .isPresent();
    }

    /// A virtual function has no PCIe link of its own.
    static boolean isVirtual(PciDevice d) {
        return d.model().filter(m -> m.contains("Virtual Function")).isPresent()
                || d.status().filter(s -> s.width() == 0).isPresent();
    }

    /// The Mellanox and NVIDIA cards of every machine; machines without any are left out, those
    /// whose bus was not read are reported as not checked.
    static List<Nics> mellanox(Survey survey) {
        List<Nics> nics = new ArrayList<>();
        for (String machine : survey.machines(PciDevice.class)) {
            for (PciDevice d : survey.facts().of(machine, PciDevice.class)) {
                if (isNic(d) && isMellanox(d) && !isVirtual(d)) {
                    nics.add(new Nics(machine, d));
                }
            }
        }
        return nics;
    }

    /// Whether the card carries a rail of the intent, by the interface's bus address.
    static boolean carriesRail(Survey survey, String machine, PciDevice d) {
        return survey.host(machine).stream()
                .flatMap(h -> h.rails().stream())
                .anyMatch(
                        p ->
                                survey.facts().of(machine, DriverInfo.class).stream()
                                        .filter(i -> i.interfaceName().equals(p.interfaceName()))
                                        .anyMatch(i -> i.busInfo().equals(d.address())));
    }

    /// Raw rate of a link in Gb/s: generations 1 and 2 send 8 bits in 10, later ones 128 in 130.
    static double gbps(PcieLink link) {
        double coding = link.gigaTransfers() <= 5 ? 8.0 / 10 : 128.0 / 130;
        return link.gigaTransfers() * link.width() * coding;
    }

    /// `Gen4 x16`.
    static String words(PcieLink link) {
        int generation =
                link.gigaTransfers() <= 2.5
                        ? 1
                        : link.gigaTransfers() <= 5
                                ? 2
                                : link.gigaTransfers() <= 8
                                        ? 3
                                        : link.gigaTransfers() <= 16
                                                ? 4
                                                : link.gigaTransfers() <= 32 ? 5 : 6;
        return "Gen" + generation + " x" + link.width();
    }
}
