package io.railhead.checks.lossless;

import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Lossless;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// A port that packets of the lossless class pass: of a host, or of a switch.
///
/// @param port what was read of its classes
/// @param host whether it is a host's
/// @param wanted the class as the intent has it
/// @param metres length of its cable, where the intent tells
/// @param sizes what ports need by the intent; absent where the class is what the machine's own
///     configuration means ([MeantClass])
record PortOfPath(
        ClassOfPort port,
        boolean host,
        Lossless wanted,
        OptionalDouble metres,
        Optional<Sizes> sizes) {

    /// `leaf1 Ethernet1/7`.
    String name() {
        return port.name();
    }

    int priority() {
        return wanted.priority();
    }

    /// Headroom that it needs; empty where the intent tells no speed.
    Optional<Sizes.Need> need() {
        return sizes.flatMap(s -> s.of(port.machine(), port.port(), host));
    }

    /// Whether the class is what the machine's own configuration means, and no intent's.
    boolean isMeant() {
        return sizes.isEmpty();
    }

    /// What is to be done, and who writes the switch's own words for it.
    String planned(String what) {
        return isMeant() ? what : what + ": `railhead plan` shows the switch's own words";
    }

    /// Every port of every cable between the machines that answered, once. Without an intent nobody
    /// knows what is wanted, which is said; an intent without the class has nothing to check.
    static List<PortOfPath> of(Survey survey, Situation situation) {
        Optional<Cluster> cluster = situation.wanted();
        if (cluster.isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
            return List.of();
        }
        Optional<Lossless> wanted = cluster.get().lossless();
        if (wanted.isEmpty()) return List.of();
        Sizes sizes = new Sizes(cluster.get(), wanted.get());
        Map<String, PortOfPath> all = new LinkedHashMap<>();
        List<LinkEnds.Ends> toHosts = LinkEnds.of(situation.facts(), cluster);
        // A cable of which one end alone answered has a port to check, too.
        cluster.get()
                .hosts()
                .forEach(
                        h ->
                                h.rails()
                                        .forEach(
                                                r ->
                                                        add(
                                                                situation,
                                                                h.name(),
                                                                r.interfaceName(),
                                                                true,
                                                                wanted.get(),
                                                                sizes,
                                                                all)));
        for (LinkEnds.Ends e : LinkEnds.intended(cluster.get())) {
            add(situation, e.leaf(), e.leafPort(), false, wanted.get(), sizes, all);
        }
        for (LinkEnds.Ends e : toHosts) {
            add(situation, e.host(), e.hostPort(), true, wanted.get(), sizes, all);
            add(situation, e.leaf(), e.leafPort(), false, wanted.get(), sizes, all);
        }
        for (LinkEnds.Ends e : LinkEnds.between(situation.facts(), cluster)) {
            add(situation, e.host(), e.hostPort(), false, wanted.get(), sizes, all);
            add(situation, e.leaf(), e.leafPort(), false, wanted.get(), sizes, all);
        }
        return new ArrayList<>(all.values());
    }

    private static void add(
            Situation situation,
            String machine,
            String port,
            boolean host,
            Lossless wanted,
            Sizes sizes,
            Map<String, PortOfPath> all) {
        if (!situation.facts().machines().contains(machine) || port.isEmpty()) return;
        all.putIfAbsent(
                machine + " " + port,
                new PortOfPath(
                        new ClassOfPort(situation.facts(), machine, port),
                        host,
                        wanted,
                        metres(situation.wanted().orElseThrow(), machine, port),
                        Optional.of(sizes)));
    }

    private static OptionalDouble metres(Cluster cluster, String machine, String port) {
        for (Link link : cluster.links()) {
            boolean here =
                    List.of(link.a(), link.b()).stream()
                            .anyMatch(e -> e.device().equals(machine) && e.port().equals(port));
            if (here && link.cable().isPresent()) {
                return OptionalDouble.of(link.cable().get().metres());
            }
        }
        return OptionalDouble.empty();
    }
}
