package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// A NVLink of a GPU is down.
@AutoService(Check.class)
public final class NvlinkInactive implements Check {

    @Override
    public String code() {
        return "nvlink-inactive";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Some NVLinks of a GPU are down while its others, or those of the other GPUs, are
                up.
                """,
                """
                NCCL uses fewer channels or goes through PCIe for one GPU; all-reduce inside the
                host is slow.
                """,
                """
                A link that failed to train (Xid 74), fabric manager not running on NVSwitch
                systems, or a bridge that is missing.
                """,
                """
                  nvidia-smi nvlink -s
                  nvidia-smi nvlink -e
                  dmesg -T | grep -i -e xid -e nvlink
                Restart fabric manager with no job running, or power the host off and on.
                """,
                """
                  nvidia-smi nvlink -s | grep -c inactive      # 0
                  railhead check --only nvlink-inactive
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NvLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            Map<Integer, List<NvLink>> byGpu = new TreeMap<>();
            survey.facts()
                    .of(machine, NvLink.class)
                    .forEach(l -> byGpu.computeIfAbsent(l.gpu(), g -> new ArrayList<>()).add(l));
            boolean anyUp = byGpu.values().stream().flatMap(List::stream).anyMatch(NvLink::active);
            byGpu.forEach(
                    (gpu, links) -> {
                        List<NvLink> down = links.stream().filter(l -> !l.active()).toList();
                        if (anyUp && !down.isEmpty()) {
                            survey.error(machine + " GPU " + gpu)
                                    .says(down.size() + " of " + links.size() + " NVLinks are down")
                                    .because(
                                            "a link failed to train, or fabric manager does not run")
                                    .fix(
                                            "`nvidia-smi nvlink -e -i "
                                                    + gpu
                                                    + "`, `dmesg -T | grep -i nvlink`; power the host"
                                                    + " off and on")
                                    .cites(down.stream().limit(3).toList())
                                    .report();
                        }
                    });
        }
    }
}
