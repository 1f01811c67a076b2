package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Evidence;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A machine of the cluster could not be reached, or answered only in part.
@AutoService(Check.class)
public final class HostUnreachable implements Check {

    @Override
    public String code() {
        return "host-unreachable";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A machine of the cluster could not be reached over SSH, or the connection broke
                while it answered.
                """,
                """
                Everything that needs this machine is not checked; jobs that include it do not
                start.
                """,
                """
                The reason stands in the finding: refused (sshd is not running, or another
                port), timed out (down, wrong address, firewall), host key not known or changed,
                no accepted login.
                """,
                """
                  ssh -v USER@ADDRESS
                A new machine's host key is accepted by `--accept-new` on first contact. A
                machine that is down can be looked at through its BMC (power state, console).
                """,
                """
                  ssh USER@ADDRESS true
                  railhead check --hosts NAME
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of();
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Map.Entry<String, String> entry :
                new TreeMap<>(survey.facts().unreachable()).entrySet()) {
            report(survey, entry.getKey(), entry.getValue());
        }
        for (Host host : survey.wanted().map(Cluster::hosts).orElse(List.of())) {
            if (!survey.facts().machines().contains(host.name())
                    && !survey.facts().unreachable().containsKey(host.name())) {
                survey.notChecked(host.name(), "the machine is not in the evidence");
            }
        }
    }

    private static void report(Survey survey, String machine, String why) {
        Optional<Host> host = survey.host(machine);
        boolean partly = survey.facts().machines().contains(machine);
        Optional<Switch> device =
                survey.wanted().stream()
                        .flatMap(c -> c.switches().stream())
                        .filter(s -> s.name().equals(machine))
                        .findFirst();
        String login =
                host.map(h -> login(h.address(), h.login()))
                        .or(() -> device.map(s -> login(s.address(), s.login())))
                        .orElse(machine);
        survey.critical(machine)
                .says(partly ? "answered only in part" : "could not be reached")
                .because(why)
                .fix("`ssh -v " + login + "` shows where it stops")
                .cites(
                        host.map(h -> survey.intent(h, machine + " at " + h.address() + ": " + why))
                                .orElse(new Evidence("ssh " + machine, 0, why)))
                .explains("rail-peer-unreachable", "neighbour-failed")
                .report();
    }

    private static String login(String address, Login login) {
        return login.user().map(u -> u + "@").orElse("")
                + address
                + (login.port() == 22 ? "" : " -p " + login.port());
    }
}
