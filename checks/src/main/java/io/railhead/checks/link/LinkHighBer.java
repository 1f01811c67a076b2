package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.Set;

/// A link loses packets to bit errors.
@AutoService(Check.class)
public final class LinkHighBer implements Check {

    @Override
    public String code() {
        return "link-high-ber";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's link has lost packets to bit errors that FEC could not mend.
                """,
                """
                Single packets missing at any load; RDMA counts packet_seq_err and
                out_of_sequence while no switch queue drops anything; throughput dips.
                """,
                """
                A damaged, dirty, too long or badly seated cable or module. Corrected bits are
                normal above 25G; uncorrected symbols and CRC errors are not.
                """,
                """
                  ethtool -S IFNAME | grep -e crc -e symbol
                  mlxlink -d DEVICE -c           # effective and raw bit error rate
                Clean and reseat, then exchange the cable; exchange the port last.
                """,
                """
                  ethtool -S IFNAME | grep -e crc_errors -e symbol_err      # twice under load: no rise
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NicCounters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Counted c :
                Counted.of(
                        survey,
                        "rx_crc_errors_phy",
                        "rx_symbol_err_phy",
                        "rx_pcs_symbol_err_phy")) {
            if (!c.risen().isEmpty()) {
                survey.warning(c.subject())
                        .says("packets were lost to bit errors since boot: " + c.words())
                        .because("a damaged, dirty or badly seated cable or module")
                        .fix(
                                "clean and reseat, then exchange the cable; `mlxlink -d DEVICE -c`"
                                        + " shows the error rate")
                        .cites(c.all(), c.risen().keySet().iterator().next())
                        .explains("rdma-loss-counters")
                        .report();
            }
        }
    }
}
