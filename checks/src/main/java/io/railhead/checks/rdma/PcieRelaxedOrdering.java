package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Cpu;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PciDevice;
import java.util.Optional;
import java.util.Set;

/// Relaxed ordering is off on a card.
@AutoService(Check.class)
public final class PcieRelaxedOrdering implements Check {

    @Override
    public String code() {
        return "pcie-relaxed-ordering-off";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                PCIe relaxed ordering is off on a ConnectX card.
                """,
                """
                On AMD EPYC and other many-die hosts RDMA receives stay well below the line rate
                (often half at 200 Gb/s); on others little or nothing.
                """,
                """
                A firmware setting ("Relaxed Ordering: disabled"), or the card's PCI_WR_ORDERING
                left at per_mkey with software that does not ask for it.
                """,
                """
                  lspci -vv -s ADDRESS | grep RlxdOrd
                Firmware: PCIe Relaxed Ordering enabled. Card:
                  mlxconfig -d ADDRESS set PCI_WR_ORDERING=1      # force_relax
                  mlxfwreset -d ADDRESS reset
                """,
                """
                  lspci -vv -s ADDRESS | grep RlxdOrd+
                  railhead check --only pcie-relaxed-ordering-off
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PciDevice.class, Cpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Nics nic : Nics.mellanox(survey)) {
            PciDevice d = nic.device();
            if (d.relaxedOrdering().isEmpty()) {
                survey.notChecked(nic.subject(), "DevCtl was not read: lspci -vv needs root");
            } else if (!d.relaxedOrdering().get()) {
                Optional<Cpu> cpu = survey.facts().first(nic.machine(), Cpu.class);
                boolean epyc = cpu.filter(c -> c.model().contains("EPYC")).isPresent();
                Draft draft =
                        survey.draft(epyc ? Severity.WARNING : Severity.INFO, nic.subject())
                                .says(
                                        "relaxed ordering is off"
                                                + (epyc
                                                        ? " on an EPYC host, where it matters"
                                                        : ""))
                                .because("a firmware setting of the host or the card")
                                .fix(
                                        "firmware: PCIe Relaxed Ordering enabled; card: `mlxconfig -d "
                                                + d.slot()
                                                + " set PCI_WR_ORDERING=1`, then `mlxfwreset`")
                                .cites(d, "RlxdOrd")
                                .explains("slow-receiver-pcie");
                cpu.ifPresent(draft::cites);
                draft.report();
            }
        }
    }
}
