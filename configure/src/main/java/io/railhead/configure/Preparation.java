package io.railhead.configure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// Makes what hosts must know of each other before their changes can be worked out
/// ([Resource#prepare]), and works those changes out anew.
///
/// A host on which it fails is left without: it has its say when its own run begins there, and a
/// later apply gives the others what they lack.
final class Preparation {
    private final Machines machines;

    Preparation(Machines machines) {
        this.machines = machines;
    }

    /// The same changes, as they are with what the hosts showed; `prepared` itself when no host
    /// has anything to make. One round trip to the hosts that have.
    Prepared of(Prepared prepared) {
        List<Making> makings =
                prepared.states().values().stream()
                        .map(s -> new Making(s, scripts(prepared, s)))
                        .filter(m -> !m.scripts().isEmpty())
                        .toList();
        if (makings.isEmpty()) {
            return prepared;
        }
        Map<String, HostState> states = new LinkedHashMap<>(prepared.states());
        machines.each(makings, this::shown).forEach(s -> states.put(s.host().name(), s));
        return anew(prepared, Planner.completed(states.values()));
    }

    /// @param scripts what is to be made on a host, by the index of the item it is for
    private record Making(HostState state, SequencedMap<Integer, String> scripts) {}

    private static SequencedMap<Integer, String> scripts(Prepared prepared, HostState state) {
        Set<String> planned = new HashSet<>();
        prepared.works(state.host().name()).forEach(w -> planned.add(w.item().id()));
        SequencedMap<Integer, String> scripts = new LinkedHashMap<>();
        for (int i = 0; i < state.items().size(); i++) {
            HostState.Seen seen = state.items().get(i);
            if (planned.contains(seen.item().id())) {
                int at = i;
                seen.resource().prepare(seen.item(), seen.is()).ifPresent(s -> scripts.put(at, s));
            }
        }
        return scripts;
    }

    private HostState shown(Making making) {
        HostState state = making.state();
        Machines.Answer answer =
                machines.ask(
                        state.host(),
                        "prepare",
                        Scripts.prepare(List.copyOf(making.scripts().values())),
                        machines.timeout().multipliedBy(2));
        List<Observed> items = answer.reply().map(Reply::items).orElse(List.of());
        Map<HostState.Seen, Observed> found = new HashMap<>();
        int n = 0;
        for (int i : making.scripts().keySet()) {
            if (n < items.size()) {
                HostState.Seen seen = state.items().get(i);
                found.put(seen, seen.is().with(items.get(n).notes()));
            }
            n++;
        }
        return state.map(s -> s.with(found.getOrDefault(s, s.is())));
    }

    /// What is changed stays as it was planned: neither more nor fewer changes than consented to.
    private static Prepared anew(Prepared prepared, Map<String, HostState> states) {
        List<Work> works = new ArrayList<>();
        for (String host : prepared.plan().changed()) {
            Map<String, Work> now = new HashMap<>();
            HostState state = states.get(host);
            if (state != null) {
                Planner.works(state).forEach(w -> now.put(w.item().id(), w));
            }
            for (Work then : prepared.works(host)) {
                works.add(now.getOrDefault(then.item().id(), then));
            }
        }
        return new Prepared(
                prepared.plan().with(works.stream().map(Work::planned).toList()),
                prepared.cluster(),
                works,
                states);
    }
}
