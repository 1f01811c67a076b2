package io.railhead.checks.gpu;

import io.railhead.checks.Nvidia;
import io.railhead.checks.Survey;
import io.railhead.model.Source;
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One GPU of one machine.
record Card(String machine, Gpu gpu) {

    /// `gpu01 GPU 3`.
    String subject() {
        return machine
                + (gpu.index().isPresent()
                        ? " GPU " + gpu.index().getAsInt()
                        : " " + gpu.busId().or(gpu::uuid).orElse("GPU"));
    }

    /// For `nvidia-smi -i`.
    String number() {
        return gpu.index().isPresent()
                ? Integer.toString(gpu.index().getAsInt())
                : gpu.busId().orElse("GPU");
    }

    /// Every GPU that was read. Machines that should have GPUs and showed none are reported as not
    /// checked.
    static List<Card> all(Survey survey) {
        List<Card> cards = new ArrayList<>();
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            survey.facts().of(machine, Gpu.class).forEach(g -> cards.add(new Card(machine, g)));
        }
        return cards;
    }

    /// Whether a slowdown reason is active; empty when the driver does not say.
    Optional<Boolean> slowed(String reason) {
        return Optional.ofNullable(gpu.throttle().get(reason));
    }

    /// The row whose path ends so, the whole block when there is none.
    Source row(String end) {
        return gpu.lines().keySet().stream()
                .filter(k -> k.endsWith(end))
                .findFirst()
                .map(gpu::at)
                .orElse(gpu.source());
    }

    /// The GPUs for which a slowdown reason is known, active or not; the rest of them are reported
    /// as not checked.
    static List<Card> saying(Survey survey, String reason) {
        List<Card> saying = new ArrayList<>();
        for (Card c : all(survey)) {
            if (c.slowed(reason).isPresent()) {
                saying.add(c);
            } else if (c.slowed("Idle").filter(i -> i).isPresent()
                    && c.gpu().throttle().size() == 1) {
                // New drivers print only the reasons that are active.
                saying.add(c);
            } else {
                survey.notChecked(c.subject(), "nvidia-smi does not give slowdown reasons");
            }
        }
        return saying;
    }
}
