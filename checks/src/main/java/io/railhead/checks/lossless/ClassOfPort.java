package io.railhead.checks.lossless;

import io.railhead.model.Facts;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What was read of the classes at one port. Facts that name no port hold for every port of their
/// machine, unless others name this one.
///
/// @param document the only document that is looked at, of several whose machine nobody named
record ClassOfPort(Facts facts, String machine, String port, Optional<String> document) {

    ClassOfPort(Facts facts, String machine, String port) {
        this(facts, machine, port, Optional.empty());
    }

    private <F extends Fact> List<F> read(Class<F> type) {
        List<F> all = facts.of(machine, type);
        return document.isEmpty()
                ? all
                : all.stream().filter(f -> f.source().document().equals(document.get())).toList();
    }

    /// Another port of the same machine.
    ClassOfPort at(String other) {
        return new ClassOfPort(facts, machine, other, document);
    }

    /// `gpu01 eth1`; the machine alone when the port has no name.
    String name() {
        return (machine + " " + port).strip();
    }

    private <F extends Fact> List<F> of(Class<F> type, Function<F, String> portOf) {
        return own(read(type), portOf);
    }

    private <F extends Fact> List<F> own(List<F> all, Function<F, String> portOf) {
        List<F> own = all.stream().filter(f -> portOf.apply(f).equals(port)).toList();
        return own.isEmpty() ? all.stream().filter(f -> portOf.apply(f).isEmpty()).toList() : own;
    }

    /// The state that tells which priorities are without loss: what runs before what is set.
    Optional<PfcState> pfc() {
        return own(allPfc(), PfcState::port).stream().findFirst();
    }

    /// What is told of PFC of any port of the machine.
    List<PfcState> allPfc() {
        return read(PfcState.class).stream()
                .filter(p -> p.end() == End.OWN && p.lossless().isPresent())
                .sorted(Comparator.comparing(p -> p.running().isEmpty()))
                .toList();
    }

    /// Priorities without loss; absent when nothing tells.
    Optional<Set<Integer>> lossless() {
        return pfc().flatMap(PfcState::lossless);
    }

    Optional<PriorityMap> map(PriorityMap.Kind kind) {
        // A port has its own map of DSCPs and the switch's of priorities.
        List<PriorityMap> ofKind =
                read(PriorityMap.class).stream()
                        .filter(m -> m.end() == End.OWN && m.kind() == kind)
                        .toList();
        return own(ofKind, PriorityMap::port).stream().findFirst();
    }

    /// The priority of packets with a DSCP. A map of NX-OS leads to a QoS group; the priority is
    /// the one whose pause the group takes part in, where the port tells.
    OptionalInt priority(PriorityMap map, int dscp) {
        OptionalInt target = map.target(dscp);
        if (target.isEmpty() || !map.term().equals("set qos-group")) return target;
        Optional<PriorityMap> groups = map(PriorityMap.Kind.PRIORITY_TO_QUEUE);
        return groups.isEmpty()
                ? OptionalInt.empty()
                : groups.get().entries().stream()
                        .filter(e -> e.to() == target.getAsInt())
                        .mapToInt(PriorityMap.Entry::from)
                        .findFirst();
    }

    /// What is said outright; what a port does as shipped, or without a rule, where nothing is.
    /// What the absence of rules means is known of NVIDIA's drivers alone.
    Optional<PortTrust> trust() {
        return of(PortTrust.class, PortTrust::port).stream()
                .filter(t -> !t.term().equals(PortTrust.NO_RULE) || !isOtherMakers())
                .min(
                        Comparator.comparing(
                                t -> t.isAsShipped() || t.term().equals(PortTrust.NO_RULE)));
    }

    private boolean isOtherMakers() {
        return facts.of(machine, DriverInfo.class).stream()
                .anyMatch(d -> d.interfaceName().equals(port) && !d.driver().startsWith("mlx"));
    }

    /// The egress queue of a priority; of the same number where no map was read.
    int queue(int priority) {
        return map(PriorityMap.Kind.PRIORITY_TO_QUEUE)
                .map(m -> m.target(priority).orElse(priority))
                .orElse(priority);
    }

    /// What is known of the port's queues; of those that it says nothing of, what profiles do.
    List<QueueEcn> ecn() {
        List<QueueEcn> own = of(QueueEcn.class, QueueEcn::port);
        Set<Integer> told = new TreeSet<>();
        own.forEach(q -> told.addAll(q.queues()));
        List<QueueEcn> all = new ArrayList<>(own);
        read(QueueEcn.class).stream()
                .filter(q -> q.port().isEmpty() && !q.profile().isEmpty() && !own.contains(q))
                .filter(q -> !q.queues().isEmpty() && Collections.disjoint(q.queues(), told))
                .forEach(all::add);
        return all;
    }

    /// Every state of PFC that was read of the port: as it is set, as it runs.
    List<PfcState> pfcStates() {
        return of(PfcState.class, PfcState::port).stream().filter(p -> p.end() == End.OWN).toList();
    }

    List<QueueSchedule> schedule() {
        return of(QueueSchedule.class, QueueSchedule::port).stream()
                .filter(s -> s.end() == End.OWN)
                .toList();
    }

    List<PfcWatchdog> watchdogs() {
        return of(PfcWatchdog.class, PfcWatchdog::port);
    }

    List<PortBuffer> buffers() {
        return of(PortBuffer.class, PortBuffer::port);
    }

    /// Buffers of one kind or use: those of the port, or the switch's where the port has none such.
    List<PortBuffer> buffers(Predicate<PortBuffer> such) {
        return own(read(PortBuffer.class).stream().filter(such).toList(), PortBuffer::port);
    }

    Optional<AssumedCable> assumedCable() {
        return of(AssumedCable.class, AssumedCable::port).stream().findFirst();
    }

    List<QosCounter> counters() {
        return read(QosCounter.class).stream().filter(c -> c.port().equals(port)).toList();
    }

    /// Driver counters of a host's interface.
    Optional<NicCounters> nicCounters() {
        return of(NicCounters.class, NicCounters::interfaceName).stream().findFirst();
    }

    /// What a switch says of the port.
    List<SwitchPort> switchPorts() {
        return read(SwitchPort.class).stream().filter(p -> p.port().equals(port)).toList();
    }

    /// Ingress buffers and pools of which the port tells whether they are without loss.
    List<PortBuffer> ingress() {
        return of(PortBuffer.class, PortBuffer::port).stream()
                .filter(b -> b.lossless().isPresent())
                .filter(
                        b ->
                                b.kind() == PortBuffer.Kind.INGRESS
                                        || b.kind() == PortBuffer.Kind.POOL)
                .toList();
    }

    /// The same of the switch as a whole, whatever the port shows: classes as they are set.
    List<PortBuffer> ingressOfSwitch() {
        return read(PortBuffer.class).stream()
                .filter(b -> b.port().isEmpty() && b.kind() == PortBuffer.Kind.INGRESS)
                .filter(b -> b.lossless().isPresent())
                .toList();
    }

    /// The rule for packets that no other rule names, set at this end.
    Optional<AppPriority> byDefault() {
        return of(AppPriority.class, AppPriority::port).stream()
                .filter(a -> a.end() == End.OWN)
                .filter(a -> a.selector() == AppPriority.Selector.DEFAULT)
                .findFirst();
    }

    Optional<CongestionControl> congestionControl() {
        return of(CongestionControl.class, CongestionControl::port).stream().findFirst();
    }

    /// `priority 3`, `priorities 3 and 4`, `no priority`.
    static String words(Set<Integer> priorities) {
        if (priorities.isEmpty()) return "no priority";
        String list =
                new TreeSet<>(priorities)
                        .stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return (priorities.size() == 1 ? "priority " : "priorities ") + list;
    }
}
