package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// NICs of one kind run different firmware.
@AutoService(Check.class)
public final class NicFirmwareDiffers implements Check {

    @Override
    public String code() {
        return "nic-firmware-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                NICs of one kind (one parameter set, PSID) run different firmware.
                """,
                """
                One port negotiates, counts or reacts to congestion differently; features
                (adaptive routing, DCQCN parameters) are missing on some.
                """,
                """
                Cards bought at different times, exchanged one by one, or an update that waits
                for a reset.
                """,
                """
                  mlxfwmanager --online -u -d PCI_ADDRESS      # or: flint -d PCI_ADDRESS -i FILE burn
                  mlxfwreset -d PCI_ADDRESS reset
                """,
                """
                  ethtool -i IFNAME | grep firmware
                  railhead check --only nic-firmware-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(DriverInfo.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(DriverInfo.class)) {
            Set<String> cards = new LinkedHashSet<>();
            for (DriverInfo d : survey.facts().of(machine, DriverInfo.class)) {
                boolean hardware = !d.busInfo().isEmpty() && !d.busInfo().equals("N/A");
                if (!hardware || !d.firmware().matches(".*\\d.*")) {
                    continue;
                }
                int bracket = d.firmware().indexOf('(');
                String kind = bracket < 0 ? "" : d.firmware().substring(bracket);
                String version =
                        (bracket < 0 ? d.firmware() : d.firmware().substring(0, bracket)).strip();
                String card = d.busInfo().replaceFirst("\\.\\d$", "");
                if (cards.add(card + version)) {
                    said.add(
                            new Twins.Said(
                                    d.driver() + " " + kind,
                                    machine,
                                    machine + " " + d.interfaceName(),
                                    version,
                                    d));
                }
            }
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "NIC firmware",
                        "cards of different age, or an update that waits for a reset",
                        "`mlxfwmanager -d PCI_ADDRESS -u` (or the vendor's tool) on the odd ones,"
                                + " then reset the card"),
                said,
                "rdma-loss-counters");
    }
}
