package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvLinkErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// A NVLink has counted errors.
@AutoService(Check.class)
public final class NvlinkErrors implements Check {

    @Override
    public String code() {
        return "nvlink-errors";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A NVLink has counted replay, recovery or CRC errors.
                """,
                """
                All-reduce inside the host is slower on some runs; Xid 74 in dmesg when it gets
                worse.
                """,
                """
                A marginal link: baseboard, bridge or GPU seat. Replays are repaired by the link
                itself and cost time; recoveries interrupt it.
                """,
                """
                  nvidia-smi nvlink -e -i INDEX
                Read twice under load. If it rises: reset the GPUs (or power off and on), then
                reseat bridge or tray.
                """,
                """
                  nvidia-smi nvlink -e      # twice under load: no rise
                  railhead check --only nvlink-errors
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NvLinkErrors.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            Map<Integer, List<NvLinkErrors>> byGpu = new TreeMap<>();
            for (NvLinkErrors e : survey.facts().of(machine, NvLinkErrors.class)) {
                if (e.counters().values().stream().anyMatch(v -> v > 0)) {
                    byGpu.computeIfAbsent(e.gpu(), g -> new ArrayList<>()).add(e);
                }
            }
            byGpu.forEach(
                    (gpu, links) -> {
                        NvLinkErrors first = links.getFirst();
                        String counts =
                                String.join(
                                        ", ",
                                        first.counters().entrySet().stream()
                                                .filter(c -> c.getValue() > 0)
                                                .map(c -> c.getKey() + " " + c.getValue())
                                                .toList());
                        survey.warning(machine + " GPU " + gpu)
                                .says(
                                        links.size()
                                                + " NVLinks have counted errors; link "
                                                + first.link()
                                                + ": "
                                                + counts)
                                .because("a marginal link: bridge, baseboard or seat of the GPU")
                                .fix(
                                        "`nvidia-smi nvlink -e -i "
                                                + gpu
                                                + "` twice under load; if it rises, reset the GPUs,"
                                                + " then reseat")
                                .cites(links.stream().limit(3).toList())
                                .report();
                    });
        }
    }
}
