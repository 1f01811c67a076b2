package io.railhead.configure;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A plan with what it takes to apply it now.
public final class Prepared {
    private final Plan plan;
    private final Cluster cluster;
    private final List<Work> works;
    private final Map<String, HostState> states;

    Prepared(Plan plan, Cluster cluster, List<Work> works, Map<String, HostState> states) {
        this.plan = plan;
        this.cluster = cluster;
        this.works = List.copyOf(works);
        this.states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    }

    public Plan plan() {
        return plan;
    }

    public Cluster cluster() {
        return cluster;
    }

    Map<String, HostState> states() {
        return states;
    }

    List<Work> works(String device) {
        return works.stream().filter(w -> w.item().device().equals(device)).toList();
    }

    Optional<Host> host(String device) {
        return cluster.host(device);
    }

    /// Runs that were cut short, by host.
    Map<String, List<RunReport>> unfinished() {
        Map<String, List<RunReport>> result = new LinkedHashMap<>();
        states.forEach(
                (name, state) -> {
                    if (!state.unfinished().isEmpty()) {
                        result.put(name, state.unfinished());
                    }
                });
        return result;
    }

    /// Only the changes that `keep` accepts.
    ///
    /// @return changes that are kept but need one that is not, each as `device: resource needs …`
    public List<String> missingNeeds(Predicate<PlannedChange> keep) {
        List<String> missing = new ArrayList<>();
        for (PlannedChange c : plan.changes()) {
            if (!keep.test(c)) {
                continue;
            }
            for (PlannedChange other : plan.of(c.change().device())) {
                if (c.change().needs().contains(other.change().resource()) && !keep.test(other)) {
                    missing.add(
                            c.change().device()
                                    + ": "
                                    + c.change().resource()
                                    + " needs "
                                    + other.change().resource());
                }
            }
        }
        return missing;
    }

    /// The same with only the changes that `keep` accepts.
    public Prepared only(Predicate<PlannedChange> keep) {
        List<Work> kept = works.stream().filter(w -> keep.test(w.planned())).toList();
        return new Prepared(
                plan.with(kept.stream().map(Work::planned).toList()), cluster, kept, states);
    }

    /// Everything that was looked at, as `kind:name`, each once.
    public List<String> resources() {
        return states.values().stream()
                .flatMap(
                        s ->
                                Stream.concat(
                                        s.items().stream().map(i -> i.item()), s.unread().stream()))
                .map(Item::id)
                .distinct()
                .toList();
    }

    /// The same with only the obstacles that `keep` accepts.
    public Prepared onlyObstacles(Predicate<Obstacle> keep) {
        return new Prepared(plan.withObstacles(keep), cluster, works, states);
    }

    /// Compares with a plan made earlier: what of it is no longer so.
    public List<Drift> drift(Plan earlier) {
        List<Drift> drifts = new ArrayList<>();
        for (PlannedChange then : earlier.changes()) {
            drift(earlier, then).ifPresent(drifts::add);
        }
        return drifts;
    }

    private Optional<Drift> drift(Plan earlier, PlannedChange then) {
        String device = then.change().device();
        String resource = then.change().resource();
        HostState state = states.get(device);
        if (state == null) {
            return Optional.of(
                    new Drift(
                            device,
                            resource,
                            plan.unreachable().containsKey(device)
                                    ? "the host does not answer: " + plan.unreachable().get(device)
                                    : "the host is not in the intent, or not among --hosts",
                            "",
                            ""));
        }
        if (state.items().stream().noneMatch(s -> s.item().id().equals(resource))) {
            return Optional.of(
                    new Drift(device, resource, "the intent no longer asks for it", "", ""));
        }
        Optional<PlannedChange> found =
                plan.of(device).stream()
                        .filter(c -> c.change().resource().equals(resource))
                        .findFirst();
        if (found.isEmpty()) {
            // As wanted already: somebody, or an earlier apply of this plan, was here before.
            return plan.obstacles().stream()
                    .filter(o -> o.device().equals(device) && o.resource().equals(resource))
                    .filter(o -> !earlier.obstacles().contains(o))
                    .findFirst()
                    .map(o -> new Drift(device, resource, o.why(), "", ""));
        }
        return Drift.between(then, found.get());
    }

    /// Only what the earlier plan has; changes that came up since are left out.
    public Prepared onlyThoseOf(Plan earlier) {
        return only(
                now ->
                        earlier.of(now.change().device()).stream()
                                .anyMatch(
                                        c ->
                                                c.change()
                                                        .resource()
                                                        .equals(now.change().resource())));
    }
}
