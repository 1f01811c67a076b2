package io.railhead.cli;

import io.railhead.checks.Wishes;
import io.railhead.configure.Intended;
import io.railhead.configure.Plan;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Wishes as a plan made just now has them, so that `check` and `plan` say the same.
///
/// @param planned the plan; empty when none was made: then the state that the evidence holds
///     decides
record PlannedWishes(Optional<Plan> planned, Intended intended) implements Wishes {

    @Override
    public Wish of(Cluster cluster, Host host, AppliedResource applied) {
        Wish byState =
                switch (intended.of(cluster, host, applied.resource(), applied.now())) {
                    case MET -> Wish.MET;
                    case UNMET -> Wish.UNMET;
                    case NOT_ASKED -> Wish.NOT_ASKED;
                };
        if (byState == Wish.NOT_ASKED
                || planned.filter(p -> p.hosts().contains(host.name())).isEmpty()) {
            return byState;
        }
        return named(planned.get(), host.name()).contains(applied.resource())
                ? Wish.UNMET
                : Wish.MET;
    }

    /// What the plan would change of a host or cannot have.
    private static Set<String> named(Plan plan, String host) {
        Set<String> named = new HashSet<>();
        plan.of(host).forEach(c -> named.add(c.change().resource()));
        plan.obstacles().stream()
                .filter(o -> o.device().equals(host))
                .forEach(o -> named.add(o.resource()));
        return named;
    }

    @Override
    public Optional<List<Unmet>> unmet() {
        return planned.map(
                p ->
                        Stream.concat(
                                        p.changes().stream()
                                                .map(
                                                        c ->
                                                                new Unmet(
                                                                        c.change().device(),
                                                                        c.change().resource(),
                                                                        "",
                                                                        "")),
                                        p.obstacles().stream()
                                                .map(
                                                        o ->
                                                                new Unmet(
                                                                        o.device(),
                                                                        o.resource(),
                                                                        o.why(),
                                                                        o.remedy())))
                                .toList());
    }
}
