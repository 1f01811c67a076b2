package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.intent.Host;
import java.util.Locale;
import java.util.Set;

/// A machine calls itself differently than the intent.
@AutoService(Check.class)
public final class HostnameNotAsIntended implements Check {

    @Override
    public String code() {
        return "hostname-not-as-intended";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A machine calls itself by another name than cluster.yaml.
                """,
                """
                Schedulers and launchers look for the name of the one and find the name of the
                other; `mpirun -H` and Slurm place ranks on "unknown" hosts; reports and logs
                are hard to join.
                """,
                """
                The address in cluster.yaml belongs to another machine (two entries swapped), or
                the machine was never named.
                """,
                """
                See which machine it is before renaming it, two addresses may be swapped:
                  ssh ADDRESS hostname
                  hostnamectl set-hostname NAME
                """,
                """
                  hostname
                  railhead check --only hostname-not-as-intended
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(HostName.class)) {
            survey.facts()
                    .first(host.name(), HostName.class)
                    .filter(h -> !shortName(h.name()).equals(shortName(host.name())))
                    .ifPresent(
                            h ->
                                    survey.warning(host.name())
                                            .says(
                                                    "calls itself \""
                                                            + h.name()
                                                            + "\", the intent calls it \""
                                                            + host.name()
                                                            + "\"")
                                            .because(
                                                    survey.host(shortName(h.name()))
                                                            .map(
                                                                    o ->
                                                                            "that is the name of"
                                                                                    + " another host of"
                                                                                    + " the intent: the"
                                                                                    + " addresses may be"
                                                                                    + " swapped")
                                                            .orElse(
                                                                    "never named after the"
                                                                            + " installation, or"
                                                                            + " named by another"
                                                                            + " scheme"))
                                            .fix(
                                                    "if "
                                                            + host.address()
                                                            + " is the right machine:"
                                                            + " `hostnamectl set-hostname "
                                                            + host.name()
                                                            + "`; otherwise correct its address in"
                                                            + " the intent")
                                            .cites(h)
                                            .cites(
                                                    survey.intent(
                                                            host,
                                                            host.name() + " at " + host.address()))
                                            .report());
        }
    }

    private static String shortName(String name) {
        int dot = name.indexOf('.');
        return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
    }
}
