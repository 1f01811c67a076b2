package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Totals;
import io.railhead.model.Severity;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import java.util.Set;

/// A port of the lossless class has dropped packets for want of buffer.
@AutoService(Check.class)
public final class RoceDiscards implements Check {

    @Override
    public String code() {
        return "roce-lossy-no-pfc";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A port dropped received packets for want of buffer although the intent wants a
                lossless class.
                """,
                """
                RDMA retransmits (packet_seq_err at the peers), bandwidth collapses under
                incast; rx_discards_phy rises.
                """,
                """
                PFC is off at this port or at the switch, for another priority, or the headroom
                is too small: pause came too late or not at all. Or the traffic is not in the
                lossless class.
                """,
                """
                  ethtool -S IFNAME | grep -e rx_discards_phy -e prio3_pause -e prio._discards
                  mlnx_qos -i IFNAME            # trust dscp, PFC on for the priority
                and the same on the switch port: PFC on, no-drop class, queue drops.
                """,
                """
                  ethtool -S IFNAME | grep rx_discards_phy      # twice under load: no rise
                  railhead check --only roce-lossy-no-pfc
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class, NicCounters.class);
    }

    /// Received packets of the class itself that found no buffer; not all drivers count them.
    private static void ofClass(Survey survey, String name) {
        for (Host host : survey.wanted().orElseThrow().hosts()) {
            for (NicCounters c : survey.facts().of(host.name(), NicCounters.class)) {
                boolean rail =
                        host.rails().stream()
                                .anyMatch(r -> r.interfaceName().equals(c.interfaceName()));
                long lost = c.values().getOrDefault(name, 0L);
                if (!rail || lost == 0) continue;
                boolean past = Totals.isPast(survey.facts(), host.name(), c.interfaceName(), name);
                survey.draft(
                                past ? Severity.WARNING : Severity.ERROR,
                                host.name() + " " + c.interfaceName())
                        .says(
                                "%,d packets of the lossless class were dropped (%s), %s"
                                        .formatted(
                                                lost,
                                                name,
                                                Totals.words(
                                                        survey.facts(),
                                                        host.name(),
                                                        c.interfaceName(),
                                                        name)))
                        .because(
                                "pause came too late or was not heeded: headroom, or PFC of the"
                                        + " switch port")
                        .fix(
                                "`mlnx_qos -i "
                                        + c.interfaceName()
                                        + "`: buffers and cable length; the same on the switch"
                                        + " port")
                        .cites(c, name)
                        .explains("rdma-loss-counters")
                        .report();
            }
        }
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (survey.wanted().isPresent() && survey.wanted().flatMap(Cluster::lossless).isEmpty()) {
            return;
        }
        if (survey.wanted().isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
            return;
        }
        int priority = survey.wanted().flatMap(Cluster::lossless).orElseThrow().priority();
        ofClass(survey, "rx_prio" + priority + "_discards");
        for (Counted c : Counted.of(survey, "rx_discards_phy")) {
            long lost = c.risen().getOrDefault("rx_discards_phy", 0L);
            if (lost > 0) {
                Lossless wanted = survey.wanted().flatMap(Cluster::lossless).orElseThrow();
                String pause = "rx_prio" + wanted.priority() + "_pause";
                String tx = "tx_prio" + wanted.priority() + "_pause";
                long paused = c.all().values().getOrDefault(tx, 0L);
                survey.warning(c.subject())
                        .says(
                                lost
                                        + " packets were dropped for want of buffer since boot; "
                                        + (c.all().values().containsKey(tx)
                                                ? tx + " is " + paused
                                                : "pause of priority "
                                                        + wanted.priority()
                                                        + " is not counted"))
                        .because(
                                paused == 0
                                        ? "this port never paused its sender: PFC is off here or at the"
                                                + " switch, or for another priority"
                                        : "pause was sent and came too late, or the drops are of"
                                                + " another class")
                        .fix(
                                "`mlnx_qos -i "
                                        + c.all().interfaceName()
                                        + "` and `ethtool -S "
                                        + c.all().interfaceName()
                                        + " | grep -e discards -e "
                                        + pause
                                        + "`; the same on the switch port")
                        .cites(c.all(), "rx_discards_phy")
                        .explains("rdma-loss-counters")
                        .report();
            }
        }
    }
}
