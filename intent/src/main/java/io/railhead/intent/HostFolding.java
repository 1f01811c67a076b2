package io.railhead.intent;

import io.railhead.intent.HostRanges.Numbered;
import io.railhead.model.intent.Bmc;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds stretches of hosts that one range with templates can stand for. A template is kept only
/// when filling it in gives back exactly what each host of the stretch has.
final class HostFolding {
    private static final Pattern DECIMAL = Pattern.compile("[0-9]+|[^0-9]+");
    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+|[^0-9a-f]+");

    private HostFolding() {}

    /// Hosts under one key.
    ///
    /// @param key `gpu[001-064]`, or the name of a single host
    /// @param first the first of them, for all that they have in common
    /// @param texts templates by the names of [#texts]
    record Group(String key, Host first, Map<String, String> texts) {}

    static List<Group> fold(List<Host> hosts, Map<String, String> notes) {
        List<Group> groups = new ArrayList<>();
        int at = 0;
        while (at < hosts.size()) {
            Host first = hosts.get(at);
            Map<String, String> texts = texts(first);
            texts.replaceAll((name, text) -> Template.escape(text));
            int end = at + 1;
            if (end < hosts.size() && joins(first, first, hosts.get(end), notes)) {
                Map<String, List<Template>> candidates = candidates(first, hosts.get(end));
                while (end < hosts.size()
                        && joins(first, hosts.get(end - 1), hosts.get(end), notes)) {
                    Map<String, List<Template>> left = fitting(candidates, hosts.get(end));
                    if (left.values().stream().anyMatch(List::isEmpty)) {
                        break;
                    }
                    candidates = left;
                    end++;
                }
                if (end > at + 1) {
                    candidates.forEach((name, all) -> texts.put(name, all.getFirst().source()));
                }
            }
            List<String> names = hosts.subList(at, end).stream().map(Host::name).toList();
            groups.add(new Group(HostRanges.fold(names), first, texts));
            at = end;
        }
        return groups;
    }

    private static boolean joins(Host first, Host previous, Host next, Map<String, String> notes) {
        return Numbered.of(next.name()).follows(Numbered.of(previous.name()))
                && note(first, notes).equals(note(next, notes))
                && texts(first).keySet().equals(texts(next).keySet())
                && rest(first).equals(rest(next));
    }

    static Optional<String> note(Host host, Map<String, String> notes) {
        return Optional.ofNullable(notes.get(Spot.below("hosts", host.name())));
    }

    /// Everything of a host that may be a template.
    static Map<String, String> texts(Host host) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("address", host.address());
        host.hypervisor().ifPresent(h -> texts.put("hypervisor", h));
        host.login().networkNamespace().ifPresent(n -> texts.put("network-namespace", n));
        host.bmc().ifPresent(b -> texts.put("bmc", b.address()));
        for (RailPort port : host.rails()) {
            String rail = port.rail() + "/";
            texts.put(rail + "address", port.address());
            texts.put(rail + "interface", port.interfaceName());
            port.rdma().ifPresent(r -> texts.put(rail + "rdma", r.toString()));
            port.switchPort().ifPresent(s -> texts.put(rail + "switch-port", s));
        }
        return texts;
    }

    /// Everything else of it.
    private static Host rest(Host host) {
        Login login = host.login();
        return new Host(
                "",
                "",
                new Login(
                        login.user(),
                        login.port(),
                        login.identity(),
                        login.jump(),
                        login.knownHosts(),
                        Optional.empty(),
                        login.sudo()),
                host.bmc().map(b -> new Bmc("", b.user(), b.password())),
                host.rails().stream().map(HostFolding::rest).toList(),
                host.gpus(),
                host.policy(),
                Optional.empty(),
                0);
    }

    private static RailPort rest(RailPort port) {
        return new RailPort(
                port.rail(),
                "",
                "",
                port.subnet(),
                port.mtu(),
                port.speed(),
                Optional.empty(),
                port.gpu(),
                Optional.empty());
    }

    private static Template.Scope scope(Host host) {
        return new Names.Named(host.name(), List.of(), 0).scope();
    }

    private static Map<String, List<Template>> fitting(
            Map<String, List<Template>> candidates, Host host) {
        Map<String, String> texts = texts(host);
        Template.Scope scope = scope(host);
        Map<String, List<Template>> fitting = new LinkedHashMap<>();
        candidates.forEach(
                (name, all) ->
                        fitting.put(
                                name,
                                all.stream()
                                        .filter(t -> gives(t, scope, texts.getOrDefault(name, "")))
                                        .toList()));
        return fitting;
    }

    private static boolean gives(Template template, Template.Scope scope, String text) {
        try {
            return template.fill(scope).equals(text);
        } catch (Template.Unfilled e) {
            return false;
        }
    }

    /// Templates that may give the texts of both hosts, the plainest first.
    private static Map<String, List<Template>> candidates(Host a, Host b) {
        Map<String, List<Template>> candidates = new LinkedHashMap<>();
        Map<String, String> other = texts(b);
        for (Map.Entry<String, String> text : texts(a).entrySet()) {
            String left = text.getValue();
            String right = other.getOrDefault(text.getKey(), "");
            candidates.put(
                    text.getKey(),
                    Stream.of(
                                    Template.escape(left),
                                    Template.escape(left).replace(a.name(), "{name}"),
                                    numbered(a, left, right, DECIMAL, 10),
                                    numbered(a, left, right, HEXADECIMAL, 16))
                            .map(Template::parse)
                            .flatMap(t -> t instanceof Template.Good g ? Stream.of(g) : Stream.of())
                            .map(Template.Good::template)
                            .toList());
        }
        return fitting(candidates, a);
    }

    /// A template in which every number that grows with the name's number is counted from it. What
    /// comes out is a guess that [#gives] has to confirm.
    private static String numbered(Host a, String left, String right, Pattern tokens, int radix) {
        List<String> lefts = tokens(left, tokens);
        List<String> rights = tokens(right, tokens);
        if (lefts.size() != rights.size()) {
            return left;
        }
        StringBuilder template = new StringBuilder();
        for (int i = 0; i < lefts.size(); i++) {
            String one = lefts.get(i);
            template.append(
                    one.equals(rights.get(i)) || one.length() > 8
                            ? Template.escape(one)
                            : place(one, Numbered.of(a.name()).number(), radix));
        }
        return template.toString();
    }

    private static String place(String digits, long n, int radix) {
        long value;
        try {
            value = Long.parseLong(digits, radix);
        } catch (NumberFormatException e) {
            return Template.escape(digits);
        }
        long more = value - n;
        String sum = more == 0 ? "n" : more > 0 ? "n+" + more : "n-" + -more;
        String width = digits.startsWith("0") ? "0" + digits.length() : "";
        String format = width + (radix == 16 ? "x" : "");
        return "{" + sum + (format.isEmpty() ? "" : ":" + format) + "}";
    }

    private static List<String> tokens(String text, Pattern pattern) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }
}
