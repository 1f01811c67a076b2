package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Wishes;
import io.railhead.model.Evidence;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the intent asks of a host beyond what other checks look at, and is not so: what a plan
/// would change, and what it cannot have.
@AutoService(Check.class)
public final class WishNotMet implements Check {
    /// Kinds whose difference other checks tell, with its cause.
    private static final Set<String> TOLD =
            Set.of("sysctl", "address", "link-mtu", "link-up", "rail-route", "hosts");

    /// Names that are written out; the rest is counted.
    private static final int NAMED = 4;

    /// Lines of evidence.
    private static final int CITED = 6;

    @Override
    public String code() {
        return "wish-not-met";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                `host-policy` in cluster.yaml asks for something that is not so on a host: a
                package, a module, a unit, a file, the CPU governor and the like.
                """,
                """
                `railhead plan` would change it, or says that it cannot be had there and why.
                """,
                """
                It was never applied, or it cannot be: a package that no repository has, a kernel
                without the feature, a file of somebody else that has the last word.
                """,
                """
                  railhead plan        # shows each difference, and what is in the way
                  railhead apply
                What cannot be had on a host: do what the remedy says, or leave it out for that
                host in cluster.yaml.
                """,
                """
                  railhead check --only wish-not-met
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(AppliedResource.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        Optional<Cluster> wanted = situation.wanted();
        if (wanted.isEmpty()) {
            return;
        }
        Optional<List<Wishes.Unmet>> unmet = situation.wishes().unmet();
        if (unmet.isEmpty()) {
            survey.notChecked("", "nobody looked at the hosts for it: railhead plan");
            return;
        }
        for (Host host : wanted.get().hosts()) {
            Optional<String> notLooked = situation.wishes().notLooked(host.name());
            if (notLooked.isPresent()) {
                // Of one that cannot be reached everything else says so.
                if (situation.facts().machines().contains(host.name())) {
                    survey.notChecked(host.name(), notLooked.get());
                }
                continue;
            }
            Set<String> drifted = drifted(situation, wanted.get(), host);
            Map<String, List<Wishes.Unmet>> kinds =
                    unmet.get().stream()
                            .filter(u -> u.host().equals(host.name()))
                            .filter(u -> !TOLD.contains(u.kind()))
                            .filter(u -> !drifted.contains(u.resource()))
                            .collect(
                                    Collectors.groupingBy(
                                            Wishes.Unmet::kind, TreeMap::new, Collectors.toList()));
            kinds.forEach((kind, of) -> report(survey, host, kind, of));
        }
    }

    /// What `config-drift` tells of.
    private static Set<String> drifted(Situation situation, Cluster cluster, Host host) {
        Set<String> drifted = new HashSet<>();
        for (AppliedResource a : situation.facts().of(host.name(), AppliedResource.class)) {
            if (a.state() == AppliedResource.State.CHANGED
                    && situation.wishes().of(cluster, host, a) == Wishes.Wish.UNMET) {
                drifted.add(a.resource());
            }
        }
        return drifted;
    }

    private static void report(Survey survey, Host host, String kind, List<Wishes.Unmet> of) {
        List<Wishes.Unmet> lacking = of.stream().filter(Wishes.Unmet::cannotBeHad).toList();
        List<String> changes =
                of.stream().filter(u -> !u.cannotBeHad()).map(Wishes.Unmet::name).toList();
        String says =
                (changes.isEmpty() ? "" : "not as wanted: " + named(changes))
                        + (changes.isEmpty() || lacking.isEmpty() ? "" : "; ")
                        + (lacking.isEmpty()
                                ? ""
                                : "cannot be had: "
                                        + named(
                                                lacking.stream()
                                                        .map(Wishes.Unmet::name)
                                                        .distinct()
                                                        .toList()));
        String remedies =
                lacking.stream()
                        .map(Wishes.Unmet::remedy)
                        .distinct()
                        .limit(2)
                        .collect(Collectors.joining("; "));
        String caution =
                of.stream()
                        .map(Wishes.Unmet::caution)
                        .filter(c -> !c.isEmpty())
                        .findFirst()
                        .map(c -> "; " + c)
                        .orElse("");
        Draft draft =
                survey.warning(host.name() + " " + kind)
                        .says(says)
                        .because(
                                lacking.isEmpty()
                                        ? "it was never applied here, or was taken back"
                                        : lacking.stream()
                                                .map(Wishes.Unmet::why)
                                                .distinct()
                                                .limit(2)
                                                .collect(Collectors.joining("; ")))
                        .fix(
                                (changes.isEmpty()
                                                ? remedies
                                                : "`railhead plan`, then `railhead apply`"
                                                        + (remedies.isEmpty()
                                                                ? ""
                                                                : "; " + remedies))
                                        + caution);
        of.stream()
                .limit(CITED)
                .map(
                        u ->
                                u.resource()
                                        + (u.cannotBeHad()
                                                ? ": " + u.why()
                                                : ": railhead plan would change it"))
                .map(t -> new Evidence(host.name() + ": railhead plan", 0, t))
                .forEach(draft::cites);
        draft.report();
    }

    private static String named(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
    }
}
