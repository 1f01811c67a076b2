package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// A host has GPUs of another model than the intent says.
@AutoService(Check.class)
public final class GpuModelNotAsIntended implements Check {

    @Override
    public String code() {
        return "gpu-model-not-as-intended";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A host has GPUs of another model than cluster.yaml wants.
                """,
                """
                Memory or speed is not what the job was sized for.
                """,
                """
                Hosts were swapped, a card was replaced by another model, or cluster.yaml is
                wrong.
                """,
                """
                  nvidia-smi -L
                Correct `gpus: model:` in cluster.yaml, or the host's place in it.
                """,
                """
                  nvidia-smi --query-gpu=name --format=csv,noheader | sort | uniq -c
                  railhead check --only gpu-model-not-as-intended
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Gpu.class, h -> h.gpus().flatMap(Gpus::model).isPresent())) {
            String wanted = host.gpus().flatMap(Gpus::model).orElseThrow();
            List<Gpu> other =
                    survey.facts().of(host.name(), Gpu.class).stream()
                            .filter(g -> g.name().isPresent())
                            // The plain table cuts long names short.
                            .filter(g -> !g.name().orElseThrow().endsWith("..."))
                            .filter(g -> !isModel(g.name().orElseThrow(), wanted))
                            .toList();
            if (!other.isEmpty()) {
                survey.warning(host.name())
                        .says(
                                other.size()
                                        + " GPUs are "
                                        + other.getFirst().name().orElseThrow()
                                        + ", wanted "
                                        + wanted)
                        .because("hosts or cards were swapped, or the intent is wrong")
                        .fix("`nvidia-smi -L`; correct `gpus: model:` in the intent")
                        .cites(other.getFirst())
                        .cites(survey.intent(host, host.name() + ": model " + wanted))
                        .report();
            }
        }
    }

    /// Every word of the wanted name stands in the seen one: `V100 16GB` in `Tesla
    /// V100-PCIE-16GB`.
    private static boolean isModel(String seen, String wanted) {
        String s = seen.toLowerCase(Locale.ROOT);
        return Stream.of(wanted.toLowerCase(Locale.ROOT).split("[\\s-]+")).allMatch(s::contains);
    }
}
