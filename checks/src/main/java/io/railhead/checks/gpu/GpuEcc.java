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

/// A GPU has had uncorrectable memory errors.
@AutoService(Check.class)
public final class GpuEcc implements Check {

    @Override
    public String code() {
        return "gpu-ecc-uncorrectable";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU has had uncorrectable (double-bit) memory errors since boot.
                """,
                """
                Jobs die with "an uncorrectable ECC error was encountered" (Xid 48, 63, 64, 94
                or 95), or training gives NaN.
                """,
                """
                A failing memory cell. One alone is remapped at the next reset; repeated ones
                mean a failing card.
                """,
                """
                  nvidia-smi -q -d ECC,ROW_REMAPPER -i INDEX
                  nvidia-smi --gpu-reset -i INDEX      # with nothing using the GPU, or reboot
                If it comes back: replace the card.
                """,
                """
                  nvidia-smi -q -d ECC -i INDEX      # volatile uncorrectable 0, also under load
                  railhead check --only gpu-ecc-uncorrectable
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
            if (c.gpu().eccUncorrectable().isEmpty()) {
                survey.notChecked(c.subject(), "ECC is off, or the GPU does not count errors");
            } else if (c.gpu().eccUncorrectable().getAsLong() > 0) {
                survey.error(c.subject())
                        .says(
                                c.gpu().eccUncorrectable().getAsLong()
                                        + " uncorrectable memory errors since boot")
                        .because("a failing memory cell")
                        .fix(
                                "with nothing using it: `nvidia-smi --gpu-reset -i "
                                        + c.number()
                                        + "`; if errors come back, replace the card")
                        .cites(c.row("DRAM Uncorrectable"))
                        .explains("gpu-row-remap-pending")
                        .report();
            }
        }
    }
}
