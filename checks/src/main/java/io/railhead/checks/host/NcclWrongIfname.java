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

/// A file of the machine sends jobs' connections to an interface by which no other host is reached.
@AutoService(Check.class)
public final class NcclWrongIfname implements Check {

    @Override
    public String code() {
        return "nccl-wrong-socket-ifname";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                NCCL_SOCKET_IFNAME leads to an interface by which the other hosts are not reached:
                it is down, has no address, or is a bridge that each host has for itself.
                """,
                """
                NCCL hangs at the start, "Call to connect ... failed: Connection refused" or "No
                route to host"; `Bootstrap : Using docker0:172.17.0.1`.
                """,
                """
                A beginning of a name takes more than was meant, the same name is another network on
                another host, or the interface lost its address.
                """,
                """
                  ip -br addr
                Set NCCL_SOCKET_IFNAME to an interface whose network all hosts share, alike on all
                hosts; or take it out: NCCL then leaves out loopback and docker by itself.
                """,
                """
                  ping -I IFNAME PEER_ADDRESS
                  railhead check --only nccl-wrong-socket-ifname
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
        List<NetInterface> taken = JobInterfaces.taken(survey, machine, set.value());
        if (taken.isEmpty()) return; // That is another finding.
        List<NetInterface> up =
                taken.stream()
                        .filter(NetInterface::adminUp)
                        .filter(NetInterface::carrier)
                        .filter(
                                i ->
                                        i.addresses().stream()
                                                .anyMatch(a -> !a.scope().equals("link")))
                        .toList();
        // Of one machine alone nobody can say what others reach.
        boolean shared =
                survey.facts().machines().size() < 2
                        || up.stream().anyMatch(i -> JobInterfaces.isShared(survey, machine, i));
        if (!up.isEmpty() && shared) return;
        List<String> names = taken.stream().map(NetInterface::name).limit(8).toList();
        survey.error(machine)
                .says(
                        set.name()
                                + "="
                                + set.value()
                                + " in "
                                + set.file()
                                + " takes "
                                + String.join(", ", names)
                                + ", by which no other host is reached")
                .because(
                        up.isEmpty()
                                ? "it is down or has no address"
                                : "no other host has an address of its own in its network")
                .fix("in " + set.file() + " name an interface whose network all hosts share")
                .cites(set)
                .cites(taken.getFirst(), "\"ifname\"", "\"local\"", "\"operstate\"")
                .explains("nccl-connect-failed", "remote-rank-crashed")
                .report();
    }
}
