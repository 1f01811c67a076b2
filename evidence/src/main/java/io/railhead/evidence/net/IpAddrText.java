package io.railhead.evidence.net;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `ip addr`, `ip link`, `ip -br addr` and `ip -br link` as text.
final class IpAddrText {
    /// `4: eth0@if5: <BROADCAST,UP,LOWER_UP> mtu 1500 …`
    private static final Pattern HEAD =
            Pattern.compile("(\\d{1,9}): ([^\\s:@]+)(?:@[^\\s:]+)?: <([^>]*)>\\s*(.*)");

    /// `eth0@if5  UP  10.0.0.1/24 …` with at least one address.
    private static final Pattern BRIEF =
            Pattern.compile(
                    "([^\\s:@]+)(?:@\\S+)?\\s+(UP|DOWN|UNKNOWN|LOWERLAYERDOWN|DORMANT)"
                            + "((?:\\s+[0-9a-fA-F.:]+/\\d{1,3})*)(\\s+metric \\d+)?");

    /// A row of `ip -br link`, which has the flags.
    private static final Pattern BRIEF_LINK =
            Pattern.compile(
                    "([^\\s:@]+)(?:@\\S+)?\\s+(UP|DOWN|UNKNOWN|LOWERLAYERDOWN|DORMANT)"
                            + "\\s+((?:[0-9a-f]{2}:){5}[0-9a-f]{2}) <([A-Z,_0-9-]*)>\\s*");

    /// Lines that follow a head and say nothing that a fact holds.
    private static final Set<String> KNOWN =
            Set.of(
                    "valid_lft",
                    "RX:",
                    "TX:",
                    "vf",
                    "alias",
                    "bridge_slave",
                    "veth",
                    "vlan",
                    "bond");

    private IpAddrText() {}

    static boolean isHead(String line) {
        return HEAD.matcher(line.strip()).matches() && line.contains(" mtu ");
    }

    /// Whether every line with text is one of `ip -br addr` and some have an address.
    static boolean isBrief(String text) {
        boolean address = false;
        for (String line : (Iterable<String>) text.lines().limit(200)::iterator) {
            if (line.isBlank()) continue;
            if (BRIEF_LINK.matcher(line.strip()).matches()) {
                address = true;
                continue;
            }
            Matcher m = BRIEF.matcher(line.strip());
            if (!m.matches()) return false;
            address |= !m.group(3).isBlank();
        }
        return address;
    }

    static List<Fact> read(Lines lines) {
        List<Fact> facts = new ArrayList<>();
        @Nullable Block block = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> head = line.match(HEAD);
            if (head.isPresent()) {
                if (block != null) facts.add(block.fact());
                block = new Block(head.get(), line.source());
                line.read();
            } else if (block != null && block.take(line)) {
                line.read();
            } else {
                brief(line).ifPresent(facts::add);
            }
        }
        if (block != null) facts.add(block.fact());
        return facts;
    }

    /// `ip -br` leaves out the MTU: 0 stands for unknown.
    private static Optional<Fact> brief(Lines.Line line) {
        Optional<Matcher> link = line.match(BRIEF_LINK);
        if (link.isPresent()) {
            line.read();
            Set<String> flags = new HashSet<>(List.of(link.get().group(4).split(",")));
            return Optional.of(
                    seen(
                            link.get().group(1),
                            link.get().group(2),
                            flags.contains("UP"),
                            flags.contains("LOWER_UP"),
                            link.get().group(3),
                            List.of(),
                            line));
        }
        Optional<Matcher> m = line.match(BRIEF);
        if (m.isEmpty()) return Optional.empty();
        line.read();
        List<InterfaceAddress> addresses = new ArrayList<>();
        for (String word : m.get().group(3).strip().split("\\s+")) {
            address(word, "global", false).ifPresent(addresses::add);
        }
        String state = m.get().group(2);
        return Optional.of(
                seen(
                        m.get().group(1),
                        state,
                        !state.equals("DOWN"),
                        state.equals("UP") || state.equals("UNKNOWN"),
                        "",
                        addresses,
                        line));
    }

    private static NetInterface seen(
            String name,
            String state,
            boolean adminUp,
            boolean carrier,
            String mac,
            List<InterfaceAddress> addresses,
            Lines.Line line) {
        return new NetInterface(
                name,
                0,
                0,
                state,
                adminUp,
                carrier,
                mac,
                "",
                Optional.empty(),
                addresses,
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(),
                line.source());
    }

    private static Optional<InterfaceAddress> address(String word, String scope, boolean dynamic) {
        int slash = word.indexOf('/');
        if (slash <= 0) return Optional.empty();
        OptionalInt prefix = Numbers.toInt(word.substring(slash + 1));
        return prefix.isPresent()
                ? Optional.of(
                        new InterfaceAddress(
                                word.substring(0, slash), prefix.getAsInt(), scope, dynamic))
                : Optional.empty();
    }

    private static final class Block {
        private final Source source;
        private final int index;
        private final String name;
        private final List<String> flags;
        private final List<String> words;
        private final List<InterfaceAddress> addresses = new ArrayList<>();
        private final List<String> altNames = new ArrayList<>();
        private String mac = "";
        private String kind = "";
        private boolean counters;

        Block(Matcher head, Source source) {
            this.source = source;
            index = Numbers.toInt(head.group(1)).orElse(0);
            name = head.group(2);
            flags = List.of(head.group(3).split(","));
            words = List.of(head.group(4).strip().split("\\s+"));
        }

        private @Nullable String word(String before) {
            int i = words.indexOf(before);
            return i >= 0 && i + 1 < words.size() ? words.get(i + 1) : null;
        }

        boolean take(Lines.Line line) {
            List<String> w = line.words();
            if (line.indent() == 0 || w.isEmpty()) return false;
            String first = w.getFirst();
            // The numbers below `RX: bytes packets …`.
            boolean number = Numbers.toLong(first).isPresent();
            if (number && counters) return true;
            counters = first.equals("RX:") || first.equals("TX:");
            if (first.startsWith("link/")) {
                kind = first.substring("link/".length());
                if (w.size() > 1) mac = w.get(1);
                return true;
            }
            if ((first.equals("inet") || first.equals("inet6")) && w.size() > 1) {
                int scope = w.indexOf("scope");
                String word = w.get(1);
                // A point-to-point address: `inet 10.0.0.1 peer 10.0.0.2/32`.
                int peer = w.indexOf("peer");
                if (peer >= 0 && peer + 1 < w.size() && word.indexOf('/') < 0) {
                    word = word + "/" + w.get(peer + 1).replaceFirst("^[^/]*/?", "");
                }
                address(
                                word,
                                scope >= 0 && scope + 1 < w.size() ? w.get(scope + 1) : "global",
                                w.contains("dynamic"))
                        .ifPresent(addresses::add);
                return true;
            }
            if (first.equals("altname") && w.size() > 1) {
                altNames.add(w.get(1));
                return true;
            }
            return KNOWN.contains(first);
        }

        NetInterface fact() {
            String state = word("state");
            String mtu = word("mtu");
            return new NetInterface(
                    name,
                    index,
                    mtu == null ? 0 : Numbers.toInt(mtu).orElse(0),
                    state == null ? "UNKNOWN" : state,
                    flags.contains("UP"),
                    flags.contains("LOWER_UP"),
                    mac,
                    kind,
                    Optional.ofNullable(word("master")),
                    addresses,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    altNames,
                    source);
        }
    }
}
