package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import java.util.Set;

/// A netplan file may be read by others.
@AutoService(Check.class)
public final class NetplanPermissions implements Check {

    @Override
    public String code() {
        return "netplan-permissions-too-open";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A netplan file may be read or written by others than root.
                """,
                """
                `netplan apply` prints "Permissions for ... are too open. Netplan configuration
                should NOT be accessible by others." It works nevertheless.
                """,
                """
                Created by hand with the usual umask. Files may hold Wi-Fi or tunnel keys, so
                netplan complains of all.
                """,
                """
                  chmod 600 /etc/netplan/*.yaml
                """,
                """
                  netplan generate        # says nothing
                  railhead check --only netplan-permissions-too-open
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetplanFile.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(NetplanFile.class, m -> Netplan.inUse(survey, m))) {
            for (NetplanFile f : survey.facts().of(machine, NetplanFile.class)) {
                String mode =
                        f.mode().length() > 3
                                ? f.mode().substring(f.mode().length() - 3)
                                : f.mode();
                if (mode.matches("[0-7]{3}") && !mode.endsWith("00")) {
                    survey.warning(machine + " " + f.path())
                            .says(f.path() + " has mode " + f.mode() + ", wanted 600")
                            .because("created with the usual umask; netplan warns at every run")
                            .fix("`chmod 600 " + f.path() + "`")
                            .cites(f)
                            .report();
                }
            }
        }
    }
}
