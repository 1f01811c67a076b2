package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PciDevice;
import java.util.Set;

/// A card asks for memory in small pieces.
@AutoService(Check.class)
public final class PcieMaxReadRequest implements Check {

    @Override
    public String code() {
        return "pcie-max-read-request-small";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A ConnectX card's MaxReadReq is below 4096 bytes.
                """,
                """
                Sends and RDMA reads stay below the line rate, most of all at 100 Gb/s and
                above; receives do not.
                """,
                """
                512 bytes is the default of firmware and kernel; every read of memory then takes
                several requests.
                """,
                """
                  lspci -vv -s ADDRESS | grep MaxReadReq
                  setpci -s ADDRESS 68.w            # the first digit is the size: 2 is 512, 5 is 4096
                  setpci -s ADDRESS 68.w=5XXX       # XXX as read
                Lost at reboot: put it into a unit. (The register's place is 68 on ConnectX
                cards; CAP_EXP+8.w on any.)
                """,
                """
                  lspci -vv -s ADDRESS | grep MaxReadReq      # 4096 bytes
                  railhead check --only pcie-max-read-request-small
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PciDevice.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Nics nic : Nics.mellanox(survey)) {
            PciDevice d = nic.device();
            if (d.maxReadRequest().isEmpty()) {
                survey.notChecked(nic.subject(), "MaxReadReq was not read: lspci -vv needs root");
            } else if (d.maxReadRequest().getAsInt() < 4096) {
                survey.warning(nic.subject())
                        .says(
                                "MaxReadReq is "
                                        + d.maxReadRequest().getAsInt()
                                        + " bytes, wanted 4096")
                        .because("the default of firmware and kernel")
                        .fix(
                                "`setpci -s "
                                        + d.slot()
                                        + " CAP_EXP+8.w` to read, and the same with =5XXX (XXX as"
                                        + " read) to set; in a unit for reboots")
                        .cites(d, "MaxReadReq")
                        .report();
            }
        }
    }
}
