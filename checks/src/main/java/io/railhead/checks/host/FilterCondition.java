package io.railhead.checks.host;

import io.railhead.model.intent.Subnet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Whether a condition in nft's words holds for the first packet of a flow.
final class FilterCondition {
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\{[^}]*}|[^\\s{}]+");

    enum Answer {
        YES,
        NO,
        /// The words are of something that is not known here: a mark, a set, a rate.
        MAYBE
    }

    /// @param verdict what a verdict map gives for this packet
    record Match(Answer answer, Optional<String> verdict) {}

    private final List<String> words;
    private final FilterWalk.Packet packet;
    private int at;
    private boolean maybe;
    private Optional<String> verdict = Optional.empty();

    private FilterCondition(String condition, FilterWalk.Packet packet) {
        this.words = WORD.matcher(condition).results().map(MatchResult::group).toList();
        this.packet = packet;
    }

    static Match of(String condition, FilterWalk.Packet packet) {
        return new FilterCondition(condition, packet).all();
    }

    private Match all() {
        while (at < words.size()) {
            Answer next = next();
            if (next == Answer.NO) return new Match(Answer.NO, Optional.empty());
            maybe |= next == Answer.MAYBE;
        }
        return new Match(maybe ? Answer.MAYBE : Answer.YES, verdict);
    }

    private String take() {
        return at < words.size() ? words.get(at++) : "";
    }

    private Answer next() {
        String word = take();
        return switch (word) {
            case "meta" -> next();
            case "iifname", "iif" -> packet.in().isEmpty() ? no() : named(packet.in());
            case "oifname", "oif" -> packet.out().isEmpty() ? no() : named(packet.out());
            case "nfproto" -> is(v -> v.equals("ipv4"));
            case "l4proto" -> is(this::isProtocol);
            case "ip" ->
                    switch (take()) {
                        case "saddr" -> is(v -> holds(v, packet.from()));
                        case "daddr" -> is(v -> holds(v, packet.to()));
                        case "protocol" -> is(this::isProtocol);
                        default -> unknown();
                    };
            case "tcp", "udp", "th" -> transport(word);
            case "icmp" -> {
                boolean icmp = packet.protocol().equals("icmp");
                yield icmp && take().equals("type")
                        ? is(v -> v.equals("echo-request") || v.equals("8") || v.equals("any"))
                        : icmp ? unknown() : no();
            }
            case "ip6", "icmpv6", "arp", "sctp", "dccp", "ah", "esp" -> no();
            case "ct" ->
                    switch (take()) {
                        case "state" -> is(v -> v.equals("new") || v.equals("untracked"));
                        case "status" -> no();
                        default -> unknown();
                    };
            case "fib" ->
                    take().equals("daddr") && take().equals("type")
                            ? is(v -> v.equals("local") != packet.in().isEmpty())
                            : unknown();
            case "pkttype" -> is(v -> v.equals("host") || v.equals("unicast"));
            default -> unknown();
        };
    }

    private Answer transport(String protocol) {
        boolean fits =
                protocol.equals("th")
                        ? !packet.protocol().equals("icmp")
                        : packet.protocol().equals(protocol);
        if (!fits) return no();
        return take().equals("dport") ? is(this::isPort) : unknown();
    }

    /// The rest of the rule does not matter any more.
    private Answer no() {
        at = words.size();
        return Answer.NO;
    }

    /// What follows cannot be told apart: the rest is as unknown.
    private Answer unknown() {
        at = words.size();
        return Answer.MAYBE;
    }

    private Answer named(String name) {
        return is(
                v -> {
                    String plain = v.replace("\"", "");
                    return plain.endsWith("*")
                            ? name.startsWith(plain.substring(0, plain.length() - 1))
                            : plain.equals(name);
                });
    }

    private boolean isProtocol(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "tcp", "6" -> packet.protocol().equals("tcp");
            case "udp", "17" -> packet.protocol().equals("udp");
            case "icmp", "1" -> packet.protocol().equals("icmp");
            default -> false;
        };
    }

    private boolean isPort(String value) {
        int dash = value.indexOf('-');
        int low = number(dash < 0 ? value : value.substring(0, dash));
        int high = number(dash < 0 ? value : value.substring(dash + 1));
        return low <= packet.port() && packet.port() <= high;
    }

    private static int number(String text) {
        return text.matches("\\d{1,5}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }

    private static boolean holds(String network, String address) {
        return network.equals(address)
                || Subnet.parse(network).filter(s -> s.contains(address)).isPresent();
    }

    /// The value or values that come next, each held against the packet.
    private Answer is(Function<String, Boolean> fits) {
        String value = take();
        boolean not = value.equals("!=");
        if (not || value.equals("==")) value = take();
        if (value.equals("vmap")) return map(take(), fits);
        if (value.isEmpty() || value.startsWith("@") || value.equals("&")) return unknown();
        boolean any = false;
        for (String one : inner(value).split(",")) any |= fits.apply(one.strip());
        return any != not ? Answer.YES : no();
    }

    /// `{ established : accept, new : jump fresh }`.
    private Answer map(String entries, Function<String, Boolean> fits) {
        if (!entries.startsWith("{")) return unknown();
        for (String entry : inner(entries).split(",")) {
            int colon = entry.lastIndexOf(" : ");
            if (colon > 0 && fits.apply(entry.substring(0, colon).strip())) {
                verdict = Optional.of(entry.substring(colon + 3).strip());
                return Answer.YES;
            }
        }
        return no();
    }

    private static String inner(String value) {
        return value.startsWith("{") && value.endsWith("}")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
