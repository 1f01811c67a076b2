package io.railhead.evidence.nvue;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Source;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Facts of what NVUE shows of QoS: of its trees by path, of its tables by their headings.
final class NvueQos {
    private final CommandLine command;
    private final String port;
    private final NvueTree tree;
    private final List<Fact> facts = new ArrayList<>();

    NvueQos(CommandLine command, NvueTree tree) {
        this.command = command;
        this.port = NvueTree.after(command, "interface");
        this.tree = tree;
    }

    List<Fact> facts() {
        if (command.has("link-pause")) linkPause();
        else if (command.has("pfc-watchdog")) watchdog();
        else pfc();
        ecn();
        tree.value("trust")
                .or(() -> tree.value("mapping/trust"))
                .ifPresent(
                        t ->
                                facts.add(
                                        new PortTrust(
                                                port, trusted(t.value()), t.value(), t.source())));
        for (NvueTree.Table table : tree.tables()) {
            int before = facts.size();
            table(table);
            if (facts.size() > before) table.take();
        }
        return facts;
    }

    /// `l2` trusts PCP, `l3` DSCP, `both` the two.
    static Set<PortTrust.Field> trusted(String words) {
        return NvueRoce.trusted(
                words.equals("l2") || words.equals("l3") ? words.toUpperCase(Locale.ROOT) : words);
    }

    /// 802.3x pause, by the names that other switches have for it.
    private void linkPause() {
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        for (String way : List.of("rx", "tx")) {
            tree.value(way)
                    .ifPresent(
                            v ->
                                    settings.put(
                                            "flowcontrol "
                                                    + (way.equals("rx") ? "receive" : "send"),
                                            new Stated<>(
                                                    isOn(v.value()) ? "on" : "off",
                                                    v.words(),
                                                    v.source())));
        }
        if (!settings.isEmpty()) facts.add(SwitchPort.configured(port, settings));
    }

    private void watchdog() {
        tree.value("state")
                .ifPresent(
                        s ->
                                facts.add(
                                        PfcWatchdog.set(
                                                port,
                                                isOn(s.value()),
                                                "state " + s.value(),
                                                s.source())));
    }

    /// `2  DEADLOCK  2`: the traffic class is stopped now, and was twice.
    private void watched(NvueTree.Row row) {
        OptionalInt queue = Numbers.toInt(row.cell("traffic-class"));
        if (queue.isEmpty()) return;
        facts.add(
                new PfcWatchdog(
                        port,
                        queue,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(row.cell("status").equals("DEADLOCK")),
                        Numbers.toLong(row.cell("deadlock-count")),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Map.of(),
                        row.cell("status"),
                        row.source()));
    }

    private void table(NvueTree.Table t) {
        if (t.has("traffic-class") && (t.has("ecn") || t.has("red"))) {
            t.rows().forEach(this::ecn);
        } else if (t.has("traffic-class") && t.has("deadlock-count")) {
            t.rows().forEach(this::watched);
        } else if (t.has("switch-priority") && t.has("traffic-class")
                || t.has("switch-prio") && t.has("traffic-class")) {
            map(t, PriorityMap.Kind.PRIORITY_TO_QUEUE, "switch-prio", "traffic-class");
        } else if (t.has("pcp") || t.has("dscp")) {
            map(t, PriorityMap.Kind.DSCP_TO_PRIORITY, "dscp", "switch-prio");
            map(t, PriorityMap.Kind.PCP_TO_PRIORITY, "pcp", "switch-prio");
        } else if (t.has("traffic-class") && t.has("mode")) {
            t.rows().forEach(this::schedule);
        } else if (t.has("max-usage") || t.has("max-use")) {
            t.rows().forEach(r -> buffer(t, r));
        } else {
            new NvueQosCounters(port, facts).table(t);
        }
    }

    /// PFC of a port, or of a profile: which priorities stop, and from which filling on.
    private void pfc() {
        Optional<Stated<String>> tx = tree.value("tx").or(() -> tree.value("pfc/tx"));
        Optional<Stated<String>> rx = tree.value("rx").or(() -> tree.value("pfc/rx"));
        Optional<Stated<String>> xoff = value("xoff-threshold");
        if (tx.isEmpty() && rx.isEmpty() && xoff.isEmpty()) {
            none();
            return;
        }
        Optional<Boolean> sends = tx.map(v -> isOn(v.value()));
        Optional<Boolean> obeys = rx.map(v -> isOn(v.value()));
        Map<String, String> ways = new TreeMap<>();
        obeys.ifPresent(on -> ways.put("rx", on.toString()));
        sends.ifPresent(on -> ways.put("tx", on.toString()));
        Set<Integer> priorities = new TreeSet<>();
        tree.settings().entrySet().stream()
                .filter(e -> e.getKey().matches("(?:pfc/)?\\[?switch-priority\\]?(?:/.*)?"))
                .forEach(e -> priorities.addAll(Ports.ofList(e.getValue().value(), 7)));
        Source source = tx.or(() -> rx).or(() -> xoff).orElseThrow().source();
        facts.add(
                new PfcState(
                        port,
                        End.OWN,
                        mode(sends, obeys),
                        sends.flatMap(s -> obeys.map(o -> s && o)),
                        priorities.isEmpty() ? Optional.empty() : Optional.of(priorities),
                        Optional.empty(),
                        ways,
                        "switch-priority",
                        source));
        xoff.ifPresent(
                x ->
                        facts.add(
                                new PortBuffer(
                                        port,
                                        PortBuffer.Kind.INGRESS,
                                        "",
                                        OptionalInt.empty(),
                                        size("port-buffer"),
                                        size("xoff-threshold"),
                                        size("xon-threshold"),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        sends,
                                        priorities,
                                        "xoff-threshold",
                                        x.source())));
        value("cable-length")
                .ifPresent(
                        c ->
                                Numbers.toDouble(c.value())
                                        .ifPresent(
                                                metres ->
                                                        facts.add(
                                                                new AssumedCable(
                                                                        port,
                                                                        metres,
                                                                        "cable-length",
                                                                        c.source()))));
    }

    /// A port that shows its PFC, and in it no priority and nothing else: it pauses for none.
    private void none() {
        if (!command.has("pfc") || port.isEmpty() || !tree.settings().isEmpty()) return;
        Source source = tree.unset().get("switch-priority");
        if (source == null || !tree.applied().isEmpty()) return;
        facts.add(off(port, "switch-priority", source));
    }

    /// PFC that is on for no priority.
    ///
    /// @param term what says it, in the device's words
    static PfcState off(String port, String term, Source source) {
        return new PfcState(
                port,
                End.OWN,
                Optional.of(PfcState.Mode.OFF),
                Optional.of(false),
                Optional.of(Set.of()),
                Optional.empty(),
                Map.of(),
                term,
                source);
    }

    /// On when either way is; off when both are known to be off.
    static Optional<PfcState.Mode> mode(Optional<Boolean> one, Optional<Boolean> other) {
        if (one.orElse(false) || other.orElse(false)) return Optional.of(PfcState.Mode.ON);
        return one.isPresent() && other.isPresent()
                ? Optional.of(PfcState.Mode.OFF)
                : Optional.empty();
    }

    static boolean isOn(String word) {
        return Set.of("yes", "enabled", "enable", "on", "true")
                .contains(word.toLowerCase(Locale.ROOT));
    }

    /// Of PFC alone, or of all QoS of a port.
    private Optional<Stated<String>> value(String name) {
        return tree.value(name).or(() -> tree.value("pfc/" + name));
    }

    private OptionalLong size(String path) {
        return value(path)
                .flatMap(v -> Rates.size(v.value(), v.source()))
                .map(s -> OptionalLong.of(s.value()))
                .orElse(OptionalLong.empty());
    }

    /// Of one traffic class: `… congestion-control traffic-class 3`.
    private void ecn() {
        Optional<Stated<String>> ecn = tree.value("ecn");
        if (ecn.isEmpty()) return;
        facts.add(
                ecn(
                        Ports.ofList(NvueTree.after(command, "traffic-class"), 63),
                        ecn.get().value(),
                        tree.value("min-threshold").map(Stated::value).orElse(""),
                        tree.value("max-threshold").map(Stated::value).orElse(""),
                        tree.value("probability").map(Stated::value).orElse(""),
                        ecn.get().source()));
    }

    private void ecn(NvueTree.Row row) {
        facts.add(
                ecn(
                        Ports.ofList(row.cell("traffic-class"), 63),
                        row.cell("ecn"),
                        first(row, "min-th", "min-threshold", "min-threshold-bytes"),
                        first(row, "max-th", "max-threshold", "max-threshold-bytes"),
                        row.cell("probability"),
                        row.source()));
    }

    private QueueEcn ecn(
            Set<Integer> queues,
            String mode,
            String min,
            String max,
            String percent,
            Source source) {
        OptionalInt chance = Numbers.toInt(percent.replace("%", ""));
        return new QueueEcn(
                port,
                "",
                queues,
                isOn(mode),
                Rates.configured(min, source),
                Rates.configured(max, source),
                chance.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Stated<>(chance.getAsInt(), percent, source)),
                "ecn " + mode,
                source);
    }

    private static String first(NvueTree.Row row, String... names) {
        for (String name : names) {
            if (!row.cell(name).isEmpty()) return row.cell(name);
        }
        return "";
    }

    private void map(NvueTree.Table t, PriorityMap.Kind kind, String from, String to) {
        List<PriorityMap.Entry> entries = new ArrayList<>();
        List<NvueTree.Row> rows = t.rows();
        for (NvueTree.Row row : rows) {
            // Newer releases write `switch-priority` where older ones have `switch-prio`.
            String target = first(row, to, to + "rity");
            OptionalInt n = Numbers.toInt(target);
            for (int f : Ports.ofList(first(row, from, from + "rity"), 63)) {
                if (n.isPresent()) {
                    entries.add(new PriorityMap.Entry(f, n.getAsInt(), row.source()));
                }
            }
        }
        if (entries.isEmpty()) return;
        facts.add(new PriorityMap(port, End.OWN, kind, entries, from + " -> " + to, t.source()));
    }

    private void schedule(NvueTree.Row row) {
        OptionalInt queue = Numbers.toInt(row.cell("traffic-class"));
        if (queue.isEmpty()) return;
        String weight = (row.cell("mode") + " " + row.cell("bw-percent")).strip();
        facts.add(NvueRoce.schedule(port, queue.getAsInt(), Set.of(), weight, row.source()));
    }

    private void buffer(NvueTree.Table t, NvueTree.Row row) {
        Source source = row.source();
        String name = first(row, "name", "pool", "priority-group", "traffic-class", "");
        facts.add(
                new PortBuffer(
                        port,
                        t.has("priority-group") ? PortBuffer.Kind.INGRESS : PortBuffer.Kind.POOL,
                        name,
                        Numbers.toInt(name),
                        bytes(row.cell("size"), source),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        bytes(first(row, "current-usage", "current-use"), source),
                        bytes(first(row, "max-usage", "max-use"), source),
                        Optional.empty(),
                        Ports.ofList(first(row, "switch-priorities", "switch-priority"), 7),
                        t.title(),
                        source));
    }

    private static OptionalLong bytes(String cell, Source source) {
        return Rates.size(cell, source)
                .map(s -> OptionalLong.of(s.value()))
                .orElse(OptionalLong.empty());
    }
}
