package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.NetInterface;
import java.util.List;
import java.util.Set;

/// A file of the machine gives jobs an NCCL_SOCKET_IFNAME that no interface has.
@AutoService(Check.class)
public final class NcclIfnameNotFound implements Check {

    @Override
    public String code() {
        return "nccl-socket-ifname-not-found";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                NCCL_SOCKET_IFNAME, in the job's environment or in a file of the machine
                (/etc/nccl.conf, ~/.nccl.conf, /etc/profile.d), names no interface that the host
                has.
                """,
                """
                NCCL WARN "Bootstrap : no socket interface found", or "No IP interface found
                (starting with eth9)"; the rank ends at once.
                """,
                """
                The name was copied from another machine: names of interfaces follow the slot of
                the card. /etc/nccl.conf holds for every job on the host, in containers only where
                it is mounted.
                """,
                """
                  ip -br addr
                Name an interface that all hosts have, by its beginning (`NCCL_SOCKET_IFNAME=ens`)
                or by what is not to be used (`NCCL_SOCKET_IFNAME=^lo,docker`).
                """,
                """
                  NCCL_DEBUG=INFO ...        # NCCL INFO Bootstrap : Using ens1f0:10.0.0.1
                  railhead check --only nccl-socket-ifname-not-found
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(JobVariable.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        JobInterfaces.eachSetting(survey, (machine, set) -> judge(survey, machine, set));
    }

    private static void judge(Survey survey, String machine, JobVariable set) {
        List<NetInterface> all = survey.facts().of(machine, NetInterface.class);
        if (all.isEmpty()) {
            survey.notChecked(machine, survey.why(machine, NetInterface.class));
        } else if (JobInterfaces.taken(survey, machine, set.value()).isEmpty()) {
            List<String> names = all.stream().map(NetInterface::name).limit(12).toList();
            survey.error(machine)
                    .says(
                            set.name()
                                    + "="
                                    + set.value()
                                    + " in "
                                    + set.file()
                                    + " names no interface of this host")
                    .because("the host has " + String.join(", ", names))
                    .fix(
                            "in "
                                    + set.file()
                                    + " name an interface that is there, or take the line out")
                    .cites(set)
                    .explains("nccl-connect-failed", "remote-rank-crashed")
                    .report();
        }
    }
}
