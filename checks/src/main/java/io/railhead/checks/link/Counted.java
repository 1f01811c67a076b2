package io.railhead.checks.link;

import io.railhead.checks.Survey;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Driver counters of rail ports (`ethtool -S`), by the names one check asks about.
///
/// @param machine whose they are
/// @param all every counter of the interface
/// @param risen those asked about that are not zero
record Counted(String machine, NicCounters all, Map<String, Long> risen) {

    private static final Pattern VIRTUAL =
            Pattern.compile("(lo|ifb|dummy|tun|tap|sit|gre|docker|br-|veth|virbr|vnet|cali|cni).*");

    String subject() {
        return machine + " " + all.interfaceName();
    }

    /// `rx_crc_errors_phy 12, rx_symbol_err_phy 3`.
    String words() {
        return String.join(
                ", ", risen.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    }

    /// The counters of every rail port, or of every interface where there is no intent. Ports whose
    /// driver has none of the names are reported as not checked.
    static List<Counted> of(Survey survey, String... names) {
        return of(survey, h -> true, names);
    }

    static List<Counted> of(Survey survey, Predicate<String> applies, String... names) {
        List<Counted> counted = new ArrayList<>();
        for (String machine : survey.machines(NicCounters.class, applies)) {
            List<NicCounters> wanted = wanted(survey, machine);
            if (wanted.isEmpty()) {
                survey.notChecked(machine, "no counters of a rail's interface were read");
            }
            for (NicCounters counters : wanted) {
                Map<String, Long> risen = new LinkedHashMap<>();
                boolean known = false;
                for (String name : names) {
                    Long value = counters.values().get(name);
                    known |= value != null;
                    if (value != null && value > 0) {
                        risen.put(name, value);
                    }
                }
                if (known) {
                    counted.add(new Counted(machine, counters, risen));
                } else {
                    survey.notChecked(
                            machine + " " + counters.interfaceName(),
                            "its driver does not keep the counters that this reads");
                }
            }
        }
        return counted;
    }

    private static List<NicCounters> wanted(Survey survey, String machine) {
        List<NicCounters> all = survey.facts().of(machine, NicCounters.class);
        Optional<Host> host = survey.host(machine);
        if (host.isEmpty() || host.get().rails().isEmpty()) {
            return all.stream().filter(c -> !VIRTUAL.matcher(c.interfaceName()).matches()).toList();
        }
        List<String> ports = host.get().rails().stream().map(RailPort::interfaceName).toList();
        return all.stream().filter(c -> ports.contains(c.interfaceName())).toList();
    }
}
