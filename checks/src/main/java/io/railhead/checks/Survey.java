package io.railhead.checks;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Severity;
import io.railhead.model.Unavailable;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// One check's walk over the machines that answered. It hands out machines that gave the facts
/// asked for, and says «not checked» with the reason for those that did not.
public final class Survey {
    static final String NO_INTENT = "there is no cluster.yaml to hold the evidence against";

    private final String code;
    private final Facts facts;
    private final Optional<Cluster> wanted;
    private final Outcomes out;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Set<String> switches = new HashSet<>();
    private final Map<String, List<Unavailable>> unavailable = new HashMap<>();

    /// A port that the intent wants, with the interface that is there.
    public record Port(Host host, RailPort wanted, NetInterface live) {
        /// `gpu01 eth1`.
        public String subject() {
            return host.name() + " " + wanted.interfaceName();
        }

        public String machine() {
            return host.name();
        }
    }

    public Survey(Check check, Situation situation, Outcomes out) {
        this.code = check.code();
        this.facts = situation.facts();
        this.wanted = situation.wanted();
        this.out = out;
        // Looked up for every machine and fact: with thousands of hosts a scan would not do.
        wanted.ifPresent(c -> c.hosts().forEach(h -> hosts.putIfAbsent(h.name(), h)));
        wanted.ifPresent(c -> c.switches().forEach(s -> switches.add(s.name())));
        facts.unavailable()
                .forEach(
                        u ->
                                unavailable
                                        .computeIfAbsent(u.machine(), m -> new ArrayList<>())
                                        .add(u));
    }

    public Facts facts() {
        return facts;
    }

    public Optional<Cluster> wanted() {
        return wanted;
    }

    /// The intent's entry of a machine.
    public Optional<Host> host(String machine) {
        return Optional.ofNullable(hosts.get(machine));
    }

    /// Machines that gave at least one fact of the type. The others are reported as not checked,
    /// but for switches: they are not asked for what hosts' tools print.
    public List<String> machines(Class<? extends Fact> type) {
        return machines(type, m -> true);
    }

    /// The same among the machines the check applies to; the rest are left out in silence.
    public List<String> machines(Class<? extends Fact> type, Predicate<String> applies) {
        List<String> having = new ArrayList<>();
        for (String machine : facts.machines()) {
            if (!applies.test(machine)) {
                continue;
            }
            if (facts.of(machine, type).isEmpty()) {
                if (!switches.contains(machine)) notChecked(machine, why(machine, type));
            } else {
                having.add(machine);
            }
        }
        return having;
    }

    /// Hosts of the intent that answered and gave facts of the type. Without an intent there are
    /// none, which is reported once.
    public List<Host> hosts(Class<? extends Fact> type) {
        return hosts(type, h -> true);
    }

    public List<Host> hosts(Class<? extends Fact> type, Predicate<Host> applies) {
        if (wanted.isEmpty()) {
            notChecked("", NO_INTENT);
            return List.of();
        }
        List<Host> hosts = new ArrayList<>();
        for (Host host : wanted.get().hosts()) {
            if (!facts.machines().contains(host.name()) || !applies.test(host)) {
                continue;
            }
            if (facts.of(host.name(), type).isEmpty()) {
                notChecked(host.name(), why(host.name(), type));
            } else {
                hosts.add(host);
            }
        }
        return hosts;
    }

    /// Every port that the intent wants and whose interface is there. Ports without an interface
    /// are the business of `interface-missing`.
    public List<Port> ports() {
        return ports(h -> true);
    }

    public List<Port> ports(Predicate<Host> applies) {
        List<Port> ports = new ArrayList<>();
        for (Host host : hosts(NetInterface.class, h -> applies.test(h) && !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                live(host.name(), port.interfaceName())
                        .ifPresent(live -> ports.add(new Port(host, port, live)));
            }
        }
        return ports;
    }

    /// An interface by its name or one of its other names.
    public Optional<NetInterface> live(String machine, String interfaceName) {
        return facts.of(machine, NetInterface.class).stream()
                .filter(i -> i.name().equals(interfaceName) || i.altNames().contains(interfaceName))
                .findFirst();
    }

    /// The fact of one interface, or «not checked».
    public <F extends Fact> Optional<F> of(
            String machine, String interfaceName, Class<F> type, Predicate<F> which) {
        Optional<F> fact = facts.of(machine, type).stream().filter(which).findFirst();
        if (fact.isEmpty()) {
            notChecked(machine + " " + interfaceName, why(machine, interfaceName, type));
        }
        return fact;
    }

    /// Why a machine gave no fact of a type.
    public String why(String machine, Class<? extends Fact> type) {
        return why(machine, "", type);
    }

    private String why(String machine, String about, Class<? extends Fact> type) {
        Origins.Origin origin = Origins.of(type);
        return unavailable.getOrDefault(machine, List.of()).stream()
                .filter(u -> origin.pattern().matcher(u.command()).find())
                .filter(u -> about.isEmpty() || u.command().contains(about))
                .findFirst()
                .map(Unavailable::why)
                .map(w -> origin.command() + ": " + w)
                .orElse("nothing read from " + origin.command());
    }

    /// @param subject a machine, or a machine and a part of it; empty for the whole cluster
    public void notChecked(String subject, String why) {
        out.notChecked(code, subject, why);
    }

    public Draft critical(String subject) {
        return draft(Severity.CRITICAL, subject);
    }

    public Draft error(String subject) {
        return draft(Severity.ERROR, subject);
    }

    public Draft warning(String subject) {
        return draft(Severity.WARNING, subject);
    }

    public Draft info(String subject) {
        return draft(Severity.INFO, subject);
    }

    public Draft draft(Severity severity, String subject) {
        return new Draft(code, severity, subject, facts, out);
    }

    /// A line of the intent as evidence: where the host is declared.
    public Evidence intent(Host host, String text) {
        return new Evidence(wanted.map(Cluster::file).orElse("cluster.yaml"), host.line(), text);
    }

    /// A document as a whole as evidence that something does not stand in it.
    public Evidence lacking(Fact anyOfDocument, String text) {
        return new Evidence(anyOfDocument.source().document(), 0, text);
    }
}
