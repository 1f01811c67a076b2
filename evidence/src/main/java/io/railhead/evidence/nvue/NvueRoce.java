package io.railhead.evidence.nvue;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Source;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// Facts of the RoCE settings that NVUE shows, for a port or for the whole switch.
final class NvueRoce {
    private final String port;
    private final NvueTree tree;
    private final List<Fact> facts = new ArrayList<>();

    NvueRoce(String port, NvueTree tree) {
        this.port = port;
        this.tree = tree;
    }

    List<Fact> facts() {
        mode();
        pfc();
        ecn();
        tree.value("trust/trust-mode").ifPresent(this::trust);
        app();
        tree.table("RoCE PCP/DSCP->SP mapping").ifPresent(this::maps);
        tree.table("RoCE SP->TC mapping").ifPresent(this::queues);
        tree.table("RoCE Pool Status")
                .or(() -> tree.table("RoCE pool config"))
                .ifPresent(this::pools);
        return facts;
    }

    private void mode() {
        tree.value("mode")
                .ifPresent(
                        mode ->
                                facts.add(
                                        new ServicePolicy(
                                                port,
                                                "roce",
                                                "both",
                                                mode.value(),
                                                tree.value("enable")
                                                        .map(e -> Map.of("enable", e.value()))
                                                        .orElse(Map.of()),
                                                mode.source())));
        tree.value("pfc/cable-length")
                .ifPresent(
                        cable ->
                                Numbers.toDouble(cable.value())
                                        .ifPresent(
                                                metres ->
                                                        facts.add(
                                                                new AssumedCable(
                                                                        port,
                                                                        metres,
                                                                        "cable-length",
                                                                        cable.source()))));
    }

    private void pfc() {
        Optional<Stated<String>> priority = tree.value("pfc/pfc-priority");
        if (priority.isEmpty()) {
            lossy();
            return;
        }
        Optional<Boolean> rx = isOn("pfc/rx-enabled");
        Optional<Boolean> tx = isOn("pfc/tx-enabled");
        Map<String, String> ways = new TreeMap<>();
        rx.ifPresent(on -> ways.put("rx-enabled", on.toString()));
        tx.ifPresent(on -> ways.put("tx-enabled", on.toString()));
        facts.add(
                new PfcState(
                        port,
                        End.OWN,
                        NvueQos.mode(rx, tx),
                        rx.flatMap(r -> tx.map(t -> r && t)),
                        Optional.of(Ports.ofList(priority.get().value(), 7)),
                        Optional.empty(),
                        ways,
                        "pfc-priority",
                        priority.get().source()));
    }

    /// In mode lossy no priority pauses.
    private void lossy() {
        tree.value("mode")
                .filter(m -> m.value().startsWith("lossy"))
                .ifPresent(m -> facts.add(NvueQos.off(port, "roce " + m.value(), m.source())));
    }

    private Optional<Boolean> isOn(String path) {
        return tree.value(path).map(v -> NvueQos.isOn(v.value()));
    }

    private void ecn() {
        Optional<Stated<String>> mode = tree.value("congestion-control/congestion-mode");
        if (mode.isEmpty()) return;
        facts.add(
                new QueueEcn(
                        port,
                        "",
                        tree.value("congestion-control/enabled-tc")
                                .map(t -> Ports.ofList(t.value(), 63))
                                .orElse(Set.of()),
                        mode.get().value().toLowerCase(Locale.ROOT).contains("ecn"),
                        bytes("congestion-control/min-threshold"),
                        bytes("congestion-control/max-threshold"),
                        tree.value("congestion-control/probability")
                                .flatMap(
                                        p ->
                                                box(Numbers.toInt(p.value()))
                                                        .map(
                                                                n ->
                                                                        new Stated<>(
                                                                                n,
                                                                                p.words(),
                                                                                p.source()))),
                        mode.get().value(),
                        mode.get().source()));
    }

    private static Optional<Integer> box(OptionalInt n) {
        return n.isPresent() ? Optional.of(n.getAsInt()) : Optional.empty();
    }

    private Optional<Stated<Long>> bytes(String path) {
        return tree.value(path).flatMap(v -> Rates.configured(v.value(), v.source()));
    }

    private void trust(Stated<String> words) {
        facts.add(new PortTrust(port, trusted(words.value()), words.value(), words.source()));
    }

    static Set<PortTrust.Field> trusted(String words) {
        Set<PortTrust.Field> fields = new HashSet<>();
        if (words.contains("pcp") || words.equals("L2") || words.equals("both"))
            fields.add(PortTrust.Field.PCP);
        if (words.contains("dscp") || words.equals("L3") || words.equals("both"))
            fields.add(PortTrust.Field.DSCP);
        return fields;
    }

    private void app() {
        Optional<Stated<String>> id = tree.value("lldp-app-tlv/protocol-id");
        OptionalInt protocol = id.map(i -> Numbers.toInt(i.value())).orElse(OptionalInt.empty());
        OptionalInt priority =
                tree.value("lldp-app-tlv/priority")
                        .map(p -> Numbers.toInt(p.value()))
                        .orElse(OptionalInt.empty());
        if (id.isEmpty() || protocol.isEmpty() || priority.isEmpty()) return;
        facts.add(
                new AppPriority(
                        port,
                        End.OWN,
                        selector(
                                tree.value("lldp-app-tlv/selector")
                                        .map(Stated::value)
                                        .orElse("UDP")),
                        protocol.getAsInt(),
                        priority.getAsInt(),
                        "lldp-app-tlv",
                        id.get().source()));
    }

    static AppPriority.Selector selector(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "UDP" -> AppPriority.Selector.UDP;
            case "TCP" -> AppPriority.Selector.TCP;
            default -> AppPriority.Selector.TCP_OR_UDP;
        };
    }

    private static String priority(NvueTree.Row row) {
        String own = row.cell("switch-prio");
        return own.isEmpty() ? row.cell("switch-priority") : own;
    }

    private void maps(NvueTree.Table table) {
        map(table, "dscp", PriorityMap.Kind.DSCP_TO_PRIORITY);
        map(table, "pcp", PriorityMap.Kind.PCP_TO_PRIORITY);
    }

    private void map(NvueTree.Table table, String column, PriorityMap.Kind kind) {
        List<PriorityMap.Entry> entries = new ArrayList<>();
        for (NvueTree.Row row : table.rows()) {
            OptionalInt to = Numbers.toInt(priority(row));
            if (to.isEmpty()) continue;
            for (int from : Ports.ofList(row.cell(column), 63)) {
                entries.add(new PriorityMap.Entry(from, to.getAsInt(), row.source()));
            }
        }
        add(kind, entries, column + " -> switch-prio", table);
    }

    private void add(
            PriorityMap.Kind kind,
            List<PriorityMap.Entry> entries,
            String term,
            NvueTree.Table table) {
        if (entries.isEmpty()) return;
        facts.add(new PriorityMap(port, End.OWN, kind, entries, term, table.source()));
    }

    private void queues(NvueTree.Table table) {
        List<PriorityMap.Entry> entries = new ArrayList<>();
        for (NvueTree.Row row : table.rows()) {
            OptionalInt from = Numbers.toInt(priority(row));
            OptionalInt to = Numbers.toInt(row.cell("traffic-class"));
            if (from.isEmpty() || to.isEmpty()) continue;
            Source source = row.source();
            entries.add(new PriorityMap.Entry(from.getAsInt(), to.getAsInt(), source));
            String weight = row.cell("scheduler-weight");
            facts.add(schedule(port, to.getAsInt(), Set.of(from.getAsInt()), weight, source));
        }
        add(PriorityMap.Kind.PRIORITY_TO_QUEUE, entries, "switch-prio -> traffic-class", table);
    }

    static QueueSchedule schedule(
            String port, int queue, Set<Integer> priorities, String weight, Source source) {
        boolean strict = weight.toLowerCase(Locale.ROOT).startsWith("strict");
        String digits = weight.replaceAll("\\D", "");
        return new QueueSchedule(
                port,
                End.OWN,
                queue,
                strict ? QueueSchedule.Turn.STRICT : QueueSchedule.Turn.SHARE,
                strict ? OptionalInt.empty() : Numbers.toInt(digits),
                OptionalInt.empty(),
                priorities,
                Optional.empty(),
                weight,
                source);
    }

    private void pools(NvueTree.Table table) {
        for (NvueTree.Row row : table.rows()) {
            String name = row.cell("name");
            facts.add(
                    new PortBuffer(
                            port,
                            PortBuffer.Kind.POOL,
                            name,
                            Numbers.toInt(row.cell("")),
                            size(row, "size"),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            size(row, "current-usage"),
                            size(row, "max-usage"),
                            Optional.of(name.startsWith("roce")),
                            Ports.ofList(row.cell("switch-priorities"), 7),
                            table.title(),
                            row.source()));
        }
    }

    private static OptionalLong size(NvueTree.Row row, String column) {
        return Rates.size(row.cell(column), row.source())
                .map(s -> OptionalLong.of(s.value()))
                .orElse(OptionalLong.empty());
    }
}
