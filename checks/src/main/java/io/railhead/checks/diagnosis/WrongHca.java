package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// NCCL uses an HCA that is not on the compute fabric.
@AutoService(Cause.class)
public final class WrongHca implements Cause {
    @Override
    public String code() {
        return "nccl-wrong-hca-used";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        if (HcaNotThere.look(clues, verdict)) return;
        List<LogEvent> failures =
                clues.where(
                        "nccl-completion",
                        e ->
                                !e.get("hca").isEmpty()
                                        && Clues.is(e, "status", "12", "13", "10", "11"));
        List<LogEvent> unlike = clues.of("nccl-merged-unlike");
        if (!unlike.isEmpty()) {
            verdict.certain(
                            unlike,
                            "NCCL joins ports of different kinds, InfiniBand and Ethernet, into one device")
                    .cites(clues.of("nccl-ib-using"))
                    .explains("rdma-retry-exceeded", "hca-set-differs-between-nodes");
            return;
        }
        Hcas hcas = new Hcas(clues);
        for (LogEvent using : clues.of("nccl-ib-using")) {
            Set<String> list = Nccl.devices(using.get("list"));
            for (LogEvent set : clues.env("NCCL_IB_HCA")) {
                String wanted = Clues.setting(set);
                if (wanted.startsWith("=") || wanted.startsWith("^")) continue;
                Set<String> exact = Nccl.names(wanted);
                List<String> extra =
                        list.stream()
                                .filter(
                                        d ->
                                                !exact.contains(d)
                                                        && exact.stream().anyMatch(d::startsWith))
                                .toList();
                boolean byPrefix =
                        exact.stream()
                                .anyMatch(
                                        w ->
                                                list.contains(w)
                                                        && extra.stream()
                                                                .anyMatch(d -> d.startsWith(w)));
                if (byPrefix) {
                    verdict.certain(
                                    List.of(set),
                                    "NCCL_IB_HCA="
                                            + wanted
                                            + " is a prefix and takes "
                                            + String.join(", ", extra)
                                            + " as well")
                            .cites(using)
                            .cites(failures)
                            .fix(
                                    "NCCL_IB_HCA=="
                                            + wanted
                                            + " (the second = asks for the exact name)")
                            .explains(
                                    "rdma-retry-exceeded",
                                    "cross-rail-unreachable",
                                    "hca-set-differs-between-nodes",
                                    "remote-rank-crashed",
                                    "roce-wrong-gid-index");
                    return;
                }
            }
            Set<String> faster = hcas.fasterThan(list);
            // One speed stands for its twins where several ports are idle.
            long idlePorts =
                    clues.where("hca-netdev", "state", "Up").stream()
                            .map(e -> e.get("hca"))
                            .filter(d -> !list.contains(d))
                            .distinct()
                            .count();
            boolean only =
                    (faster.size() >= 2 || !faster.isEmpty() && idlePorts >= 2)
                            && list.stream().allMatch(d -> d.contains("bond"));
            faster.removeIf(
                    clues.env("NCCL_IB_HCA").isEmpty() && !only ? d -> true : list::contains);
            if (!list.isEmpty() && !faster.isEmpty()) {
                verdict.certain(
                                clues.env("NCCL_IB_HCA"),
                                (only ? "NCCL uses " : "NCCL is told to use ")
                                        + String.join(", ", list)
                                        + ", while "
                                        + String.join(", ", faster)
                                        + (faster.size() == 1 ? " is" : " are")
                                        + " at least twice as fast and idle")
                        .cites(using)
                        .cites(hcas.told())
                        .explains("nccl-not-all-hcas-used");
                return;
            }
            Set<String> management = managementPorts(clues);
            Set<String> idle =
                    clues.where("hca-netdev", "state", "Up").stream()
                            .filter(e -> !list.contains(e.get("hca")))
                            .filter(e -> !management.contains(e.get("if")))
                            .map(e -> e.get("hca"))
                            .collect(Collectors.toCollection(TreeSet::new));
            List<LogEvent> ofManagement =
                    clues.where(
                            "hca-netdev",
                            e -> list.contains(e.get("hca")) && management.contains(e.get("if")));
            // Without a setting NCCL takes every port: there is one that was not pasted.
            boolean told = !clues.env("NCCL_IB_HCA").isEmpty();
            if (!list.isEmpty()
                    && ofManagement.stream().map(e -> e.get("hca")).distinct().count()
                            == list.size()
                    && idle.size() > list.size()) {
                verdict.likely(
                                told ? clues.env("NCCL_IB_HCA") : List.of(using),
                                (told ? "NCCL is told to use " : "NCCL uses ")
                                        + String.join(", ", list)
                                        + ", the port of the management network, while "
                                        + String.join(", ", idle)
                                        + " are idle")
                        .cites(using)
                        .cites(ofManagement)
                        .explains("nccl-not-all-hcas-used");
                return;
            }
            Set<String> failing = new TreeSet<>(failures.stream().map(f -> f.get("hca")).toList());
            // The bond is storage or service among ports that each stand for a rail.
            Set<String> bonds =
                    list.stream().filter(d -> d.contains("bond")).collect(Collectors.toSet());
            if (clues.env("NCCL_IB_HCA").isEmpty()
                    && !failing.isEmpty()
                    && bonds.containsAll(failing)
                    && list.size() > 2 * bonds.size()) {
                verdict.likely(
                                failures,
                                "NCCL_IB_HCA is not set, so that NCCL takes "
                                        + String.join(", ", failing)
                                        + " as well, and only its transfers fail")
                        .cites(using)
                        .cites(clues.where("hca-netdev", e -> failing.contains(e.get("hca"))))
                        .explains(
                                "rdma-retry-exceeded",
                                "cross-rail-unreachable",
                                "remote-rank-crashed",
                                "roce-wrong-gid-index");
                return;
            }
            if (HcaApart.otherPort(clues, verdict, using)) return;
            if (HcaApart.look(clues, verdict, using, list, failures)) return;
            boolean mixed =
                    using.get("list").contains("/RoCE") && using.get("list").contains("/IB");
            List<LogEvent> minority =
                    failures.stream()
                            .filter(f -> Nccl.isMinority(using.get("list"), f.get("hca")))
                            .toList();
            if (mixed) {
                (minority.isEmpty() && failures.isEmpty() && Signs.retryExceeded(clues).isEmpty()
                                ? verdict.possible(
                                                List.of(using),
                                                "NCCL uses InfiniBand and Ethernet ports together")
                                        .info()
                                : verdict.certain(
                                        List.of(using),
                                        "NCCL uses InfiniBand and Ethernet ports together, and the transfers on one kind fail"))
                        .cites(failures)
                        .cites(clues.of("rdma-link"))
                        .explains(
                                "rdma-retry-exceeded",
                                "cross-rail-unreachable",
                                "remote-rank-crashed",
                                "roce-wrong-gid-index");
                return;
            }
        }
    }

    /// Interfaces that carry NCCL's bootstrap.
    private static Set<String> managementPorts(Clues clues) {
        return clues.of("nccl-bootstrap-if").stream()
                .map(e -> e.get("if"))
                .filter(i -> !i.isEmpty())
                .collect(Collectors.toSet());
    }
}
