package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.RdmaLink;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A file of the machine gives jobs an NCCL_IB_HCA that takes none, or only dead ones, of the
/// host's RDMA devices.
@AutoService(Check.class)
public final class NcclHcaNotThere implements Check {
    private static final String VARIABLE = "NCCL_IB_HCA";

    @Override
    public String code() {
        return "nccl-wrong-hca-used";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                NCCL_IB_HCA, in the job's environment or in a file of the machine, leads to RDMA
                devices that the job should not use, or that the host does not have.
                """,
                """
                NCCL: "NET/IB : No device found" and a fall back to sockets at a tenth of the
                speed; or traffic over a storage or management port.
                """,
                """
                Devices are numbered in the order in which they are found, so that mlx5_2 of one
                host is another port of the next. A name without `=` before it is a beginning:
                mlx5_1 also takes mlx5_10.
                """,
                """
                  rdma link
                  NCCL_IB_HCA==mlx5_0:1,mlx5_1:1
                in /etc/nccl.conf or the job, with the devices of that host.
                """,
                """
                  NCCL_DEBUG=INFO ...        # NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE
                  railhead check --only nccl-wrong-hca-used
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(JobVariable.class, RdmaLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            List<JobVariable> set =
                    survey.facts().of(machine, JobVariable.class).stream()
                            .filter(v -> v.name().equals(VARIABLE))
                            .filter(v -> !v.value().startsWith("^") && !v.value().isBlank())
                            .toList();
            if (set.isEmpty()) continue;
            List<RdmaLink> links = survey.facts().of(machine, RdmaLink.class);
            if (links.isEmpty()) {
                survey.notChecked(machine, survey.why(machine, RdmaLink.class));
                continue;
            }
            for (JobVariable v : set) {
                List<RdmaLink> taken = links.stream().filter(l -> takes(v.value(), l)).toList();
                boolean alive = taken.stream().anyMatch(l -> l.state().equals("ACTIVE"));
                if (alive) continue;
                Set<String> there = new TreeSet<>();
                links.stream()
                        .filter(l -> l.state().equals("ACTIVE"))
                        .forEach(l -> there.add(l.device() + ":" + l.port()));
                survey.error(machine)
                        .says(
                                VARIABLE
                                        + "="
                                        + v.value()
                                        + " in "
                                        + v.file()
                                        + (taken.isEmpty()
                                                ? " names no RDMA device of this host"
                                                : " takes only ports that are not active"))
                        .because(
                                there.isEmpty()
                                        ? "no RDMA port is active"
                                        : "active are " + String.join(", ", there))
                        .fix(
                                "in "
                                        + v.file()
                                        + " name devices that are there, or take the line out")
                        .cites(v)
                        .cites(taken.isEmpty() ? links : taken)
                        .explains("nccl-not-all-hcas-used", "nccl-forced-socket")
                        .report();
            }
        }
    }

    private static boolean takes(String setting, RdmaLink link) {
        boolean whole = setting.startsWith("=");
        for (String part : setting.replaceFirst("^=", "").split(",")) {
            String[] name = part.strip().split(":", 2);
            boolean device =
                    whole ? link.device().equals(name[0]) : link.device().startsWith(name[0]);
            boolean port = name.length < 2 || name[1].equals(Integer.toString(link.port()));
            if (!name[0].isEmpty() && device && port) return true;
        }
        return false;
    }
}
