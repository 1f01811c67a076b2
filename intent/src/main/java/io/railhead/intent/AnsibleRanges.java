package io.railhead.intent;

import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Host patterns of an inventory: `node[01:08]`, `db-[a:f]`, `n[1:9:2]`, `host:2222`, `[::1]:22`.
final class AnsibleRanges {
    private static final Pattern IPV6_AND_PORT =
            Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::([0-9]{1,5}))?");

    private static final Pattern RANGE =
            Pattern.compile("([0-9]{1,9}|[A-Za-z]):([0-9]{1,9}|[A-Za-z])(?::([0-9]{1,4}))?");

    private AnsibleRanges() {}

    sealed interface Outcome {}

    record Good(List<String> names, Optional<String> port) implements Outcome {}

    record Bad(String message, String remedy) implements Outcome {}

    static Outcome expand(String pattern) {
        Matcher six = IPV6_AND_PORT.matcher(pattern);
        if (six.matches() && Subnet.isAddress(six.group(1))) {
            return new Good(List.of(six.group(1)), Optional.ofNullable(six.group(2)));
        }
        if (Subnet.isAddress(pattern)) {
            return new Good(List.of(pattern), Optional.empty());
        }
        String names = pattern;
        Optional<String> port = Optional.empty();
        int colon = pattern.lastIndexOf(':');
        if (colon > pattern.lastIndexOf(']')
                && pattern.substring(colon + 1).matches("[0-9]{1,5}")) {
            names = pattern.substring(0, colon);
            port = Optional.of(pattern.substring(colon + 1));
        }
        List<String> sofar = List.of("");
        int at = 0;
        while (at < names.length()) {
            int open = names.indexOf('[', at);
            int close = open < 0 ? -1 : names.indexOf(']', open);
            if (open < 0 || close < 0) {
                sofar = joined(sofar, List.of(names.substring(at)));
                break;
            }
            Optional<List<String>> span = span(names.substring(open + 1, close));
            if (span.isEmpty()) {
                return new Bad(
                        "\""
                                + Ranges.shortened(names.substring(open, close + 1))
                                + "\" is not a range",
                        "write [01:08], [a:f] or [1:9:2]");
            }
            sofar = joined(joined(sofar, List.of(names.substring(at, open))), span.get());
            if (sofar.size() > HostRanges.MOST) {
                return tooMany();
            }
            at = close + 1;
        }
        for (String name : sofar) {
            if (!HostRanges.isHostName(name)) {
                return new Bad(
                        "\"" + Ranges.shortened(name) + "\" is not a host name",
                        "write one host or range a line, variables after it as name=value");
            }
        }
        return new Good(sofar, port);
    }

    private static Bad tooMany() {
        return new Bad(
                "the range stands for more than " + HostRanges.MOST + " hosts",
                "use a smaller range");
    }

    private static List<String> joined(List<String> before, List<String> after) {
        List<String> all = new ArrayList<>();
        for (String b : before) {
            for (String a : after) {
                all.add(b + a);
                if (all.size() > HostRanges.MOST) {
                    return all;
                }
            }
        }
        return all;
    }

    private static Optional<List<String>> span(String inside) {
        Matcher matcher = RANGE.matcher(inside);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String low = matcher.group(1);
        String high = matcher.group(2);
        int step = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
        boolean letters = Character.isLetter(low.charAt(0));
        if (letters != Character.isLetter(high.charAt(0)) || step == 0) {
            return Optional.empty();
        }
        long from = letters ? low.charAt(0) : Long.parseLong(low);
        long to = letters ? high.charAt(0) : Long.parseLong(high);
        int width = !letters && low.length() > 1 && low.startsWith("0") ? low.length() : 0;
        if (to < from || (width > 0 && high.length() != width)) {
            return Optional.empty();
        }
        List<String> all = new ArrayList<>();
        for (long n = from; n <= to && all.size() <= HostRanges.MOST; n += step) {
            String text = letters ? Character.toString((char) n) : Long.toString(n);
            all.add("0".repeat(Math.max(0, width - text.length())) + text);
        }
        return Optional.of(all);
    }
}
