package io.railhead.checks.diagnosis;

import static java.util.Locale.ROOT;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Traffic was sent between NICs that cannot reach each other.
@AutoService(Cause.class)
public final class CrossRailUnreachable implements Cause {
    @Override
    public String code() {
        return "cross-rail-unreachable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> apart =
                clues.of("nccl-modify-qp", "nccl-completion").stream()
                        .filter(e -> Signs.differentNetworks(e.get("local"), e.get("remote")))
                        .filter(
                                e ->
                                        e.kind().equals("nccl-modify-qp")
                                                || Clues.is(e, "status", "12"))
                        .toList();
        List<LogEvent> timedOut =
                apart.stream()
                        .filter(
                                e ->
                                        !e.kind().equals("nccl-modify-qp")
                                                || e.get("error")
                                                        .startsWith("Connection timed out"))
                        .toList();
        List<LogEvent> all =
                new ArrayList<>(
                        clues.where(
                                "nccl-modify-qp",
                                e ->
                                        e.get("error").startsWith("Connection timed out")
                                                && !Signs.hasNoAddress(e)));
        all.addAll(
                clues.where(
                        "ucx-address",
                        e ->
                                e.get("error").matches("(?i).*(?:timed out|unreachable|no route).*")
                                        && !e.get("remote").toLowerCase(ROOT).startsWith("fe80")));
        // A queue pair that was connected had a way; a queue that a watchdog stopped is why
        // nothing came back.
        boolean stormed =
                !PauseStorm.seen(clues).isEmpty()
                        && timedOut.stream().noneMatch(e -> e.kind().equals("nccl-modify-qp"));
        if (!timedOut.isEmpty() && !stormed) {
            LogEvent first = timedOut.getFirst();
            List<LogEvent> unreached = unreached(clues);
            unreached.addAll(
                    clues.where(
                            "ping-row",
                            e ->
                                    !Clues.is(e, "answer", "ok", "up")
                                            && timedOut.stream()
                                                    .anyMatch(
                                                            t ->
                                                                    t.get("remote")
                                                                            .endsWith(
                                                                                    e.get("to")))));
            // A routed fabric has a network a rail and ways between them: what settles it is the
            // peer's network on another port of this host, or a try that went nowhere.
            boolean crossed = timedOut.stream().anyMatch(e -> isOfOtherPort(clues, e));
            String pair =
                    first.get("local")
                            + " was paired with "
                            + first.get("remote")
                            + ", another network";
            // Connected, and then no answer: a routed fabric that loses packets looks the same
            // where nobody asked for ways from one rail to another.
            if (!crossed && unreached.isEmpty() && !isMeant(clues, timedOut)) return;
            (crossed || !unreached.isEmpty()
                            ? verdict.certain(timedOut, pair + ", and there is no way between them")
                            : verdict.likely(
                                    timedOut,
                                    pair + ", and nothing came back: no way between them"))
                    .cites(unreached)
                    .cites(clues.of("ip-address"))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed", "nccl-connect-failed");
            return;
        }
        if (byPerftest(clues, verdict) || UcxAcross.look(clues, verdict)) return;
        Map<String, List<LogEvent>> fabrics =
                Clues.grouped(
                        clues.where("rdma-link", e -> e.value("prefix").isPresent()),
                        e -> e.get("prefix"));
        Map<String, List<LogEvent>> managers =
                Clues.grouped(
                        clues.where(
                                "rdma-link",
                                e -> e.value("sm").isPresent() && !Clues.is(e, "sm", "0")),
                        e -> e.source().document() + e.get("sm"));
        List<LogEvent> failures = Signs.retryExceeded(clues);
        if ((fabrics.size() > 1 || managers.size() > Clues.byDocument(clues.of("rdma-link")).size())
                && !failures.isEmpty()) {
            verdict.likely(failures, "the HCAs of one node are on different InfiniBand fabrics")
                    .cites(clues.of("rdma-link"))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
        } else if (!all.isEmpty()
                && clues.lacks("gid-zero", "nouveau-owner")
                && GidTableLinkLocal.bare(clues).isEmpty()) {
            verdict.possible(
                            all,
                            "the peer's address could not be resolved from this port: no way between the two NICs")
                    .explains("rdma-retry-exceeded");
        }
    }

    /// Whether the address of the peer did not resolve, or NCCL was told to cross rails.
    private static boolean isMeant(Clues clues, List<LogEvent> timedOut) {
        return timedOut.stream().anyMatch(e -> e.kind().equals("nccl-modify-qp"))
                || clues.env("NCCL_CROSS_NIC").stream()
                        .anyMatch(e -> !Clues.setting(e).equals("0"));
    }

    /// Pings of which none came back, and what a router or the host itself answered.
    static List<LogEvent> unreached(Clues clues) {
        List<LogEvent> all =
                new ArrayList<>(
                        clues.where(
                                "ping-loss",
                                e -> Clues.is(e, "received", "0") && !Clues.is(e, "sent", "0")));
        all.addAll(clues.of("unreachable"));
        return all;
    }

    /// Whether the peer's address is in the network of another of this host's ports.
    private static boolean isOfOtherPort(Clues clues, LogEvent failure) {
        return clues.of("ip-address").stream()
                .filter(a -> clues.who(a).equals(clues.who(failure)))
                .map(a -> a.get("addr"))
                .anyMatch(
                        a ->
                                !Signs.differentNetworks(a, failure.get("remote"))
                                        && Signs.differentNetworks(a, failure.get("local")));
    }

    /// A test between addresses of two networks failed, and a host or router says that there is no
    /// way.
    private static boolean byPerftest(Clues clues, Verdict verdict) {
        List<LogEvent> unreached = clues.of("unreachable");
        if (unreached.isEmpty()) return false;
        for (PerftestRun run : clues.all(PerftestRun.class)) {
            String local = run.localAddress().orElse("");
            String remote = run.remoteAddress().orElse("");
            if (run.errors().isEmpty() || !Signs.differentNetworks(local, remote)) continue;
            verdict.certain(
                            Signs.retryExceeded(clues),
                            "%s was tested with %s, another network, and there is no way between them"
                                    .formatted(local, remote))
                    .cites(run)
                    .cites(clues.of("perftest-local-gid"))
                    .cites(unreached)
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return true;
        }
        return false;
    }
}
