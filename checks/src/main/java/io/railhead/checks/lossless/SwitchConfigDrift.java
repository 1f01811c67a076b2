package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SwitchDifference;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Switch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A switch's configuration is not what is derived from the intent, whoever wrote it.
@AutoService(Check.class)
public final class SwitchConfigDrift implements Check {

    @Override
    public String code() {
        return "switch-config-drift";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Settings of the lossless class on a switch are not those that are derived from
                cluster.yaml.
                """,
                """
                `railhead plan` lists the same lines as changes; thresholds, shares or names differ
                from what was applied or computed.
                """,
                """
                The switch was set up by hand or by another tool, was changed since Railhead set it
                up, or cluster.yaml has changed and was not applied.
                """,
                """
                  railhead plan                  # the lines, with the reason of each
                  railhead apply                 # under the switch's own way back
                or write into cluster.yaml what is meant (`ecn: {kmin: ..., kmax: ...}`, `share`).
                """,
                """
                  railhead plan                  # nothing to do on the switch
                  railhead check --only switch-config-drift
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(SwitchDifference.class, SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (situation.wanted().flatMap(Cluster::lossless).isEmpty()) {
            if (situation.wanted().isEmpty()) {
                survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
            }
            return;
        }
        for (Switch device : situation.wanted().get().switches()) {
            if (!survey.facts().machines().contains(device.name())) continue;
            // Its ports stand in the same configuration: without them none was read.
            if (survey.facts().of(device.name(), SwitchPort.class).isEmpty()) {
                survey.notChecked(device.name(), "its running configuration was not read");
                continue;
            }
            look(device.name(), survey);
        }
    }

    private static void look(String device, Survey survey) {
        List<SwitchDifference> all = survey.facts().of(device, SwitchDifference.class);
        if (all.isEmpty()) return;
        Map<String, Integer> sections = new LinkedHashMap<>();
        all.forEach(d -> sections.merge(d.section(), 1, Integer::sum));
        SwitchDifference first = all.getFirst();
        String where =
                sections.entrySet().stream()
                        .limit(4)
                        .map(
                                e ->
                                        (e.getKey().isEmpty() ? "at the margin" : e.getKey())
                                                + " ("
                                                + e.getValue()
                                                + ")")
                        .collect(Collectors.joining(", "));
        survey.warning(device)
                .says(
                        (all.size() == 1 ? "a setting is" : all.size() + " settings are")
                                + " not as derived from the intent: "
                                + where
                                + (sections.size() > 4
                                        ? " and " + (sections.size() - 4) + " more sections"
                                        : "")
                                + "; first "
                                + words(first))
                .because(
                        "it was set up by other hands, or changed since, or the intent has"
                                + " changed; wanted for: "
                                + first.why())
                .fix("`railhead plan` shows all of it, `railhead apply` enters it")
                .cites(all.subList(0, Math.min(3, all.size())))
                .report();
    }

    private static String words(SwitchDifference d) {
        return d.is().map(i -> "«" + i + "»").orElse("nothing")
                + " instead of "
                + d.wanted().map(w -> "«" + w + "»").orElse("nothing");
    }
}
