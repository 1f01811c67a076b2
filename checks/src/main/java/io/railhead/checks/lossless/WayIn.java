package io.railhead.checks.lossless;

import io.railhead.checks.Survey;
import io.railhead.model.Source;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// A packet's way from its DSCP to a queue, at one port, as it is set and as it is counted.
record WayIn(PortOfPath port, Survey survey) {
    /// Maps in which what is not named is best effort. EOS and NICs map each DSCP somewhere.
    static final Set<String> NAMED_ONLY = Set.of("set qos-group", "DSCP_TO_TC_MAP");

    /// More RDMA packets than a test or two sends; the driver counts them for each port.
    private static final long MANY = 100_000;

    private static final String[] EXPLAINS = {
        "roce-lossy-no-pfc",
        "switch-config-drift",
        "rdma-loss-counters",
        "ecn-not-enabled-on-queue",
        "dscp-rewritten-on-hop",
        "switch-nodrop-class-missing"
    };

    void look() {
        unnamed();
        // A port that does not trust DSCP uses no such map: trust-pcp-not-dscp.
        if (!RoceTrafficClassMismatch.trustsDscp(port.port())) return;
        if (toPriority()) return;
        toQueue();
        counted();
    }

    /// Of a class that the machine's own configuration means: whether its parts lead to each other.
    void contradicts() {
        // A map that was not read contradicts nothing.
        boolean read = port.port().map(PriorityMap.Kind.DSCP_TO_PRIORITY).isPresent();
        if (!read || !toPriority()) toQueue();
    }

    /// Traffic that nobody marked in the class without loss: it fills the headroom, and pause stops
    /// RoCE for it. Nobody is told of priority 0, which is where such traffic belongs.
    private void unnamed() {
        int priority = port.priority();
        if (priority == 0) return;
        Optional<AppPriority> rule = port.port().byDefault();
        if (rule.isPresent() && rule.get().priority() == priority) {
            unnamed(
                    "packets that no rule names are put into priority %d, the one without loss (%s)"
                            .formatted(priority, rule.get().term()),
                    port.host()
                            ? "`dcb app del dev %s default-prio %d`"
                                    .formatted(port.port().port(), priority)
                            : "another default priority of the port",
                    rule.get().source());
        }
        if (port.wanted().dscp() == 0 || !RoceTrafficClassMismatch.trustsDscp(port.port())) return;
        Optional<PriorityMap> map = port.port().map(PriorityMap.Kind.DSCP_TO_PRIORITY);
        if (map.isEmpty()) return;
        OptionalInt plain = port.port().priority(map.get(), 0);
        if (plain.isEmpty() || plain.getAsInt() != priority) return;
        unnamed(
                "unmarked packets (DSCP 0) are put into priority %d, the one without loss"
                        .formatted(priority),
                port.host()
                        ? "`mlnx_qos -i %s --dscp2prio set,0,0`".formatted(port.port().port())
                        : "DSCP 0 into another class, in the map of the port",
                map.get().line(0));
    }

    private void unnamed(String summary, String fix, Source cited) {
        survey.warning(port.name())
                .says(summary)
                .because(
                        "all other traffic shares buffer and pause with RoCE: a full queue of its"
                                + " own stops RoCE, and it fills the room behind a pause")
                .fix(fix)
                .cites(cited)
                .explains("pfc-storm", "pfc-pause-high", "switch-config-drift")
                .report();
    }

    private boolean toPriority() {
        int dscp = port.wanted().dscp();
        Optional<PriorityMap> map = port.port().map(PriorityMap.Kind.DSCP_TO_PRIORITY);
        if (map.isEmpty()) {
            survey.notChecked(port.name(), "its DSCP map was not read");
            return false;
        }
        boolean named = NAMED_ONLY.contains(map.get().term());
        if (map.get().target(dscp).isEmpty() && named) {
            report(
                    "packets with DSCP " + dscp + " are in no class of the port (none matches it)",
                    map.get());
            return true;
        }
        OptionalInt to = port.port().priority(map.get(), dscp);
        OptionalInt group = map.get().target(dscp);
        if (to.isEmpty()
                && map.get().term().equals("set qos-group")
                && port.port().map(PriorityMap.Kind.PRIORITY_TO_QUEUE).isPresent()) {
            report(
                    "packets with DSCP "
                            + dscp
                            + " are in QoS group "
                            + group.orElse(0)
                            + ", which is no class without loss",
                    map.get());
            return true;
        }
        if (to.isEmpty()) {
            survey.notChecked(port.name(), "where DSCP " + dscp + " goes was not read");
            return false;
        }
        if (to.getAsInt() == port.priority()) return false;
        report(
                "packets with DSCP "
                        + dscp
                        + " are in priority "
                        + to.getAsInt()
                        + " at the port, and priority "
                        + port.priority()
                        + " is the one without loss",
                map.get());
        return true;
    }

    private void report(String summary, PriorityMap map) {
        int dscp = port.wanted().dscp();
        survey.error(port.name())
                .says(summary)
                .because(
                        map.term().equals("DSCP_TO_TC_MAP")
                                ? "the map as SONiC ships it puts all but a few DSCPs into a class"
                                        + " with loss; or it was changed for other traffic"
                                : "the map of the port was not set for the lossless class")
                .fix(
                        port.host()
                                ? "`mlnx_qos -i "
                                        + port.port().port()
                                        + " --dscp2prio set,"
                                        + dscp
                                        + ","
                                        + port.priority()
                                        + "`"
                                : port.planned(
                                        "DSCP "
                                                + dscp
                                                + " into the class of priority "
                                                + port.priority()))
                .cites(map.line(dscp))
                .explains(EXPLAINS)
                .report();
    }

    /// One queue for the class alone, and the one that its pause stops.
    private void toQueue() {
        int priority = port.priority();
        Optional<PriorityMap> map = port.port().map(PriorityMap.Kind.PRIORITY_TO_QUEUE);
        Optional<PriorityMap> pauses = port.port().map(PriorityMap.Kind.PRIORITY_PAUSES_QUEUE);
        OptionalInt queue = map.map(m -> m.target(priority)).orElse(OptionalInt.empty());
        OptionalInt stopped = pauses.map(m -> m.target(priority)).orElse(OptionalInt.empty());
        if (map.isPresent() && map.get().term().endsWith("is not there")) {
            queueReport(map.get().term() + ": no priority has a queue of its own", map.get());
            return;
        }
        if (map.isPresent() && queue.isEmpty() && map.get().term().equals("TC_TO_QUEUE_MAP")) {
            queueReport("priority " + priority + " stands in no row of TC_TO_QUEUE_MAP", map.get());
            return;
        }
        if (queue.isPresent() && stopped.isPresent() && !queue.equals(stopped)) {
            queueReport(
                    "priority "
                            + priority
                            + " goes into queue "
                            + queue.getAsInt()
                            + ", and pause of that priority stops queue "
                            + stopped.getAsInt(),
                    map.get());
            return;
        }
        if (queue.isEmpty() || !port.host()) return;
        Set<Integer> others = new TreeSet<>();
        map.get().entries().stream()
                .filter(e -> e.to() == queue.getAsInt() && e.from() != priority)
                .forEach(e -> others.add(e.from()));
        if (others.isEmpty()) return;
        queueReport(
                "priority "
                        + priority
                        + " shares traffic class "
                        + queue.getAsInt()
                        + " with "
                        + ClassOfPort.words(others),
                map.get());
    }

    private void queueReport(String summary, PriorityMap map) {
        List<QueueSchedule> turns = port.port().schedule();
        survey.error(port.name())
                .says(summary)
                .because("a pause of the class stops other traffic, or does not stop its own")
                .fix(
                        port.host()
                                ? "a traffic class of its own: `mlnx_qos -i "
                                        + port.port().port()
                                        + " --prio_tc 0,0,0,3,0,0,6,0`"
                                : port.planned(
                                        "priority "
                                                + port.priority()
                                                + " into the queue that its pause stops"))
                .cites(map.line(port.priority()))
                .cites(turns.subList(0, Math.min(1, turns.size())))
                .explains(EXPLAINS)
                .report();
    }

    /// What the port has counted, which is the proof: RDMA was sent, and not in the class.
    private void counted() {
        if (!port.host()) return;
        Optional<NicCounters> nic = port.port().nicCounters();
        String name = "tx_prio" + port.priority() + "_packets";
        if (nic.isEmpty() || nic.get().values().get(name) == null) {
            survey.notChecked(port.name(), "its driver does not count " + name);
            return;
        }
        long inClass = nic.get().values().getOrDefault(name, 0L);
        long rdma = nic.get().values().getOrDefault("tx_vport_rdma_unicast_packets", 0L);
        if (rdma < MANY || inClass * 2 >= rdma) return;
        survey.error(port.name())
                .says(
                        "%,d RDMA packets were sent, and %,d packets in priority %d: most were not in the class"
                                .formatted(rdma, inClass, port.priority()))
                .because(
                        "programs set no traffic class (NCCL_IB_TC, cma_roce_tos), or were run"
                                + " before the maps were set")
                .fix(
                        "NCCL_IB_TC="
                                + (port.wanted().dscp() << 2 | 2)
                                + " for jobs, and `ethtool -S "
                                + port.port().port()
                                + " | grep prio` before and after")
                .cites(nic.get(), name)
                .cites(nic.get(), "tx_vport_rdma_unicast_packets")
                .explains(EXPLAINS)
                .report();
    }
}
