package io.railhead.checks.lossless;

import io.railhead.model.Facts;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.intent.Lossless;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// The lossless class that a port's own configuration means, where no intent says it: the priority
/// that pauses, and a DSCP that goes there or for which somebody wrote a rule. What does not fit
/// the two contradicts it, whoever wanted what.
///
/// @param dscp one that leads into the priority; where none does, one that somebody thought of
/// @param rule whether it leads there because somebody wrote so, and not because devices have it so
/// @param cnp DSCP of notifications that stands in a rule of its own
/// @param others ports of the machine that mean the same priority
record MeantClass(
        ClassOfPort port,
        int priority,
        int dscp,
        boolean rule,
        OptionalInt cnp,
        List<ClassOfPort> others) {
    /// AF31 and CS3, which nearly every guide uses for RoCE.
    private static final List<Integer> USUAL = List.of(26, 24);

    /// CS6, which NICs mark notifications with unless told otherwise.
    private static final int CNP = 48;

    /// Entries that come of one line and are no rule for the DSCP: a row of a table, a default.
    private static final int FEW = 5;

    /// What mlnx_qos, dcb and lldptool call PFC.
    private static final Set<String> HOST_TERMS = Set.of("enabled", "prio-pfc", "PFC enabled");

    /// More ports than any switch has: so many are nonsense, and are not compared.
    private static final int MOST = 1024;

    /// A priority, and the DSCP that is meant for it.
    private record Meant(int priority, int dscp, boolean rule) {}

    /// What is to be held against the class, as a port of an intent is.
    PortOfPath asPort() {
        Lossless wanted =
                new Lossless(priority, dscp, cnp, OptionalInt.empty(), new Lossless.Ecn.Derive());
        return new PortOfPath(
                port,
                port.pfc().filter(MeantClass::isOfHost).isPresent(),
                wanted,
                OptionalDouble.empty(),
                Optional.empty());
    }

    /// Whether the port pauses the class, alone or with others.
    boolean pauses() {
        return port.lossless().orElse(Set.of()).contains(priority);
    }

    /// Whether its queue is one that should mark: the port's other queues do, or the same queue of
    /// other ports does, or a profile was named for it.
    boolean shouldMark() {
        int queue = port.queue(priority);
        return port.ecn().stream()
                        .anyMatch(
                                q ->
                                        (q.port().equals(port.port()) || q.profile().isEmpty())
                                                && (q.enabled() && !q.queues().contains(queue)
                                                        || q.term().endsWith("is not there")))
                || others.stream().anyMatch(p -> marks(p, priority));
    }

    private static boolean isOfHost(PfcState s) {
        return HOST_TERMS.contains(s.term());
    }

    /// The classes of the ports of each machine, and of each document of which nobody says whose
    /// it is.
    static List<MeantClass> of(Facts facts) {
        List<MeantClass> all = new ArrayList<>();
        for (String machine : facts.machines()) {
            if (!machine.isEmpty()) {
                of(new ClassOfPort(facts, machine, ""), all);
                continue;
            }
            Set<String> documents = new LinkedHashSet<>();
            facts.of(machine, PriorityMap.class).forEach(m -> documents.add(m.source().document()));
            documents.forEach(d -> of(new ClassOfPort(facts, machine, "", Optional.of(d)), all));
        }
        return all;
    }

    private static void of(ClassOfPort machine, List<MeantClass> into) {
        if (machine.allPfc().size() > MOST) return;
        // Hosts and switches in one paste without prompts: what is told of no port is either's.
        if (machine.allPfc().stream().map(MeantClass::isOfHost).distinct().count() > 1) return;
        Map<ClassOfPort, Set<Integer>> on = pausing(machine);
        Set<Integer> anywhere = new TreeSet<>();
        on.values().forEach(anywhere::addAll);
        Map<ClassOfPort, Meant> meant = new LinkedHashMap<>();
        on.forEach(
                (port, priorities) -> leading(port, priorities).ifPresent(m -> meant.put(port, m)));
        on.forEach(
                (port, priorities) -> {
                    if (!meant.containsKey(port))
                        astray(port, priorities, anywhere, List.copyOf(meant.values()))
                                .ifPresent(m -> meant.put(port, m));
                });
        meant.forEach(
                (port, m) ->
                        into.add(
                                new MeantClass(
                                        port,
                                        m.priority,
                                        m.dscp,
                                        m.rule,
                                        dscps(port).filter(map -> isRule(map, CNP)).isPresent()
                                                ? OptionalInt.of(CNP)
                                                : OptionalInt.empty(),
                                        meant.entrySet().stream()
                                                .filter(o -> !o.getKey().equals(port))
                                                .filter(o -> o.getValue().priority == m.priority)
                                                .map(Map.Entry::getKey)
                                                .toList())));
    }

    /// Ports whose PFC is on, with the priorities; classes of NX-OS where no port is told of.
    private static Map<ClassOfPort, Set<Integer>> pausing(ClassOfPort machine) {
        Map<ClassOfPort, Set<Integer>> on = new LinkedHashMap<>();
        for (PfcState s : machine.allPfc()) {
            Set<Integer> lossless = s.lossless().orElse(Set.of());
            if (!lossless.isEmpty()) on.putIfAbsent(machine.at(s.port()), lossless);
        }
        // What is set of no port is set of all: those that are told of are enough.
        if (on.size() > 1) on.remove(machine);
        if (on.isEmpty()) {
            Set<Integer> classes = new TreeSet<>();
            machine.map(PriorityMap.Kind.PRIORITY_TO_QUEUE)
                    .filter(m -> m.term().equals("pause pfc-cos"))
                    .ifPresent(m -> m.entries().forEach(e -> classes.add(e.from())));
            if (!classes.isEmpty()) on.put(machine, classes);
        }
        return on;
    }

    private static Optional<PriorityMap> dscps(ClassOfPort port) {
        return port.map(PriorityMap.Kind.DSCP_TO_PRIORITY);
    }

    /// A DSCP that goes into a priority which pauses: one of the usual, else one that has a rule.
    private static Optional<Meant> leading(ClassOfPort port, Set<Integer> on) {
        if (dscps(port).isEmpty()) return Optional.empty();
        PriorityMap map = dscps(port).get();
        boolean ruled = USUAL.stream().anyMatch(d -> isRule(map, d));
        return IntStream.concat(
                        USUAL.stream().filter(d -> !ruled || isRule(map, d)).mapToInt(d -> d),
                        map.entries().stream()
                                .mapToInt(PriorityMap.Entry::from)
                                .filter(d -> d != CNP && isRule(map, d))
                                .sorted())
                .filter(d -> on.contains(port.priority(map, d).orElse(-1)))
                .mapToObj(d -> new Meant(port.priority(map, d).orElseThrow(), d, isRule(map, d)))
                .findFirst();
    }

    /// No DSCP of the port goes into a priority that pauses; or one of the usual has a rule that
    /// leads where no port of the machine pauses.
    private static Optional<Meant> astray(
            ClassOfPort port, Set<Integer> on, Set<Integer> anywhere, List<Meant> others) {
        if (dscps(port).isEmpty() || on.size() != 1) return Optional.empty();
        PriorityMap map = dscps(port).get();
        int priority = on.iterator().next();
        OptionalInt ruled = USUAL.stream().filter(d -> isRule(map, d)).mapToInt(d -> d).findFirst();
        boolean orphan =
                ruled.isPresent()
                        && !anywhere.contains(port.priority(map, ruled.getAsInt()).orElse(-1));
        if (isReachedOtherwise(port, priority) || isReached(port, map, priority) && !orphan)
            return Optional.empty();
        int dscp =
                others.stream()
                        .filter(o -> o.priority == priority)
                        .mapToInt(Meant::dscp)
                        .findFirst()
                        .orElseGet(
                                () ->
                                        ruled.orElseGet(
                                                () ->
                                                        map.entries().stream()
                                                                .mapToInt(PriorityMap.Entry::from)
                                                                .filter(d -> d != CNP)
                                                                .findFirst()
                                                                .orElse(USUAL.getFirst())));
        OptionalInt to = port.priority(map, dscp);
        // Where the packets go and their queue marks, it is PFC that is elsewhere; so it is at
        // hosts, whose PFC is a switch of its own.
        boolean pfcIsOdd =
                to.isPresent()
                        && (port.pfc().filter(MeantClass::isOfHost).isPresent()
                                || marks(port, to.getAsInt()) && !marks(port, priority));
        return Optional.of(new Meant(pfcIsOdd ? to.getAsInt() : priority, dscp, false));
    }

    /// Whether some DSCP leads into a priority, by a rule or as devices have it.
    private static boolean isReached(ClassOfPort port, PriorityMap map, int priority) {
        boolean named = WayIn.NAMED_ONLY.contains(map.term());
        return IntStream.range(0, 64)
                .anyMatch(
                        d ->
                                port.priority(map, d).orElse(-1) == priority
                                        || map.target(d).isEmpty() && d / 8 == priority && !named);
    }

    /// Whether the VLAN tag or something else leads into a priority: no DSCP needs to.
    private static boolean isReachedOtherwise(ClassOfPort port, int priority) {
        Optional<PriorityMap> pcp = port.map(PriorityMap.Kind.PCP_TO_PRIORITY);
        return pcp.isPresent()
                && (pcp.get().entries().isEmpty()
                        || IntStream.range(0, 8)
                                .anyMatch(p -> port.priority(pcp.get(), p).orElse(-1) == priority));
    }

    /// Whether somebody wrote it: it is not an eighth of the DSCP, as devices have it, or stands on
    /// a line that says little else.
    private static boolean isRule(PriorityMap map, int dscp) {
        return map.entries().stream()
                .filter(e -> e.from() == dscp)
                .anyMatch(
                        e ->
                                e.to() != dscp / 8
                                        || WayIn.NAMED_ONLY.contains(map.term())
                                        || map.entries().stream()
                                                        .filter(o -> o.source().equals(e.source()))
                                                        .count()
                                                < FEW);
    }

    private static boolean marks(ClassOfPort port, int priority) {
        int queue = port.queue(priority);
        return port.ecn().stream()
                .filter(QueueEcn::enabled)
                .anyMatch(q -> q.queues().contains(queue));
    }
}
