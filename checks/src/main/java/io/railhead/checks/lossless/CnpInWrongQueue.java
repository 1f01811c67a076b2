package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.Severity;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.Stated;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Notifications of congestion do not have a class of their own on their way back.
@AutoService(Check.class)
public final class CnpInWrongQueue implements PortCheck {

    @Override
    public String code() {
        return "cnp-wrong-queue";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(
                CongestionControl.class,
                DriverInfo.class,
                PortTrust.class,
                PriorityMap.class,
                QueueSchedule.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        OptionalInt dscp = port.wanted().cnpDscp();
        if (port.host()) sent(port, survey);
        if (dscp.isPresent()) queue(port, dscp.getAsInt(), survey);
    }

    /// How the NIC marks what it sends.
    private static void sent(PortOfPath port, Survey survey) {
        Optional<CongestionControl> nic = port.port().congestionControl();
        if (nic.isEmpty()) {
            survey.notChecked(port.name(), "how it marks notifications was not read");
            return;
        }
        mark(port, nic.get().cnpDscp(), "DSCP", "cnp_dscp", port.wanted().cnpDscp(), survey);
        mark(
                port,
                Optional.ofNullable(nic.get().parameters().get("roce_np/cnp_802p_prio")),
                "priority",
                "cnp_802p_prio",
                port.wanted().cnpPriority(),
                survey);
    }

    private static void mark(
            PortOfPath port,
            Optional<Stated<String>> is,
            String what,
            String name,
            OptionalInt wanted,
            Survey survey) {
        if (is.isEmpty() || wanted.isEmpty()) return;
        String value = Integer.toString(wanted.getAsInt());
        if (is.get().value().equals(value)) return;
        survey.error(port.name())
                .says(
                        "the NIC sends notifications of congestion with "
                                + what
                                + " "
                                + is.get().value()
                                + ", and their class is "
                                + what
                                + " "
                                + value)
                .because(
                        "they wait behind other traffic, or are dropped with it, just when there is"
                                + " congestion: senders slow down too late")
                .fix(
                        "`echo "
                                + value
                                + " > /sys/class/net/"
                                + port.port().port()
                                + "/ecn/roce_np/"
                                + name
                                + "`, and the same at boot")
                .cites(is.get().source())
                .explains("switch-config-drift", "pfc-storm", "cnp-not-generated")
                .report();
    }

    /// Where the port puts them: not with the data, and before it.
    private static void queue(PortOfPath port, int dscp, Survey survey) {
        Optional<PriorityMap> map = port.port().map(PriorityMap.Kind.DSCP_TO_PRIORITY);
        if (map.isEmpty() || !RoceTrafficClassMismatch.trustsDscp(port.port())) return;
        if (withData(port, map.get(), dscp, survey)) return;
        OptionalInt own = map.get().target(dscp);
        OptionalInt data = map.get().target(port.wanted().dscp());
        if (own.isEmpty() && data.isPresent() && WayIn.NAMED_ONLY.contains(map.get().term())) {
            survey.error(port.name())
                    .says(
                            "notifications of congestion (DSCP "
                                    + dscp
                                    + ") are in no class of the port: they are best effort")
                    .because("they wait and are dropped with all other traffic")
                    .fix("DSCP " + dscp + " into a class of its own, with strict priority")
                    .cites(map.get().line(port.wanted().dscp()))
                    .explains("switch-config-drift", "pfc-storm")
                    .report();
            return;
        }
        if (own.isEmpty()) return;
        int queue =
                map.get().term().equals("set qos-group")
                        ? own.getAsInt()
                        : port.port().queue(own.getAsInt());
        Optional<QueueSchedule> turn =
                port.port().schedule().stream().filter(s -> s.queue() == queue).findFirst();
        if (turn.isEmpty() || turn.get().turn() != QueueSchedule.Turn.SHARE) return;
        survey.warning(port.name())
                .says(
                        "notifications of congestion are in queue "
                                + queue
                                + ", which waits for its share of the line ("
                                + turn.get().term()
                                + ")")
                .because("only a queue with strict priority passes what has piled up")
                .fix("strict priority for queue " + queue + ": `railhead plan`")
                .cites(turn.get())
                .explains("switch-config-drift", "pfc-storm")
                .report();
    }

    /// Whether they are in one class with the data that they are to slow down.
    static boolean withData(PortOfPath port, PriorityMap map, int dscp, Survey survey) {
        OptionalInt own = map.target(dscp);
        if (own.isEmpty() || !own.equals(map.target(port.wanted().dscp()))) return false;
        survey.draft(port.isMeant() ? Severity.WARNING : Severity.ERROR, port.name())
                .says(
                        "notifications of congestion (DSCP "
                                + dscp
                                + ") are in the class of the data (DSCP "
                                + port.wanted().dscp()
                                + ")")
                .because("they stand behind the very packets that they are to slow down")
                .fix("DSCP " + dscp + " into a class of its own, with strict priority")
                .cites(map.line(dscp))
                .explains("switch-config-drift", "pfc-storm")
                .report();
        return true;
    }
}
