package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Risk;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Who sets interfaces up on a machine from netplan's files.
final class NetworkService {
    private NetworkService() {}

    /// The renderer that the intent wants for the rails, empty text when it leaves it.
    static String wanted(Host host) {
        return host.policy().network().renderer().map(Renderer::word).orElse("");
    }

    /// Those that run here, by their netplan names.
    static List<String> running(Observed is) {
        String services = is.host("services").strip();
        return services.isEmpty() ? List.of() : List.of(services.split("\\s+"));
    }

    /// `networkd`, `NetworkManager` or `none`: who will act on what netplan makes of the rails.
    ///
    /// @param renderer as wanted, or empty text
    static String of(String renderer, Observed is) {
        String here = is.host("network");
        return !here.equals("none") && running(is).contains(renderer) ? renderer : here;
    }

    /// Shell that has something brought by whoever serves netplan here: it may be at work on the
    /// files already, and is told once more when nothing comes of it. That it came is for `verify`
    /// to see.
    ///
    /// @param link quoted
    /// @param alone shell that brings it where nobody serves netplan
    static String bring(String renderer, Observed is, String has, String link, String alone) {
        String push =
                switch (of(renderer, is)) {
                    case "networkd" -> "rh_await 10 networkctl reconfigure " + link;
                    case "NetworkManager" -> "netplan apply";
                    default -> "";
                };
        return push.isEmpty() ? alone : "has() { %s; }\nrh_await 3 has || %s".formatted(has, push);
    }

    /// Shell for `record` of a step that has the service read its files again: which of the rails'
    /// addresses and routes are there now.
    static String keepLive(Item item) {
        StringBuilder shell = new StringBuilder(": >\"$S/live.was\"\n");
        live(item)
                .forEach(
                        (what, isThere) ->
                                shell.append("if ")
                                        .append(isThere)
                                        .append("; then echo ")
                                        .append(Sh.quote(what))
                                        .append(" >>\"$S/live.was\"; fi\n"));
        return shell.append("true").toString();
    }

    /// Shell for its `verify`: they are there again.
    static String isLive(Item item) {
        StringBuilder shell = new StringBuilder();
        live(item)
                .forEach(
                        (what, isThere) ->
                                shell.append("! grep -qxF ")
                                        .append(Sh.quote(what))
                                        .append(" \"$S/live.was\" || { ")
                                        .append(isThere)
                                        .append("; } || rh_fail ")
                                        .append(Sh.quote(what + ": was there and is gone"))
                                        .append(" || exit 1\n"));
        return shell.append("true").toString();
    }

    private static Map<String, String> live(Item item) {
        Map<String, String> live = new LinkedHashMap<>();
        for (Netplan.Port p : Netplan.ports(item)) {
            String[] cidr = p.cidr().split("/");
            String address = IpText.of(cidr[0]) + "/" + cidr[1];
            live.put(address + " on " + p.link(), Sh.call("rh_has_address", p.link(), address));
        }
        for (RoutedRail r : Netplan.routed(item)) {
            live.put("routes of " + r.rail(), r.isThere());
        }
        return live;
    }

    /// Steps on what a network service here may bring, take and bring again whenever it is told to
    /// read its files; where none runs, nothing has to settle. What is in force on all links is
    /// kept before them, and put back when they are taken back.
    static Steps settling(Observed is, Steps steps) {
        return settling(is, steps, 0);
    }

    /// The same for steps that have it read its files again.
    static Steps reloading(Observed is, Steps steps) {
        return settling(is, steps, CALM_SECONDS);
    }

    /// Seconds for which nothing may have been taken away once more after it has read its files:
    /// networkd takes away what it does not know within one.
    private static final int CALM_SECONDS = 2;

    private static Steps settling(Observed is, Steps steps, int calm) {
        if (running(is).isEmpty()) {
            return steps;
        }
        return new Steps(
                        steps.record() + " || exit 1\nrh_keep_net",
                        "rm -f \"$S/net.back\"\n" + steps.apply(),
                        steps.verify() + " || exit 1\nrh_note_net",
                        "rh_aim_net\n(\n"
                                + steps.undo()
                                + "\n)\nrh_status=$?\nrh_give_net "
                                + calm
                                + " && [ $rh_status = 0 ]",
                        steps.ready(),
                        steps.limitSeconds(),
                        steps.settleSeconds())
                .settling();
    }

    /// Links of which netplan's files say otherwise than what is in force, because somebody edited
    /// them and did not apply that, each with those files.
    private static Map<String, List<String>> unapplied(Observed is) {
        Map<String, List<String>> unapplied = new TreeMap<>();
        for (String word : is.host("unapplied").strip().split("\\s+")) {
            int colon = word.indexOf(':');
            if (colon > 0) {
                unapplied.put(
                        word.substring(0, colon), List.of(word.substring(colon + 1).split(",")));
            }
        }
        return unapplied;
    }

    /// The risk of a step that has netplan make its files anew: an edit of somebody else that was
    /// not applied yet takes effect with it, and nobody has tried what it does.
    static Risk risk(Observed is, Risk otherwise) {
        return unapplied(is).isEmpty() ? otherwise : Risk.MAY_DISCONNECT;
    }

    /// What is to be said of such edits; empty text when there are none.
    static String edits(Observed is) {
        Map<String, List<String>> unapplied = unapplied(is);
        if (unapplied.isEmpty()) {
            return "";
        }
        String files =
                unapplied.values().stream()
                        .flatMap(List::stream)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        String carrying =
                unapplied.keySet().stream()
                        .filter(is::mayCarryConnection)
                        .map(l -> " (the connection may come in by " + l + ")")
                        .findFirst()
                        .orElse("");
        return "; note: "
                + files
                + " was edited and not applied: what it now says of "
                + String.join(", ", unapplied.keySet())
                + carrying
                + " takes effect with this change. Apply that edit or take it back first, unless"
                + " it is meant";
    }

    /// What is in force on a link and stands in no file: it goes when the link is set up anew.
    ///
    /// @param what an address with its prefix length, or where a route goes
    record ByHand(String link, String what, boolean isRoute) {
        String words() {
            return (isRoute ? "the route to " : "") + what + " on " + link;
        }
    }

    /// What goes when a change has the service read its files again.
    ///
    /// @param links that the change sets up anew; those with edits of others come beside them
    /// @param text of the files that the change writes: what it says stays
    static List<ByHand> going(Observed is, Set<String> links, String text) {
        Set<String> stays =
                Stream.concat(
                                Stream.of(is.host("filed").strip().split("\\s+")),
                                WORD.matcher(text).results().map(MatchResult::group))
                        .map(NetworkService::plain)
                        .collect(Collectors.toSet());
        Set<String> anew = new HashSet<>(links);
        anew.addAll(unapplied(is).keySet());
        List<ByHand> going = new ArrayList<>();
        for (String word : is.host("by-hand").strip().split("\\s+")) {
            String[] part = word.split("\\|");
            if (part.length == 3 && anew.contains(part[1]) && !stays.contains(plain(part[2]))) {
                going.add(new ByHand(part[1], part[2], part[0].equals("route")));
            }
        }
        return going;
    }

    private static final Pattern WORD = Pattern.compile("[0-9a-fA-F.:]+/\\d{1,3}|default");

    /// One way to write an address or a destination.
    private static String plain(String text) {
        if (text.equals("0.0.0.0/0") || text.equals("::/0")) {
            return "default";
        }
        int slash = text.indexOf('/');
        String address = IpText.of(slash < 0 ? text : text.substring(0, slash));
        String length = slash < 0 ? "" : text.substring(slash);
        boolean whole = length.equals("/32") || length.equals("/128");
        return address + (whole ? "" : length);
    }

    /// The risk where something goes: what the connection comes in by may be among it, or a route
    /// that its answers take.
    static Risk risk(Observed is, List<ByHand> going, Risk otherwise) {
        return going.stream().anyMatch(b -> b.isRoute() || is.mayCarryConnection(b.link()))
                ? Risk.MAY_DISCONNECT
                : otherwise;
    }

    /// What is to be said of what goes; empty text when nothing does.
    static String told(Observed is, List<ByHand> going) {
        if (going.isEmpty()) {
            return "";
        }
        String carrying =
                going.stream()
                        .map(ByHand::link)
                        .filter(is::mayCarryConnection)
                        .findFirst()
                        .map(l -> " (the connection may come in by " + l + ")")
                        .orElse("");
        return "; note: "
                + going.stream()
                        .limit(MOST_NAMED)
                        .map(ByHand::words)
                        .collect(Collectors.joining(", "))
                + (going.size() > MOST_NAMED ? " and " + (going.size() - MOST_NAMED) + " more" : "")
                + (going.size() == 1 ? " stands in no file and goes" : " stand in no file and go")
                + carrying
                + " when the link is set up anew with this change; a rollback brings that back."
                + " Write it into a file of your own first if it is to stay";
    }

    private static final int MOST_NAMED = 6;

    /// What a netplan file says and the service will not have, in words; empty text when there is
    /// nothing. netplan 0.106 writes NetworkManager's files without rules, and says nothing of it.
    static String lost(String service, byte[] file) {
        return service.equals("NetworkManager")
                        && new String(file, StandardCharsets.UTF_8).contains("routing-policy:")
                ? "; note: netplan 0.106 leaves the rules of routing-policy out of what it writes"
                        + " for NetworkManager, so that they would not outlast a restart: look at"
                        + " «ip rule» after one, and apply again when they are gone"
                : "";
    }
}
