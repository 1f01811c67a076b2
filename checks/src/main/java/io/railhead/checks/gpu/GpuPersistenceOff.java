package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.Set;

/// GPU persistence mode is off.
@AutoService(Check.class)
public final class GpuPersistenceOff implements Check {

    @Override
    public String code() {
        return "gpu-persistence-off";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Persistence mode is off: the driver lets go of the GPU when nothing uses it.
                """,
                """
                The first CUDA call of each job takes seconds (with 8 GPUs, tens of seconds);
                container starts time out; settings such as clocks are lost between jobs.
                """,
                """
                nvidia-persistenced is not running.
                """,
                """
                  systemctl enable --now nvidia-persistenced
                or, until reboot: `nvidia-smi -pm 1`.
                """,
                """
                  nvidia-smi --query-gpu=persistence_mode --format=csv,noheader | sort -u      # Enabled
                  railhead check --only gpu-persistence-off
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.all(survey)) {
            if (c.gpu().persistence().isEmpty()) {
                survey.notChecked(c.subject(), "nvidia-smi does not tell the persistence mode");
            } else if (!c.gpu().persistence().get()) {
                survey.warning(c.subject())
                        .says("persistence mode is off")
                        .because("nvidia-persistenced is not running")
                        .fix("`systemctl enable --now nvidia-persistenced`")
                        .cites(c.row("Persistence Mode"))
                        .report();
            }
        }
    }
}
