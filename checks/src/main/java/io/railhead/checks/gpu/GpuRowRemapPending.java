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

/// A GPU waits for a reset to remap memory rows.
@AutoService(Check.class)
public final class GpuRowRemapPending implements Check {

    @Override
    public String code() {
        return "gpu-row-remap-pending";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU has memory rows to remap and waits for a reset to do it.
                """,
                """
                nvidia-smi -q says "Remapped Rows: Pending: Yes"; Xid 63 in dmesg; the bad rows
                are still in use.
                """,
                """
                An uncorrectable error marked a row; the remapping takes place at the next reset
                of the GPU.
                """,
                """
                  nvidia-smi --gpu-reset -i INDEX      # with nothing using the GPU, or reboot the host
                """,
                """
                  nvidia-smi -q -d ROW_REMAPPER -i INDEX | grep Pending      # No
                  railhead check --only gpu-row-remap-pending
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
            if (c.gpu().remapPending().isEmpty()) {
                survey.notChecked(c.subject(), "the GPU does not tell of remapped rows");
            } else if (c.gpu().remapPending().get()) {
                survey.error(c.subject())
                        .says("memory rows wait to be remapped; the GPU needs a reset")
                        .because("an uncorrectable error marked a row (Xid 63)")
                        .fix(
                                "with nothing using it: `nvidia-smi --gpu-reset -i "
                                        + c.number()
                                        + "`, or reboot")
                        .cites(c.row("Remapped Rows/Pending"))
                        .report();
            }
        }
    }
}
