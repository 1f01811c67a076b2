package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.intent.Job;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A job fixes a GID index that is not the RoCE v2 entry of the rail.
@AutoService(Check.class)
public final class RoceWrongGidIndex implements Check {

    @Override
    public String code() {
        return "roce-wrong-gid-index";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A job in cluster.yaml sets NCCL_IB_GID_INDEX to an index that is not the RoCE v2
                entry with the rail's address on some host.
                """,
                """
                NCCL: status=12 (retry exceeded) with "localGid fe80:..." or no answer at all;
                or everything runs as RoCE v1: not routed, no DSCP, no ECN.
                """,
                """
                The index was copied from another machine. On dual-mode ports each address has
                two entries, v1 first: 2 is often v1 and 3 v2.
                """,
                """
                Remove NCCL_IB_GID_INDEX from the job's environment; NCCL 2.21 and later choose
                by type and family.
                """,
                """
                  railhead check --only roce-gid-index,roce-wrong-gid-index
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(GidEntry.class, RdmaLink.class, RdmaNetdev.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Job> jobs =
                survey.wanted().stream()
                        .flatMap(c -> c.jobs().stream())
                        .filter(j -> j.environment().getOrDefault(VARIABLE, "").matches("\\d{1,3}"))
                        .toList();
        if (survey.wanted().isPresent() && jobs.isEmpty()) {
            return;
        }
        for (Rdma.Port port : Rdma.ports(survey, GidEntry.class)) {
            for (Job job : jobs) {
                if (job.hosts().contains(port.machine())) {
                    judge(survey, port, job);
                }
            }
        }
    }

    private static final String VARIABLE = "NCCL_IB_GID_INDEX";

    private static void judge(Survey survey, Rdma.Port port, Job job) {
        int index = Integer.parseInt(job.environment().getOrDefault(VARIABLE, "0"));
        List<GidEntry> table = Gids.table(survey, port);
        Optional<GidEntry> used = table.stream().filter(g -> g.index() == index).findFirst();
        Optional<GidEntry> right = Gids.v2(table, port.wanted().address());
        boolean well =
                used.isPresent()
                        && used.get().isRoceV2()
                        && Gids.of(List.of(used.get()), port.wanted().address()).size() == 1;
        if (well) {
            return;
        }
        String is =
                used.filter(g -> !g.isZero())
                        .map(g -> g.type().orElse("GID") + " " + g.ipv4().orElse(g.gid()))
                        .orElse("empty");
        Draft draft =
                survey.error(port.subject())
                        .says(
                                "job "
                                        + job.name()
                                        + " uses GID index "
                                        + index
                                        + ", which is "
                                        + is
                                        + right.map(g -> "; the right one is " + g.index())
                                                .orElse("; there is no right one"))
                        .because(VARIABLE + " is fixed in the job's environment")
                        .fix(
                                "remove "
                                        + VARIABLE
                                        + " from job "
                                        + job.name()
                                        + "; NCCL 2.21 and later choose by themselves");
        used.ifPresent(draft::cites);
        right.ifPresent(draft::cites);
        draft.cites(survey.intent(port.host(), job.name() + ": " + VARIABLE + "=" + index));
        draft.report();
    }
}
