package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Netplan files name different renderers.
@AutoService(Check.class)
public final class NetplanRendererMismatch implements Check {

    @Override
    public String code() {
        return "netplan-renderer-mismatch";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Netplan files of one host name different renderers (networkd and
                NetworkManager).
                """,
                """
                Boot waits two minutes for a "wait-online" service of the renderer that manages
                nothing; an interface is configured twice or not at all.
                """,
                """
                A desktop image's file (renderer: NetworkManager) beside a server's, or a file
                copied from elsewhere.
                """,
                """
                Name one renderer in all files (servers: networkd), then
                  netplan generate && netplan try
                  systemctl disable NetworkManager-wait-online      # when networkd is the one
                """,
                """
                  grep -rn renderer /etc/netplan
                  railhead check --only netplan-renderer-mismatch
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetplanFile.class, NetplanInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(NetplanFile.class, m -> Netplan.inUse(survey, m))) {
            Map<String, List<Fact>> byRenderer = new TreeMap<>();
            for (NetplanFile f : survey.facts().of(machine, NetplanFile.class)) {
                f.renderer()
                        .ifPresent(
                                r -> byRenderer.computeIfAbsent(r, x -> new ArrayList<>()).add(f));
            }
            for (NetplanInterface i : survey.facts().of(machine, NetplanInterface.class)) {
                i.renderer()
                        .ifPresent(
                                r -> byRenderer.computeIfAbsent(r, x -> new ArrayList<>()).add(i));
            }
            if (byRenderer.size() > 1) {
                Draft draft =
                        survey.warning(machine)
                                .says(
                                        "netplan files name "
                                                + String.join(" and ", byRenderer.keySet()))
                                .because("files from a desktop and a server image side by side")
                                .fix(
                                        "one renderer in all files (servers: networkd), `netplan"
                                                + " generate && netplan try`")
                                .explains("address-missing", "interface-admin-down");
                byRenderer.values().forEach(l -> draft.cites(l.getFirst(), "renderer"));
                draft.report();
            }
        }
    }
}
