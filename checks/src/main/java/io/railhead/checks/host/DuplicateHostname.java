package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.ShownTwice;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Two machines call themselves by one name.
@AutoService(Check.class)
public final class DuplicateHostname implements Check {

    @Override
    public String code() {
        return "duplicate-hostname";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Two machines have the same host name.
                """,
                """
                Slurm, Ray, MPI and monitoring take the two for one; ranks are placed twice on
                one host; logs of both mix under one name.
                """,
                """
                An image was cloned, or `hostnamectl` never ran after the installation.
                """,
                """
                  hostnamectl set-hostname NAME
                and make /etc/hosts agree; restart what has read the old name (slurmd, kubelet).
                """,
                """
                  hostname
                  railhead check --only duplicate-hostname
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        Map<String, List<String>> byName = new LinkedHashMap<>();
        for (String machine : survey.machines(HostName.class)) {
            survey.facts()
                    .first(machine, HostName.class)
                    .ifPresent(
                            h ->
                                    byName.computeIfAbsent(
                                                    h.name().toLowerCase(Locale.ROOT),
                                                    n -> new ArrayList<>())
                                            .add(machine));
        }
        byName.forEach(
                (name, called) -> {
                    List<String> machines = ShownTwice.without(survey.facts(), called);
                    if (machines.size() > 1) {
                        Draft draft =
                                survey.error(String.join(", ", machines))
                                        .says(
                                                machines.size()
                                                        + " machines call themselves \""
                                                        + name
                                                        + "\"")
                                        .because("cloned images, or never named after installation")
                                        .fix(
                                                "on all but one: `hostnamectl set-hostname NAME`,"
                                                        + " and the same name in /etc/hosts")
                                        .explains(
                                                "hostname-not-as-intended",
                                                "gloo-hostname-loopback");
                        machines.forEach(
                                m ->
                                        survey.facts()
                                                .first(m, HostName.class)
                                                .ifPresent(draft::cites));
                        draft.report();
                    }
                });
    }
}
