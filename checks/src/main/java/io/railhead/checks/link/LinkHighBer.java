package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
                A rail's link loses more packets to bit errors than its standard allows.
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
        for (Counted c : Counted.of(survey, CRC, "rx_symbol_err_phy", "rx_pcs_symbol_err_phy")) {
            List<String> high = new ArrayList<>();
            boolean unclear = false;
            for (Map.Entry<String, Long> e : c.risen().entrySet()) {
                boolean frames = e.getKey().equals(CRC);
                long seen = c.all().values().getOrDefault(frames ? PACKETS : BYTES, 0L);
                if (seen <= 0) {
                    if (e.getValue() >= MANY) high.add(e.getKey() + " " + e.getValue());
                    else unclear = true;
                    continue;
                }
                double ratio = e.getValue() / (frames ? (double) seen : seen * 8.0);
                if (e.getValue() < FEW || ratio <= (frames ? FRAMES_LOST : BITS_WRONG)) continue;
                high.add(
                        String.format(
                                Locale.ROOT,
                                "%s %d of %.3g %s (%.1e, allowed is %.1e)",
                                e.getKey(),
                                e.getValue(),
                                frames ? (double) seen : seen * 8.0,
                                frames ? "frames" : "bits",
                                ratio,
                                frames ? FRAMES_LOST : BITS_WRONG));
            }
            if (!high.isEmpty()) {
                survey.warning(c.subject())
                        .says("packets were lost to bit errors: " + String.join(", ", high))
                        .because("a damaged, dirty or badly seated cable or module")
                        .fix(
                                "clean and reseat, then exchange the cable; `mlxlink -d DEVICE -c`"
                                        + " shows the error rate")
                        .cites(c.all(), high.getFirst().replaceFirst(" .*", ""))
                        .explains("rdma-loss-counters")
                        .report();
            } else if (unclear) {
                survey.notChecked(
                        c.subject(),
                        c.words() + ", and how much was received is not told: few or many?");
            }
        }
    }

    private static final String CRC = "rx_crc_errors_phy";
    private static final String PACKETS = "rx_packets_phy";
    private static final String BYTES = "rx_bytes_phy";

    /// Frame loss ratio that a link with RS-FEC may have, of frames of 64 octets (IEEE 802.3-2022,
    /// 91.5.2 for 100 Gb/s; faster links are allowed less). Longer frames lose a little more.
    private static final double FRAMES_LOST = 6.2e-10;

    /// Bit error ratio that the physical layers of IEEE 802.3 and of InfiniBand (volume 2) allow.
    private static final double BITS_WRONG = 1e-12;

    /// Fewer prove no ratio: a plug that was pulled makes some.
    private static final long FEW = 10;

    /// So many are a fault whatever the traffic was.
    private static final long MANY = 1000;
}
