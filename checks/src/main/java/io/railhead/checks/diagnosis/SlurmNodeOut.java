package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.SlurmJob;
import io.railhead.model.fact.SlurmNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Slurm has taken nodes out of use. Why it did so is the cause; that it did is its trace.
@AutoService(Cause.class)
public final class SlurmNodeOut implements Cause {
    private static final Set<String> OUT =
            Set.of("DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "NOT_RESPONDING");

    /// Words of people who took a node out on purpose.
    private static final Pattern PLANNED =
            Pattern.compile("(?i)\\bmaint|\\breserv|\\bupgrade|\\bplanned|\\breimag|\\bdecom");

    @Override
    public String code() {
        return "slurm-node-out";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<SlurmNode> out =
                clues.all(SlurmNode.class).stream()
                        .filter(n -> n.states().stream().anyMatch(OUT::contains))
                        .filter(n -> !n.states().contains("MAINT"))
                        .filter(n -> !PLANNED.matcher(n.reason().orElse("")).find())
                        .toList();
        List<SlurmJob> lost =
                clues.all(SlurmJob.class).stream()
                        .filter(j -> j.state().equals("NODE_FAIL"))
                        .toList();
        if (out.isEmpty() && lost.isEmpty()) return;
        String summary =
                out.isEmpty()
                        ? "job "
                                + lost.getFirst().id()
                                + " ended because a node of it failed"
                                + lost.getFirst().nodes().map(n -> " (" + n + ")").orElse("")
                        : "Slurm has taken out "
                                + out.stream()
                                        .limit(4)
                                        .map(SlurmNodeOut::words)
                                        .collect(Collectors.joining(", "));
        // That a job lost a node is told; that one which is out had to do with it is not.
        Suspicion s =
                lost.isEmpty()
                        ? verdict.possible(List.of(), summary)
                        : verdict.likely(List.of(), summary)
                                .explains("remote-rank-crashed", "collective-desync-straggler");
        out.forEach(s::cites);
        lost.forEach(s::cites);
        out.stream()
                .map(n -> advice(n.reason().orElse("")))
                .filter(a -> !a.isEmpty())
                .findFirst()
                .ifPresent(s::fix);
        // People drain nodes all day; it is a fault where something is said to be wrong or waits.
        boolean drainedOnly =
                lost.isEmpty()
                        && out.stream()
                                .allMatch(
                                        n ->
                                                n.reason().isEmpty()
                                                        && n.states().stream()
                                                                .filter(OUT::contains)
                                                                .allMatch(
                                                                        o ->
                                                                                o.startsWith(
                                                                                        "DRAIN")));
        boolean waits =
                clues.all(SlurmJob.class).stream().anyMatch(j -> j.state().equals("PENDING"));
        if (drainedOnly && !waits) s.info();
        else s.warning();
    }

    private static String words(SlurmNode n) {
        return n.name() + n.reason().map(r -> " («" + r + "»)").orElse("");
    }

    /// What the reasons that Slurm itself gives ask for (slurmctld, slurmd; `man slurm.conf`).
    private static String advice(String reason) {
        String r = reason.toLowerCase(Locale.ROOT);
        if (r.contains("gres/") && r.contains("lower than configured"))
            return "the node has fewer GPUs than slurm.conf says: `nvidia-smi -L` and"
                    + " `dmesg | grep -i xid` on it; then"
                    + " `scontrol update nodename=NODE state=resume`";
        if (r.contains("low realmemory") || r.contains("low socket") || r.contains("low cpus"))
            return "the node has less than slurm.conf says: compare `slurmd -C` on it with its"
                    + " NodeName line; a DIMM may be gone (`ipmitool sel elist`)";
        if (r.contains("kill task failed"))
            return "a process could not be killed: look for one in state D, often blocked on"
                    + " storage or a GPU (`ps -eo pid,stat,wchan:30,cmd | grep ' D'`);"
                    + " UnkillableStepTimeout gives it more time";
        if (r.contains("not responding") || r.contains("unexpectedly rebooted"))
            return "`ipmitool -H BMC sel elist` and the kernel's log of the boot before"
                    + " (`journalctl -k -b -1`) tell why it was gone; then"
                    + " `scontrol update nodename=NODE state=resume`";
        if (r.contains("prolog") || r.contains("epilog"))
            return "the script failed: slurmd's log on the node has its output";
        return "";
    }
}
