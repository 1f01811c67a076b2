package io.railhead.intent;

import io.railhead.model.Facts;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.Route;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What was set up by hand on a machine and has no place in a proposed policy, in words: whoever
/// takes a machine over has to know what stays as it is.
final class NotTaken {
    /// Commands that give what policies are made of, as people know them.
    private static final Map<String, String> ASKED =
            Map.of(
                    "/etc/security", "limits",
                    "sysctl", "kernel settings",
                    "modprobe", "kernel modules",
                    "netplan", "netplan files",
                    "dpkg-query", "held packages",
                    "df ", "/dev/shm",
                    "ip ", "routes");

    /// Lines not understood that are quoted.
    private static final int QUOTED = 5;

    private final Facts facts;
    private final String machine;
    private final List<String> words = new ArrayList<>();

    private NotTaken(Facts facts, String machine) {
        this.facts = facts;
        this.machine = machine;
    }

    /// @param limits the items of limits.conf that the policy has
    static List<String> of(Facts facts, String machine, Host host, Set<String> limits) {
        NotTaken not = new NotTaken(facts, machine);
        not.unreadable();
        not.notUnderstood();
        not.limits(limits);
        not.routes(host);
        not.arp(host);
        return not.words;
    }

    private void unreadable() {
        Map<String, Set<String>> why = new TreeMap<>();
        for (Unavailable u : facts.unavailable()) {
            if (!u.machine().equals(machine)) {
                continue;
            }
            ASKED.forEach(
                    (part, what) -> {
                        boolean missing =
                                u.why().contains("not found") || u.why().contains("no such file");
                        if (u.command().contains(part) && !missing) {
                            why.computeIfAbsent(what, w -> new TreeSet<>()).add(u.why());
                        }
                    });
        }
        why.forEach((what, all) -> words.add(what + " not looked at: " + String.join("; ", all)));
    }

    /// Lines of configuration that did not read, such as those of files with odd names.
    private void notUnderstood() {
        List<String> lines =
                facts.unread().stream()
                        .filter(u -> u.document().startsWith(machine + ":"))
                        .map(Unread::text)
                        .filter(
                                t ->
                                        t.contains("/etc/sysctl")
                                                || t.contains("/etc/security")
                                                || t.contains("/etc/mod"))
                        .toList();
        for (String line : lines.subList(0, Math.min(QUOTED, lines.size()))) {
            words.add("not understood, and left as it is: " + Ranges.shortened(line));
        }
        if (lines.size() > QUOTED) {
            words.add("and " + (lines.size() - QUOTED) + " more lines not understood");
        }
    }

    /// Lines that a policy, which is for everybody's processes and for both limits, cannot say.
    private void limits(Set<String> taken) {
        Map<String, List<String>> byFile = new TreeMap<>();
        for (LimitSetting l : facts.of(machine, LimitSetting.class)) {
            if (!l.domain().equals("*") || !taken.contains(l.item())) {
                byFile.computeIfAbsent(l.file(), f -> new ArrayList<>())
                        .add(String.join(" ", List.of(l.domain(), l.type(), l.item(), l.value())));
            }
        }
        byFile.forEach(
                (file, lines) ->
                        words.add(
                                "limits in "
                                        + file
                                        + " left as they are: "
                                        + String.join(", ", lines)));
    }

    /// Routes by a gateway that leave by a rail's port.
    private void routes(Host host) {
        Map<String, String> rails =
                host.rails().stream()
                        .collect(
                                Collectors.toMap(
                                        RailPort::interfaceName, RailPort::rail, (a, b) -> a));
        Map<String, Set<String>> byWay = new TreeMap<>();
        for (Route r : facts.of(machine, Route.class)) {
            String rail = rails.get(r.device());
            if (rail != null && r.gateway().isPresent()) {
                byWay.computeIfAbsent(
                                "via " + r.gateway().get() + " on " + r.device() + ", " + rail,
                                w -> new TreeSet<>())
                        .add(r.destination());
            }
        }
        byWay.forEach(
                (way, to) ->
                        words.add(
                                "routes to "
                                        + String.join(", ", to)
                                        + " "
                                        + way
                                        + ", left out: to have them kept, write gateway: and"
                                        + " routes: under the rail"));
    }

    /// ARP of rail ports that is set live and by no file.
    private void arp(Host host) {
        Set<String> written = new TreeSet<>();
        facts.of(machine, SysctlSetting.class).forEach(s -> written.add(s.key()));
        Map<String, String> live = new HashMap<>();
        facts.of(machine, Sysctl.class).forEach(s -> live.putIfAbsent(s.key(), s.value()));
        for (RailPort port : host.rails()) {
            for (String name : List.of("arp_ignore", "arp_announce")) {
                String key = "net.ipv4.conf." + port.interfaceName().replace('.', '/') + "." + name;
                String value = live.getOrDefault(key, "0");
                if (!value.equals("0") && !written.contains(key)) {
                    words.add(
                            "sysctl "
                                    + key
                                    + " left out: it is "
                                    + value
                                    + ", and no file sets it; rail-arp: true keeps it so");
                }
            }
        }
    }
}
