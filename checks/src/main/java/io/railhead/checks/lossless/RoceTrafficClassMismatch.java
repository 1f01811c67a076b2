package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The ends of a cable put packets of the RoCE DSCP into different priorities.
@AutoService(Check.class)
public final class RoceTrafficClassMismatch implements CableCheck {

    @Override
    public String code() {
        return "roce-traffic-class-mismatch";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of(
                AppPriority.class,
                DriverInfo.class,
                JobVariable.class,
                LogEvent.class,
                NicCounters.class,
                PortTrust.class,
                PriorityMap.class,
                QueueSchedule.class);
    }

    /// With an intent, each port is held against it; without one, the ends against each other.
    @Override
    public void run(Situation situation, Outcomes out) {
        if (situation.wanted().isEmpty()) {
            CableCheck.super.run(situation, out);
            return;
        }
        Survey survey = new Survey(this, situation, out);
        for (PortOfPath port : PortOfPath.of(survey, situation)) new WayIn(port, survey).look();
        Marks.look(survey);
    }

    @Override
    public void look(Cables cable, Survey survey) {
        Optional<PriorityMap> nic = cable.nic().map(PriorityMap.Kind.DSCP_TO_PRIORITY);
        Optional<PriorityMap> leaf = cable.leaf().map(PriorityMap.Kind.DSCP_TO_PRIORITY);
        if (!cable.bothRead(survey, "the DSCP map", nic, leaf)) return;
        // A port that does not trust DSCP uses no such map: trust-pcp-not-dscp.
        if (!trustsDscp(cable.nic()) || !trustsDscp(cable.leaf())) return;
        int dscp = USUAL;
        OptionalInt atHost = cable.nic().priority(nic.get(), dscp);
        OptionalInt atSwitch = cable.leaf().priority(leaf.get(), dscp);
        if (atHost.isEmpty() || atSwitch.isEmpty()) {
            survey.notChecked(
                    cable.subject(), "DSCP " + dscp + " does not stand in the map of both ends");
        } else if (atHost.getAsInt() != atSwitch.getAsInt()) {
            survey.error(cable.subject())
                    .says(
                            "packets with DSCP "
                                    + dscp
                                    + " are in priority "
                                    + atHost.getAsInt()
                                    + " at the host and in "
                                    + atSwitch.getAsInt()
                                    + " at the switch")
                    .because(
                            "the ends read the same mark differently, so the class is without"
                                    + " loss on one of them at best")
                    .fix(
                            "the same priority for DSCP "
                                    + dscp
                                    + " on both: `mlnx_qos -i IF --dscp2prio set,"
                                    + dscp
                                    + ",P`, and the switch's DSCP map")
                    .cites(nic.get().line(dscp))
                    .cites(leaf.get().line(dscp))
                    .explains("roce-lossy-no-pfc", "rdma-loss-counters")
                    .report();
        }
    }

    /// AF31, which nearly every guide uses for RoCE; only without an intent.
    private static final int USUAL = 26;

    static boolean trustsDscp(ClassOfPort port) {
        return port.trust().map(t -> t.fields().contains(PortTrust.Field.DSCP)).orElse(true);
    }
}
