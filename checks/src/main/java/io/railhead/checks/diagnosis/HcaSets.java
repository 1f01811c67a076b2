package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Nodes use different numbers, kinds or orders of HCAs.
@AutoService(Cause.class)
public final class HcaSets implements Cause {
    @Override
    public String code() {
        return "hca-set-differs-between-nodes";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> nets = Clues.grouped(clues.of("nccl-net"), e -> e.get("net"));
        Map<String, List<LogEvent>> byHost = Clues.grouped(clues.of("nccl-ib-using"), clues::who);
        Set<String> sets = new LinkedHashSet<>();
        byHost.values().forEach(l -> sets.add(Nccl.shape(l.getFirst().get("list"))));
        Set<String> netHosts =
                new TreeSet<>(clues.of("nccl-net").stream().map(clues::who).toList());
        List<LogEvent> incompatible = clues.of("nccl-incompatible-devices", "nccl-mixed-counts");
        if (nets.size() > 1 && netHosts.size() > 1) {
            verdict.certain(
                            nets.values().stream().map(List::getFirst).toList(),
                            "some nodes use " + String.join(", others ", nets.keySet()))
                    .cites(clues.of("nccl-ib-none"))
                    .explains(
                            "nccl-connect-failed",
                            "rdma-retry-exceeded",
                            "remote-rank-crashed",
                            "container-no-rdma-device",
                            "collective-desync-straggler");
        } else if (!incompatible.isEmpty()) {
            verdict.certain(incompatible, "the two ends offer devices of different kinds")
                    .cites(clues.of("nccl-ib-using"))
                    .explains("rdma-retry-exceeded");
        } else if (byHost.isEmpty() && told(clues).size() > 1) {
            List<LogEvent> settings = told(clues);
            boolean hurt =
                    !Signs.pathFailures(clues).isEmpty()
                            || clues.has("watchdog-timeout", "nccl-remote-error");
            Suspicion s =
                    verdict.likely(settings, "the nodes are told to use different HCAs")
                            .cites(Signs.pathFailures(clues))
                            .explains(
                                    "rdma-retry-exceeded",
                                    "cross-rail-unreachable",
                                    "collective-desync-straggler");
            if (!hurt) s.warning();
        } else if (byHost.size() < 2 && counts(clues).size() > 1) {
            verdict.likely(counts(clues), "the nodes have different numbers of HCAs")
                    .warning()
                    .explains("collective-desync-straggler", "nccl-not-all-hcas-used");
        } else if (byHost.size() > 1 && sets.size() == 1 && isStuck(clues)) {
            otherNames(clues, byHost, verdict);
        } else if (byHost.size() > 1 && sets.size() > 1) {
            verdict.likely(
                            byHost.values().stream().map(List::getFirst).toList(),
                            "the nodes use different sets of HCAs")
                    .cites(Nccl.setOnSome(clues))
                    .because(
                            Nccl.setOnSome(clues).isEmpty()
                                    ? ""
                                    : Nccl.setOnSome(clues).getFirst().value("name").orElse("")
                                            + " is set on some nodes only: what a login shell"
                                            + " reads (profile.d, bashrc) does not reach ranks"
                                            + " that are started over SSH")
                    .fix(
                            Nccl.setOnSome(clues).isEmpty()
                                    ? ""
                                    : "Pass it with mpirun -x "
                                            + Nccl.setOnSome(clues)
                                                    .getFirst()
                                                    .value("name")
                                                    .orElse("")
                                            + "=…, or write it to /etc/nccl.conf of every host")
                    .cites(Signs.pathFailures(clues))
                    .explains(
                            "rdma-retry-exceeded",
                            "cross-rail-unreachable",
                            "remote-rank-crashed",
                            "collective-desync-straggler");
        }
    }

    /// One line a number of HCAs that machines were asked for; none where all have as many.
    private static List<LogEvent> counts(Clues clues) {
        Map<String, List<LogEvent>> byCount =
                Clues.grouped(
                        clues.where("hca-count", e -> !e.host().isEmpty()), e -> e.get("hcas"));
        return byCount.size() < 2
                ? List.of()
                : byCount.values().stream().map(List::getFirst).toList();
    }

    /// Something failed or stands still, and no step was done.
    private static boolean isStuck(Clues clues) {
        return clues.lacks("steps")
                && (clues.has("hang-said", "watchdog-timeout", "nccl-remote-error")
                        || !Signs.pathFailures(clues).isEmpty());
    }

    /// As many devices on each node, under other names: not the same slots, where the nodes are
    /// alike, so that what NCCL pairs by its place in the list is not on one rail.
    private static void otherNames(
            Clues clues, Map<String, List<LogEvent>> byHost, Verdict verdict) {
        List<LogEvent> firsts = byHost.values().stream().map(List::getFirst).toList();
        Set<Set<String>> names = new LinkedHashSet<>();
        firsts.forEach(e -> names.add(Nccl.devices(e.get("list"))));
        if (names.size() < 2) return;
        List<LogEvent> set = clues.env("NCCL_IB_HCA");
        String says = "the nodes use as many HCAs, but not the same ones";
        (set.isEmpty() ? verdict.possible(firsts, says) : verdict.likely(firsts, says))
                .cites(set)
                .cites(clues.of("hang-said", "watchdog-timeout"))
                .because(
                        "NCCL pairs devices by their place in the list of each node; with cards in"
                                + " other slots the same place is another rail, and another distance"
                                + " to the GPU.")
                .fix(
                        "Compare the slots of both nodes, and put cards and cables alike, or list on"
                                + " each node the devices of the same rails in the same order:\n"
                                + "  nvidia-smi topo -m\n  ibdev2netdev -v")
                .explains(
                        "rdma-retry-exceeded",
                        "cross-rail-unreachable",
                        "collective-desync-straggler");
    }

    /// One setting of NCCL_IB_HCA a node, where they name different numbers of devices; else none.
    private static List<LogEvent> told(Clues clues) {
        Map<String, List<LogEvent>> byNode =
                Clues.grouped(
                        clues.env("NCCL_IB_HCA").stream()
                                .filter(e -> !Clues.setting(e).startsWith("^"))
                                .toList(),
                        clues::who);
        List<LogEvent> firsts = byNode.values().stream().map(List::getFirst).toList();
        boolean differ =
                firsts.stream().map(e -> Nccl.names(Clues.setting(e)).size()).distinct().count()
                        > 1;
        return differ ? firsts : List.of();
    }
}
