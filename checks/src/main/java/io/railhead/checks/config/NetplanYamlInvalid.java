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

/// A netplan file cannot be read.
@AutoService(Check.class)
public final class NetplanYamlInvalid implements Check {

    @Override
    public String code() {
        return "netplan-yaml-invalid";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A netplan file is not valid YAML or not a netplan document.
                """,
                """
                `netplan apply` fails with the file and line; after a reboot the host comes up
                without its addresses.
                """,
                """
                Edited by hand: a tab, a missing blank after a colon, keys at the wrong depth,
                or everything on one level.
                """,
                """
                  netplan generate        # names file, line and column
                Correct the file, then `netplan try`, which reverts by itself unless confirmed.
                """,
                """
                  netplan generate && echo fine
                  railhead check --only netplan-yaml-invalid
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
                if (f.problem().isPresent()) {
                    survey.error(machine + " " + f.path())
                            .says(f.path() + " cannot be read: " + f.problem().get())
                            .because(
                                    "edited by hand; the next `netplan apply` or reboot fails on it")
                            .fix("`netplan generate` names the line; then `netplan try`")
                            .cites(f)
                            .explains(
                                    "address-missing",
                                    "mtu-mismatch",
                                    "address-not-persistent",
                                    "mtu-not-persistent",
                                    "interface-admin-down")
                            .report();
                }
            }
        }
    }
}
