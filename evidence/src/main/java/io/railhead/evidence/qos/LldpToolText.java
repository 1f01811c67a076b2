package io.railhead.evidence.qos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The TLVs that `lldptool` prints: a title at the margin, indented rows below it.
final class LldpToolText {
    private static final Pattern APP_LINE =
            Pattern.compile(
                    "App# *\\d+\\s+Prio (\\d)\\s+Sel (\\d)\\s+P-ID\\s+(?:([^:]{1,40}):\\s*)?"
                            + "(0x[0-9a-fA-F]{1,4}|\\d{1,5}).*");
    private static final Pattern APP_HEAD = Pattern.compile("App# ?\\d+:");
    private static final Pattern APP_PORT =
            Pattern.compile(
                    "(Ethertype|\\{S\\}TCP Port|UDP or DCCP Port|TCP or UDP Port|[\\w {}]{1,40}Port|DSCP):"
                            + " *(0x[0-9a-fA-F]{1,4}|\\d{1,5})");
    private static final Pattern ROW = Pattern.compile("([A-Za-z_ ]{2,40}): *(.{0,200})");
    private static final Pattern FAILURE =
            Pattern.compile(
                    "(?:Device not|Agent instance|Invalid|TLV is|Failed|No |connect).*|.*not found.*");

    private final String port;
    private final End end;
    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, String> about = new LinkedHashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private @Nullable Source aboutFrom;
    private Source aboutTo;

    // Of the TLV that is being read.
    private String tlv = "";
    private boolean willing;
    private boolean toldWilling;
    private final Map<String, String> ofTlv = new LinkedHashMap<>();
    private final Map<String, DcbClasses.Column> columns = new LinkedHashMap<>();
    private OptionalInt appPriority = OptionalInt.empty();
    private OptionalInt appSelector = OptionalInt.empty();

    LldpToolText(String port, End end, Lines lines) {
        this.port = port;
        this.end = end;
        this.lines = lines;
        this.aboutTo = lines.source(1, 1);
    }

    static boolean isFailure(Lines.Line line) {
        return FAILURE.matcher(line.stripped()).matches();
    }

    List<Fact> facts() {
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4000) continue;
            if (line.indent() == 0) {
                title(line);
            } else if (!tlv.isEmpty()) {
                row(line);
            }
        }
        close();
        neighbour();
        return facts;
    }

    private void title(Lines.Line line) {
        String s = line.text();
        // `Chassis ID TLV`, and of a TLV that nobody configured its number.
        if (s.endsWith("TLV") || s.endsWith("TLV:") || s.startsWith("Unidentified Org")) {
            close();
            tlv = s.replace("TLV:", "TLV").strip();
            line.read();
        }
    }

    private void row(Lines.Line line) {
        String s = line.stripped();
        switch (tlv) {
            case "IEEE 8021QAZ PFC TLV" -> pfc(line);
            case "IEEE 8021QAZ ETS Configuration TLV", "IEEE 8021QAZ ETS Recommendation TLV" ->
                    ets(line);
            case "IEEE 8021QAZ APP TLV" -> app(line);
            case "Chassis ID TLV", "Port ID TLV", "System Name TLV", "Port Description TLV" ->
                    about(line, s);
            case "Maximum Frame Size TLV" -> about(line, s);
            case "Time to Live TLV" -> {
                settings.put(tlv, s);
                line.read();
            }
            default -> line.ignore();
        }
    }

    private void about(Lines.Line line, String text) {
        about.putIfAbsent(tlv, text);
        if (aboutFrom == null) aboutFrom = line.source();
        aboutTo = line.read().source();
    }

    private void pfc(Lines.Line line) {
        Optional<Matcher> row = line.match(ROW);
        if (row.isEmpty()) return;
        String value = row.get().group(2).strip();
        switch (row.get().group(1)) {
            case "Willing" -> willing(value, line);
            case "MACsec Bypass Capable", "PFC capable traffic classes" -> {
                ofTlv.put(row.get().group(1), value);
                line.read();
            }
            case "PFC enabled" -> {
                Set<Integer> on = new TreeSet<>();
                for (String word : value.split("[ ,]+")) {
                    if (word.matches("[0-7]")) on.add(word.charAt(0) - '0');
                }
                facts.add(
                        new PfcState(
                                port,
                                end,
                                Optional.of(on.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                                Optional.empty(),
                                Optional.of(on),
                                toldWilling ? Optional.of(willing) : Optional.empty(),
                                ofTlv,
                                "PFC enabled",
                                line.read().source()));
            }
            default -> {
                // Not a row of this TLV.
            }
        }
    }

    private void willing(String value, Lines.Line line) {
        willing = value.equals("yes");
        toldWilling = true;
        line.read();
    }

    private void ets(Lines.Line line) {
        Optional<Matcher> row = line.match(ROW);
        if (row.isEmpty()) return;
        String name = row.get().group(1);
        String value = row.get().group(2).strip();
        switch (name) {
            case "Willing", "CBS", "MAX_TCS" -> {
                settings.put("ETS " + name, value);
                line.read();
            }
            case "PRIO_MAP", "TSA_MAP", "TC Bandwidth" -> {
                Map<Integer, String> values = new LinkedHashMap<>();
                int i = 0;
                for (String word : value.split("\\s+")) {
                    int colon = word.indexOf(':');
                    int index = colon > 0 ? Numbers.toInt(word.substring(0, colon)).orElse(-1) : i;
                    if (index >= 0 && index < 64) values.put(index, word.substring(colon + 1));
                    i++;
                }
                columns.put(name, new DcbClasses.Column(name, values, line.read().source()));
            }
            default -> {
                // Not a row of this TLV.
            }
        }
    }

    private void app(Lines.Line line) {
        Optional<Matcher> one = line.match(APP_LINE);
        if (one.isPresent()) {
            Matcher m = one.get();
            app(m.group(2).charAt(0) - '0', m.group(4), m.group(1).charAt(0) - '0', line.read());
            return;
        }
        if (line.match(APP_HEAD).isPresent()) {
            appPriority = OptionalInt.empty();
            appSelector = OptionalInt.empty();
            line.read();
            return;
        }
        Optional<Matcher> id = line.match(APP_PORT);
        if (id.isPresent() && appPriority.isPresent() && appSelector.isPresent()) {
            app(appSelector.getAsInt(), id.get().group(2), appPriority.getAsInt(), line.read());
            return;
        }
        line.match(ROW)
                .ifPresent(
                        row -> {
                            OptionalInt n = Numbers.toInt(row.group(2));
                            if (row.group(1).equals("Priority")) appPriority = n;
                            else if (row.group(1).equals("Sel")) appSelector = n;
                            else return;
                            line.read();
                        });
    }

    /// Selectors: IEEE 802.1Q table D-8.
    private void app(int selector, String id, int priority, Lines.Line line) {
        AppPriority.Selector kind =
                switch (selector) {
                    case 1 -> AppPriority.Selector.ETHERTYPE;
                    case 2 -> AppPriority.Selector.TCP;
                    case 3 -> AppPriority.Selector.UDP;
                    case 4 -> AppPriority.Selector.TCP_OR_UDP;
                    case 5 -> AppPriority.Selector.DSCP;
                    default -> AppPriority.Selector.DEFAULT;
                };
        int protocol;
        try {
            protocol = Integer.decode(id.toLowerCase(Locale.ROOT).replaceFirst("^0+(?=\\d)", ""));
        } catch (NumberFormatException e) {
            return;
        }
        facts.add(
                new AppPriority(
                        port, end, kind, protocol, priority, "Sel " + selector, line.source()));
    }

    private void close() {
        DcbClasses.Column map = columns.get("PRIO_MAP");
        String term = tlv.contains("Recommendation") ? "ETS recommendation " : "";
        if (map != null) {
            List<PriorityMap.Entry> entries = new ArrayList<>();
            map.values()
                    .forEach(
                            (p, tc) ->
                                    Numbers.toInt(tc)
                                            .ifPresent(
                                                    to ->
                                                            entries.add(
                                                                    new PriorityMap.Entry(
                                                                            p, to, map.source()))));
            if (!entries.isEmpty()) {
                facts.add(
                        new PriorityMap(
                                port,
                                end,
                                PriorityMap.Kind.PRIORITY_TO_QUEUE,
                                entries,
                                term + "PRIO_MAP",
                                map.source()));
            }
        }
        facts.addAll(
                new DcbClasses(port, end)
                        .facts(
                                Optional.ofNullable(map),
                                Optional.ofNullable(columns.get("TSA_MAP")),
                                Optional.ofNullable(columns.get("TC Bandwidth")),
                                Optional.empty()));
        columns.clear();
        ofTlv.clear();
        willing = false;
        toldWilling = false;
        appPriority = OptionalInt.empty();
        appSelector = OptionalInt.empty();
        tlv = "";
    }

    /// Without a port nobody is named.
    private void neighbour() {
        Source from = aboutFrom;
        if (from == null) return;
        String id = value(about.getOrDefault("Port ID TLV", ""));
        if (id.isEmpty()) return;
        facts.add(
                new LldpAnnouncement(
                        port,
                        end,
                        Optional.ofNullable(about.get("System Name TLV")),
                        Optional.ofNullable(about.get("Chassis ID TLV")).map(LldpToolText::value),
                        id,
                        Optional.ofNullable(about.get("Maximum Frame Size TLV"))
                                .map(Numbers::toInt)
                                .orElse(OptionalInt.empty()),
                        settings,
                        new Source(from.document(), from.firstLine(), aboutTo.lastLine())));
    }

    /// `Ethernet1/5` of `Ifname: Ethernet1/5`, a MAC address of `MAC: …`.
    private static String value(String text) {
        int colon = text.indexOf(": ");
        return (colon > 0 ? text.substring(colon + 2) : text).strip();
    }
}
