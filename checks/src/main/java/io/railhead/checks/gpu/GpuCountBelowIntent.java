package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Set;

/// A host has another number of GPUs than the intent says.
@AutoService(Check.class)
public final class GpuCountBelowIntent implements Check {

    @Override
    public String code() {
        return "gpu-count-not-as-intended";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The driver shows another number of GPUs than cluster.yaml wants for the host.
                """,
                """
                Jobs fail with "invalid device ordinal" or start with fewer ranks; Slurm drains
                the host for its GRES.
                """,
                """
                A GPU fell off the bus (Xid 79), is not seated or powered, is hidden by another
                driver (vfio, nouveau), or cluster.yaml is wrong.
                """,
                """
                  nvidia-smi -L
                  lspci | grep -i nvidia
                  dmesg -T | grep -i -e xid -e nvrm
                A GPU that lspci shows and nvidia-smi does not: power the host off and on, then
                reseat or replace it.
                """,
                """
                  nvidia-smi -L | wc -l
                  railhead check --only gpu-count-not-as-intended
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Gpu.class, h -> h.gpus().isPresent())) {
            List<Gpu> seen = survey.facts().of(host.name(), Gpu.class);
            Gpus wanted = host.gpus().orElseThrow();
            if (seen.size() != wanted.count()) {
                survey.draft(
                                seen.size() < wanted.count() ? Severity.ERROR : Severity.WARNING,
                                host.name())
                        .says("the driver shows " + seen.size() + " GPUs, wanted " + wanted.count())
                        .because(
                                seen.size() < wanted.count()
                                        ? "a GPU fell off the bus, is not powered, or belongs to"
                                                + " another driver"
                                        : "the intent does not know of all of them")
                        .fix(
                                "`lspci | grep -i nvidia` and `dmesg -T | grep -i xid`; a GPU that"
                                        + " only lspci shows: power the host off and on")
                        .cites(seen.getFirst())
                        .cites(survey.intent(host, host.name() + ": " + wanted.count() + " GPUs"))
                        .report();
            }
        }
    }
}
