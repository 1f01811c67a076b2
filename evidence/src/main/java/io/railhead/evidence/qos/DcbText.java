package io.railhead.evidence.qos;

import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.DcbxState;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The lists that `dcb` prints: a name, then pairs `INDEX:VALUE`. JSON has the same lists with
/// underscores in the names, values in arrays and pairs as arrays of two.
final class DcbText {

    /// Lists by name: the pairs in their order, and the line.
    private record Pairs(List<Pair> pairs, Source source) {}

    private record Pair(String index, String value) {}

    /// Names of single values, as words on a line of several.
    private static final Set<String> SINGLE =
            Set.of("pfc-cap", "macsec-bypass", "delay", "willing", "ets-cap", "cbs", "total-size");

    private static final Set<String> LISTS =
            Set.of(
                    "prio-pfc",
                    "requests",
                    "indications",
                    "ethtype-prio",
                    "default-prio",
                    "dscp-prio",
                    "pcp-prio",
                    "stream-port-prio",
                    "dgram-port-prio",
                    "port-prio",
                    "prio-buffer",
                    "buffer-size",
                    "tc-bw",
                    "pg-bw",
                    "tc-tsa",
                    "prio-tc",
                    "tc-maxrate",
                    "reco-tc-bw",
                    "reco-tc-tsa",
                    "reco-prio-tc");

    private static final Set<String> DCBX = Set.of("host", "lld-managed", "cee", "ieee", "static");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "dcb JSON",
                    """
                    prio*pfc[]          flag
                    prio*pfc[][]        plain
                    requests[]          count
                    requests[][]        count
                    indications[]       count
                    indications[][]     count
                    *prio*tc[]          whole 0..63
                    *prio*tc[][]        whole 0..63
                    prio*buffer[]       whole 0..63
                    prio*buffer[][]     whole 0..63
                    buffer*size[]       like \\d{1,12}(?:\\.\\d+)?(?:[KM]?b)? -- a size
                    buffer*size[][]     like \\d{1,12}(?:\\.\\d+)?(?:[KM]?b)? -- a size
                    total*size          like \\d{1,12}(?:\\.\\d+)?(?:[KM]?b)? -- a size
                    *tc*bw[]            whole 0..100
                    *tc*bw[][]          whole 0..100
                    *tc*tsa[]           text
                    *tc*tsa[][]         plain
                    *tc*maxrate[]       plain
                    *tc*maxrate[][]     plain
                    *prio[][]           like (?:0x)?[0-9a-fA-F]{1,5}|[A-Z]{2}\\d{0,2} -- a number
                    default*prio[]      whole 0..7
                    order[]             text
                    apptrust[]          text
                    macsec*bypass       flag
                    willing             flag
                    cbs                 flag
                    pfc*cap             count
                    ets*cap             count
                    delay               count
                    """);

    private final String port;
    private final Lines lines;
    private final Map<String, Pairs> lists = new LinkedHashMap<>();
    private final Map<String, String> singles = new LinkedHashMap<>();
    private final List<Fact> facts = new ArrayList<>();

    DcbText(String port, Lines lines) {
        this.port = port;
        this.lines = lines;
    }

    List<Fact> facts() {
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.text().length() < 8000 && row(line)) line.read();
        }
        for (Json.Located found : Json.elements(lines, SHAPE).values()) json(found);
        lists.forEach(this::list);
        new DcbClasses(port, End.OWN)
                .facts(values("prio-tc"), values("tc-tsa"), values("tc-bw"), values("tc-maxrate"))
                .forEach(facts::add);
        return facts;
    }

    private boolean row(Lines.Line line) {
        List<String> words = line.words();
        String name = words.getFirst();
        if (LISTS.contains(name)) {
            List<Pair> pairs = new ArrayList<>();
            for (String word : words.subList(1, words.size())) {
                int colon = word.indexOf(':');
                if (name.equals("default-prio") && colon < 0) {
                    pairs.add(new Pair("0", word));
                } else if (colon > 0) {
                    pairs.add(new Pair(word.substring(0, colon), word.substring(colon + 1)));
                } else {
                    return false;
                }
            }
            lists.put(name, new Pairs(pairs, line.source()));
            return true;
        }
        if (name.equals("total-size") && words.size() == 2) {
            bytes(words.get(1)).ifPresent(b -> total(b, line.source()));
            return true;
        }
        if (name.equals("order")) {
            trust(words.subList(1, words.size()), line.source());
            return true;
        }
        if (DCBX.containsAll(words)) {
            dcbx(words, line.source());
            return true;
        }
        if (!SINGLE.contains(name)) return false;
        for (int i = 0; i + 1 < words.size(); i += 2) singles.put(words.get(i), words.get(i + 1));
        return true;
    }

    private void json(Json.Located found) {
        for (Map.Entry<String, JsonNode> e : found.node().properties()) {
            String name = e.getKey().replace('_', '-');
            JsonNode value = e.getValue();
            // A list with a hole does not say what stands there.
            if (value.isArray() && value.valueStream().anyMatch(JsonNode::isNull)) continue;
            if (value.isArray() && LISTS.contains(name)) {
                List<Pair> pairs = new ArrayList<>();
                int i = 0;
                for (JsonNode item : value) {
                    pairs.add(
                            item.isArray() && item.size() == 2
                                    ? new Pair(text(item.path(0)), text(item.path(1)))
                                    : new Pair(String.valueOf(i), text(item)));
                    i++;
                }
                lists.put(name, new Pairs(pairs, found.source()));
            } else if (name.equals("total-size")) {
                bytes(text(value)).ifPresent(b -> total(b, found.source()));
            } else if (value.isArray() && (name.equals("order") || name.equals("apptrust"))) {
                List<String> words = new ArrayList<>();
                value.forEach(v -> words.add(text(v)));
                trust(words, found.source());
            } else if (SINGLE.contains(name)) {
                singles.put(name, text(value));
            }
        }
    }

    private static String text(JsonNode node) {
        if (node.isBoolean()) return node.booleanValue() ? "on" : "off";
        return node.asString("");
    }

    private void list(String name, Pairs list) {
        switch (name) {
            case "prio-pfc" -> pfc(list);
            case "requests" -> pauses(list, "requests", QosCounter.Way.SENT);
            case "indications" -> pauses(list, "indications", QosCounter.Way.RECEIVED);
            case "dscp-prio" -> map(PriorityMap.Kind.DSCP_TO_PRIORITY, name, list);
            case "pcp-prio" -> map(PriorityMap.Kind.PCP_TO_PRIORITY, name, list);
            case "prio-buffer" -> map(PriorityMap.Kind.PRIORITY_TO_BUFFER, name, list);
            case "prio-tc" -> map(PriorityMap.Kind.PRIORITY_TO_QUEUE, name, list);
            case "ethtype-prio" -> apps(list, AppPriority.Selector.ETHERTYPE, name, 16);
            case "stream-port-prio" -> apps(list, AppPriority.Selector.TCP, name, 10);
            case "dgram-port-prio" -> apps(list, AppPriority.Selector.UDP, name, 10);
            case "port-prio" -> apps(list, AppPriority.Selector.TCP_OR_UDP, name, 10);
            case "default-prio" -> apps(list, AppPriority.Selector.DEFAULT, name, 10);
            case "buffer-size" -> sizes(list);
            default -> {
                // Told by the classes, or of no use to anybody.
            }
        }
        // On a NIC of the kernel's drivers a rule for a DSCP is what makes the port trust DSCPs.
        if (name.equals("dscp-prio") && !list.pairs.isEmpty()) {
            facts.add(new PortTrust(port, Set.of(PortTrust.Field.DSCP), name, list.source));
        }
    }

    private void pfc(Pairs list) {
        Set<Integer> on = new TreeSet<>();
        for (Pair p : list.pairs) {
            if (p.value.equals("on")) index(p.index, 8).ifPresent(on::add);
        }
        facts.add(
                new PfcState(
                        port,
                        End.OWN,
                        Optional.of(on.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                        Optional.empty(),
                        Optional.of(on),
                        Optional.empty(),
                        singles,
                        "prio-pfc",
                        list.source));
    }

    private void pauses(Pairs list, String term, QosCounter.Way way) {
        for (Pair p : list.pairs) {
            OptionalInt priority = index(p.index, 8);
            OptionalLong value = Numbers.toCounter(p.value);
            if (priority.isEmpty() || value.isEmpty()) continue;
            facts.add(
                    new QosCounter(
                            port,
                            QosCounter.Scope.PRIORITY,
                            priority,
                            way,
                            QosCounter.Measure.PAUSE_FRAMES,
                            value.getAsLong(),
                            term,
                            list.source));
        }
    }

    private void map(PriorityMap.Kind kind, String name, Pairs list) {
        List<PriorityMap.Entry> entries = new ArrayList<>();
        for (Pair p : list.pairs) {
            OptionalInt from =
                    kind == PriorityMap.Kind.DSCP_TO_PRIORITY ? Dscp.of(p.index) : from(p.index);
            OptionalInt to = index(p.value, 16);
            if (from.isPresent() && to.isPresent()) {
                entries.add(new PriorityMap.Entry(from.getAsInt(), to.getAsInt(), list.source));
            }
        }
        if (!entries.isEmpty()) {
            facts.add(new PriorityMap(port, End.OWN, kind, entries, name, list.source));
        }
    }

    /// `3`, and of a PCP with its drop eligible bit (`3de`, `3nd`) the PCP.
    private static OptionalInt from(String text) {
        return index(text.replaceFirst("(?:de|nd)$", ""), 16);
    }

    private void apps(Pairs list, AppPriority.Selector selector, String term, int radix) {
        for (Pair p : list.pairs) {
            OptionalInt priority = index(p.value, 8);
            if (priority.isEmpty()) continue;
            int protocol;
            try {
                protocol = Integer.parseInt(p.index.toLowerCase(Locale.ROOT), radix);
            } catch (NumberFormatException e) {
                continue;
            }
            facts.add(
                    new AppPriority(
                            port,
                            End.OWN,
                            selector,
                            protocol,
                            priority.getAsInt(),
                            term,
                            list.source));
        }
    }

    private void sizes(Pairs list) {
        for (Pair p : list.pairs) {
            OptionalInt index = index(p.index, 64);
            OptionalLong size = bytes(p.value);
            if (index.isEmpty() || size.isEmpty()) continue;
            facts.add(
                    PortBuffer.sized(
                            port,
                            PortBuffer.Kind.RECEIVE,
                            index,
                            size.getAsLong(),
                            "buffer-size",
                            list.source));
        }
    }

    private void total(long bytes, Source source) {
        facts.add(
                PortBuffer.sized(
                        port,
                        PortBuffer.Kind.TOTAL,
                        OptionalInt.empty(),
                        bytes,
                        "total-size",
                        source));
    }

    private void trust(List<String> order, Source source) {
        Set<PortTrust.Field> fields = new HashSet<>();
        for (String word : order) fields.addAll(MlnxQosText.trusted(word));
        facts.add(new PortTrust(port, fields, "order " + String.join(" ", order), source));
    }

    private void dcbx(List<String> flags, Source source) {
        DcbxState.Owner owner =
                flags.contains("host") ? DcbxState.Owner.OS : DcbxState.Owner.FIRMWARE;
        facts.add(
                new DcbxState(
                        port,
                        Optional.of(owner),
                        flags.contains("ieee")
                                ? Optional.of("IEEE")
                                : flags.contains("cee") ? Optional.of("CEE") : Optional.empty(),
                        String.join(" ", flags),
                        source));
    }

    private Optional<DcbClasses.Column> values(String name) {
        Pairs list = lists.get(name);
        if (list == null) return Optional.empty();
        Map<Integer, String> values = new LinkedHashMap<>();
        list.pairs.forEach(p -> index(p.index, 64).ifPresent(i -> values.put(i, p.value)));
        return Optional.of(new DcbClasses.Column(name, values, list.source));
    }

    private static OptionalInt index(String text, int below) {
        OptionalInt n = Numbers.toInt(text);
        return n.isPresent() && n.getAsInt() >= 0 && n.getAsInt() < below ? n : OptionalInt.empty();
    }

    /// Sizes as `tc` prints them: `Kb` and `Mb` are 2^10 and 2^20 bytes (iproute2 `print_size`).
    static OptionalLong bytes(String text) {
        OptionalDouble number = Numbers.leading(text);
        if (number.isEmpty() || number.getAsDouble() < 0) return OptionalLong.empty();
        String unit = text.strip().replaceFirst("^[\\d.+-]+", "");
        double factor =
                switch (unit) {
                    case "", "b" -> 1;
                    case "Kb" -> 1024;
                    case "Mb" -> 1_048_576;
                    case "Gb" -> 1_073_741_824;
                    default -> -1;
                };
        return factor < 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(number.getAsDouble() * factor));
    }
}
