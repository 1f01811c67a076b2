package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Another rank died first; what is seen is the consequence.
@AutoService(Cause.class)
public final class RemoteRankCrashed implements Cause {
    private static final int SHORT = 120;

    /// Slurm's and Kubernetes' words for a node that is gone.
    private static final Pattern NODE =
            Pattern.compile("(?i)\\bnode[ _]?(?:failure|fail|lost|notready)\\b");

    @Override
    public String code() {
        return "remote-rank-crashed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> closed = clues.of("closed-by-peer", "gloo-peer-gone");
        List<LogEvent> died = clues.of("crashed", "killed");
        List<LogEvent> errors = clues.of("python-error");
        if (ofOneRank(clues, verdict)) return;
        // Flushed requests (status 5) are what closing leaves: a clean end has them too.
        if (closed.isEmpty() && died.isEmpty()) {
            List<LogEvent> remote = clues.of("nccl-remote-error");
            if (!remote.isEmpty() && Signs.pathFailures(clues).isEmpty() && clues.lacks("rdma-rnr"))
                verdict.possible(
                                remote,
                                "the other end of a connection went away: look at that rank's log for what came first")
                        .cites(clues.where("nccl-completion", "status", "5"))
                        .cites(errors);
            return;
        }
        List<LogEvent> nodes = died.stream().filter(e -> NODE.matcher(e.text()).find()).toList();
        if (!nodes.isEmpty()) {
            verdict.likely(nodes, "a node of the job failed, and the others lost it")
                    .cites(closed)
                    .cites(Signs.retryExceeded(clues))
                    .explains("rdma-retry-exceeded", "rdma-completion-error");
            return;
        }
        // «Remote process exited or there was a network error» is no death that somebody saw.
        boolean seen =
                !died.isEmpty()
                        || own(errors).isPresent()
                        || (!errors.isEmpty() && !Transport.failed(clues));
        (seen && !closed.isEmpty()
                        ? verdict.likely(
                                died,
                                "a rank died"
                                        + of(errors)
                                        + ", and the others lost their connections to it")
                        : verdict.possible(
                                died,
                                closed.isEmpty()
                                        ? "a process died"
                                        : "a connection was closed by the other rank: look at that rank's log for what came first"))
                .cites(closed)
                .cites(clues.where("nccl-completion", "status", "5"))
                .cites(errors)
                .cites(clues.of("root-cause-rank"));
    }

    /// One rank's GPU program failed, and other ranks waited for it in vain.
    private static boolean ofOneRank(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("error-cuda", "cuda-illegal-access");
        Set<String> ranks = new TreeSet<>();
        failed.forEach(e -> ranks.add(e.get("rank")));
        if (ranks.size() != 1
                || ranks.contains("")
                || clues.has("cuda-oom", "xid", "killed", "cuda-802")) return false;
        List<LogEvent> waited =
                clues.of("watchdog-timeout", "closed-by-peer", "nccl-remote-error").stream()
                        .filter(e -> !e.get("rank").isEmpty() && !ranks.contains(e.get("rank")))
                        .toList();
        if (waited.isEmpty()) return false;
        verdict.likely(
                        failed,
                        "rank "
                                + ranks.iterator().next()
                                + " failed on its GPU, and the others waited for it in vain")
                .cites(waited)
                .explains("collective-desync-straggler");
        return true;
    }

    /// Whether a program told the error that ended it: one that ran out of memory and was killed,
    /// or whose GPU went away, has no such error of its own.
    static boolean toldItsOwnError(Clues clues) {
        return clues.lacks("killed") && own(clues.of("python-error")).isPresent();
    }

    private static Optional<LogEvent> own(List<LogEvent> errors) {
        return errors.stream()
                .filter(e -> ErrorLine.of(e).weight() == ErrorLine.Weight.CAUSE)
                .findFirst();
    }

    /// What the first error by itself says, which is mostly what killed the rank.
    private static String of(List<LogEvent> errors) {
        return own(errors)
                .map(e -> " (" + shortened(e.get("type") + ": " + e.get("message")) + ")")
                .orElse("");
    }

    private static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT) + " …";
    }
}
