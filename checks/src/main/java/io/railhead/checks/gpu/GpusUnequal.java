package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The GPUs of one host, or of twins, are not alike.
@AutoService(Check.class)
public final class GpusUnequal implements Check {

    @Override
    public String code() {
        return "gpus-unequal";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The GPUs of one host are of different models, or twins have different numbers of
                them.
                """,
                """
                Every step waits for the slowest GPU; memory of the smallest limits the batch.
                """,
                """
                A card was replaced by another model, or one is missing.
                """,
                """
                  nvidia-smi --query-gpu=index,name,memory.total --format=csv
                Group equal GPUs into one job, or replace the odd one.
                """,
                """
                  nvidia-smi --query-gpu=name --format=csv,noheader | sort -u | wc -l
                  railhead check --only gpus-unequal
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> counts = new ArrayList<>();
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            List<Gpu> seen = survey.facts().of(machine, Gpu.class);
            Map<String, List<Gpu>> byName = new TreeMap<>();
            seen.forEach(
                    g ->
                            g.name()
                                    .ifPresent(
                                            n ->
                                                    byName.computeIfAbsent(
                                                                    n, x -> new ArrayList<>())
                                                            .add(g)));
            if (byName.size() > 1) {
                Draft draft =
                        survey.warning(machine)
                                .says(
                                        "GPUs of different models: "
                                                + String.join(
                                                        ", ",
                                                        byName.entrySet().stream()
                                                                .map(
                                                                        e ->
                                                                                e.getValue().size()
                                                                                        + " "
                                                                                        + e
                                                                                                .getKey())
                                                                .toList()))
                                .because("a card was replaced by another model")
                                .fix("group equal GPUs into one job, or replace the odd one");
                byName.values().forEach(l -> draft.cites(l.getFirst()));
                draft.report();
            }
            counts.add(
                    Twins.Said.of(
                            Twins.group(survey, machine),
                            machine,
                            seen.size() + " GPUs",
                            seen.getFirst()));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "has",
                        "a GPU is missing or the hosts are not alike",
                        "`nvidia-smi -L` and `lspci | grep -i nvidia` on the odd ones"),
                counts);
    }
}
