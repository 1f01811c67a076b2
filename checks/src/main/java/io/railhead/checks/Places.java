package io.railhead.checks;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the subjects of findings are: on which machines, and on which rail where they name one,
/// a rail's interface or its RDMA device.
final class Places {
    static final Pattern WORD = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private final Set<String> machines;
    private final Set<String> rails = new HashSet<>();
    private final Map<String, String> railOf = new HashMap<>();

    /// @param rail empty when the subject names none
    private record Place(String machine, String rail) {}

    /// Where one or more subjects are.
    static final class Where {
        private final Set<Place> places = new HashSet<>();
        private final Set<String> machines = new HashSet<>();

        /// Whether both speak of one machine, and not of different rails of it; what names no
        /// machine is everywhere.
        boolean meets(Where other) {
            if (places.isEmpty() || other.places.isEmpty()) {
                return true;
            }
            if (places.size() > other.places.size()) {
                return other.meets(this);
            }
            return places.stream()
                    .anyMatch(
                            p ->
                                    p.rail.isEmpty()
                                            ? other.machines.contains(p.machine)
                                            : other.places.contains(p)
                                                    || other.places.contains(
                                                            new Place(p.machine, "")));
        }
    }

    Places(Set<String> machines, Optional<Cluster> wanted) {
        this.machines = machines;
        wanted.ifPresent(
                c -> {
                    c.rails().forEach(r -> rails.add(r.name()));
                    for (Host host : c.hosts()) {
                        for (RailPort port : host.rails()) {
                            railOf.put(host.name() + " " + port.interfaceName(), port.rail());
                            port.rdma()
                                    .ifPresent(
                                            r ->
                                                    railOf.put(
                                                            host.name() + " " + r.device(),
                                                            port.rail()));
                        }
                    }
                });
    }

    /// Adds where a subject is.
    ///
    /// @return false when it names no machine, and so is everywhere
    boolean add(String subject, Where where) {
        Set<String> on = new LinkedHashSet<>();
        Set<String> words = new LinkedHashSet<>();
        Matcher m = WORD.matcher(subject);
        while (m.find()) {
            (machines.contains(m.group()) ? on : words).add(m.group());
        }
        for (String machine : on) {
            String rail = "";
            for (String word : words) {
                rail =
                        rails.contains(word)
                                ? word
                                : railOf.getOrDefault(machine + " " + word, rail);
            }
            where.places.add(new Place(machine, rail));
            where.machines.add(machine);
        }
        return !on.isEmpty();
    }

    Where of(String subject) {
        Where where = new Where();
        add(subject, where);
        return where;
    }
}
