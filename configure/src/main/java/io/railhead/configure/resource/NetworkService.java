package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    /// read its files; where none runs, nothing has to settle.
    static Steps settling(Observed is, Steps steps) {
        return running(is).isEmpty() ? steps : steps.settling();
    }

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
