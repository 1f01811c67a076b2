package io.railhead.cli;

import io.railhead.checks.Wishes;
import io.railhead.cli.changes.Untried;
import io.railhead.configure.Intended;
import io.railhead.configure.Plan;
import io.railhead.configure.PlanFile;
import io.railhead.configure.Resources;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Bundle;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Wishes as a plan made with the evidence has them, so that `check` and `plan` say the same.
///
/// @param planned the plan; empty when none was made: then the state that the evidence holds
///     decides
record PlannedWishes(Optional<Plan> planned, Intended intended) implements Wishes {

    static PlannedWishes of(Optional<Plan> planned) {
        return new PlannedWishes(planned, new Intended(Resources.installed()));
    }

    /// What resources know by themselves of whether a thing that was changed since is as wanted.
    static PlannedWishes none() {
        return of(Optional.empty());
    }

    /// What was seen for a plan when a bundle was made.
    static Optional<Plan> planOf(Bundle bundle) {
        try {
            return bundle.plan().isEmpty()
                    ? Optional.empty()
                    : Optional.of(PlanFile.read(bundle.plan().get()));
        } catch (PlanFile.NotAPlan e) {
            return Optional.empty(); // By a later version: then nothing is known of it.
        }
    }

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
    public Optional<String> notLooked(String host) {
        return planned.filter(p -> !p.hosts().contains(host))
                .map(p -> p.unreachable().getOrDefault(host, "it was not looked at"));
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
                                                                        "",
                                                                        caution(
                                                                                c.change()
                                                                                        .resource()))),
                                        p.obstacles().stream()
                                                .map(
                                                        o ->
                                                                new Unmet(
                                                                        o.device(),
                                                                        o.resource(),
                                                                        o.why(),
                                                                        o.remedy(),
                                                                        caution(o.resource()))))
                                .toList());
    }

    private static String caution(String resource) {
        return Untried.of(resource.replaceFirst(":.*", "")).orElse("");
    }
}
