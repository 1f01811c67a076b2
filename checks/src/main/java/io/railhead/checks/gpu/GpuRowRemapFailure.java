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

/// A GPU could not remap a memory row.
@AutoService(Check.class)
public final class GpuRowRemapFailure implements Check {

    @Override
    public String code() {
        return "gpu-row-remap-failure";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU could not remap a bad memory row: no spare rows are left.
                """,
                """
                nvidia-smi -q says "Remapping Failure Occurred: Yes"; Xid 64; jobs on this GPU
                die with ECC errors.
                """,
                """
                The card's memory is worn out or damaged.
                """,
                """
                Take the GPU out of service and replace the card:
                  nvidia-smi -q -d ROW_REMAPPER -i INDEX > evidence.txt
                """,
                """
                  nvidia-smi -q -d ROW_REMAPPER | grep Failure      # No, on the new card
                  railhead check --only gpu-row-remap-failure
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
            if (c.gpu().remapFailure().isEmpty()) {
                survey.notChecked(c.subject(), "the GPU does not tell of remapped rows");
            } else if (c.gpu().remapFailure().get()) {
                survey.critical(c.subject())
                        .says("a memory row could not be remapped: no spare rows are left")
                        .because("the card's memory is worn out or damaged (Xid 64)")
                        .fix("take the GPU out of service and replace the card")
                        .cites(c.row("Remapping Failure Occurred"))
                        .explains("gpu-ecc-uncorrectable", "gpu-row-remap-pending")
                        .report();
            }
        }
    }
}
