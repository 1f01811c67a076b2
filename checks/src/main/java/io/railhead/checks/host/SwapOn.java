package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Bytes;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Memory;
import io.railhead.model.fact.Service;
import java.util.Optional;
import java.util.Set;

/// Swap is on, on a machine for RDMA, GPUs or Kubernetes.
@AutoService(Check.class)
public final class SwapOn implements Check {

    @Override
    public String code() {
        return "swap-on";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Swap is on, on a machine that is for RDMA or GPU jobs or runs a kubelet.
                """,
                """
                When memory runs short, everything that is not pinned is swapped out and the job
                crawls instead of failing; the kubelet refuses to start with swap on (unless
                told otherwise).
                """,
                """
                The installer made a swap file or partition.
                """,
                """
                  swapoff -a
                and remove its line from /etc/fstab.
                """,
                """
                  swapon --show        # empty
                  railhead check --only swap-on
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Memory.class, Service.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Memory.class, m -> isFor(survey, m))) {
            Memory memory = survey.facts().first(machine, Memory.class).orElseThrow();
            if (memory.swapTotalBytes() == 0) {
                continue;
            }
            Optional<Service> kubelet =
                    survey.facts().of(machine, Service.class).stream()
                            .filter(s -> s.unit().startsWith("kubelet"))
                            .filter(s -> s.load().equals("loaded"))
                            .findFirst();
            Draft draft =
                    survey.draft(kubelet.isPresent() ? Severity.WARNING : Severity.INFO, machine)
                            .says(new Bytes(memory.swapTotalBytes()) + " of swap are on")
                            .because(
                                    kubelet.isPresent()
                                            ? "the installer made it; the kubelet wants it off"
                                            : "the installer made it; pinned memory is never"
                                                    + " swapped, everything else of a job is")
                            .fix("`swapoff -a`, and remove its line from /etc/fstab")
                            .cites(memory, "SwapTotal");
            kubelet.ifPresent(draft::cites);
            draft.report();
        }
    }

    private static boolean isFor(Survey survey, String machine) {
        return survey.host(machine)
                .filter(
                        h ->
                                h.gpus().isPresent()
                                        || h.rails().stream().anyMatch(p -> p.rdma().isPresent()))
                .isPresent();
    }
}
