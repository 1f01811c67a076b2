package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.NameResolution;
import io.railhead.model.intent.Host;
import java.util.Optional;
import java.util.Set;

/// A machine's own name does not resolve.
@AutoService(Check.class)
public final class HostnameUnresolved implements Check {

    @Override
    public String code() {
        return "hostname-not-resolvable";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A machine's own name does not resolve to any address on the machine itself.
                """,
                """
                "sudo: unable to resolve host"; Gloo: "getaddrinfo: Name or service not known";
                MPI and Ray start slowly, or not at all.
                """,
                """
                The name was changed without a line in /etc/hosts, and no name service knows it.
                """,
                """
                  echo 'ADDRESS NAME' >> /etc/hosts
                with the management address, not 127.0.1.1.
                """,
                """
                  getent ahosts $(hostname)
                  railhead check --only hostname-not-resolvable
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class, NameResolution.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(HostName.class)) {
            HostName own = survey.facts().first(machine, HostName.class).orElseThrow();
            Optional<NameResolution> looked =
                    survey.facts().of(machine, NameResolution.class).stream()
                            .filter(r -> r.name().equalsIgnoreCase(own.name()))
                            .findFirst();
            if (looked.isEmpty()) {
                survey.notChecked(machine, survey.why(machine, NameResolution.class));
            } else if (looked.get().addresses().isEmpty()) {
                String address =
                        survey.host(machine).map(Host::address).orElse("the management address");
                survey.warning(machine)
                        .says("the own name \"" + own.name() + "\" does not resolve")
                        .because("no line in /etc/hosts has it, and no name service knows it")
                        .fix("add \"" + address + " " + own.name() + "\" to /etc/hosts")
                        .cites(own)
                        .report();
            }
        }
    }
}
