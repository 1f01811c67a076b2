package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The RDMA port, or the one selected, is not active.
@AutoService(Cause.class)
public final class RdmaPortIsDown implements Cause {
    @Override
    public String code() {
        return "rdma-port-down";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> refused =
                clues.where(
                        "perftest-not-active", "state", "Down", "Disabled", "Polling", "PORT_DOWN");
        List<LogEvent> down =
                new ArrayList<>(clues.where("port-state", "state", "Down", "DOWN", "Disabled"));
        down.addAll(
                clues.where(
                        "port-physical",
                        "state",
                        "Polling",
                        "Disabled",
                        "Sleep",
                        "LinkErrorRecovery"));
        List<LogEvent> links = clues.where("rdma-link", e -> Clues.is(e, "state", "DOWN"));
        down.addAll(links);
        List<LogEvent> named = clues.where("hca-netdev", "state", "Down");
        boolean someUp =
                !clues.where("port-state", "state", "Active", "ACTIVE").isEmpty()
                        || !clues.where("rdma-link", "state", "ACTIVE").isEmpty()
                        || !clues.where("hca-netdev", "state", "Up").isEmpty();
        if (!refused.isEmpty()) {
            verdict.certain(
                            refused,
                            "the RDMA port is "
                                    + refused.getFirst().get("state").toLowerCase(Locale.ROOT)
                                    + ": nothing is at the other end, or it is switched off")
                    .cites(down)
                    .cites(named)
                    .explains("rdma-retry-exceeded");
            return;
        }
        List<RdmaLink> idle =
                clues.all(RdmaLink.class).stream()
                        .filter(l -> l.state().equals("DOWN"))
                        .filter(l -> links.isEmpty())
                        .toList();
        List<LogEvent> selected = new ArrayList<>();
        for (LogEvent set : clues.env("NCCL_IB_HCA")) {
            if (Clues.setting(set).startsWith("^")) continue;
            Set<String> names = Nccl.names(Clues.setting(set));
            boolean allDown =
                    !names.isEmpty()
                            && names.stream()
                                    .allMatch(
                                            n ->
                                                    idle.stream()
                                                                    .anyMatch(
                                                                            l ->
                                                                                    l.device()
                                                                                            .equals(
                                                                                                    n))
                                                            || links.stream()
                                                                    .anyMatch(
                                                                            l ->
                                                                                    Clues.is(
                                                                                            l,
                                                                                            "hca",
                                                                                            n)));
            if (allDown) selected.add(set);
        }
        if (!selected.isEmpty() && clues.has("nccl-ib-none")) {
            Set<String> names = Nccl.names(Clues.setting(selected.getFirst()));
            Suspicion s =
                    verdict.certain(
                            links.stream().filter(l -> names.contains(l.get("hca"))).toList(),
                            "NCCL_IB_HCA="
                                    + Clues.setting(selected.getFirst())
                                    + " selects a port that is down");
            idle.stream().filter(l -> names.contains(l.device())).forEach(s::cites);
            s.cites(selected)
                    .cites(clues.of("nccl-ib-none"))
                    .explains(
                            "container-no-rdma-device",
                            "nccl-forced-socket",
                            "nccl-not-all-hcas-used",
                            "rdma-retry-exceeded");
            return;
        }
        if (!down.isEmpty() || !named.isEmpty()) {
            boolean infiniband =
                    !clues.where("port-layer", "layer", "InfiniBand").isEmpty()
                            || links.stream().anyMatch(e -> e.value("lid").isPresent());
            boolean hurt =
                    !Signs.pathFailures(clues).isEmpty()
                            || clues.has("nccl-ib-none", "ucx-no-device");
            List<LogEvent> all = new ArrayList<>(down);
            all.addAll(named);
            Suspicion s =
                    hurt || !someUp
                            ? verdict.likely(all, "an RDMA port is not active")
                            : verdict.possible(all, "an RDMA port is not active while others are");
            if (!hurt && someUp) {
                if (infiniband && !isSpare(clues, down)) s.warning();
                else s.info();
            }
            s.explains("rdma-retry-exceeded");
            switchedOff(clues, links)
                    .ifPresent(
                            i ->
                                    s.cites(i)
                                            .because(
                                                    "The port's interface "
                                                            + i.name()
                                                            + " is switched off (no UP among its"
                                                            + " flags): nobody has set it up, so"
                                                            + " that the cable was not even tried.")
                                            .fix(
                                                    "ip link set dev "
                                                            + i.name()
                                                            + " up, and in netplan, so that it"
                                                            + " stays"));
        } else {
            // UCX leaves out ports that are not active as well as those that are not there.
            List<LogEvent> missing =
                    clues.where("ucx-no-device", e -> e.get("device").matches("[\\w-]+:\\d+"));
            if (!missing.isEmpty() && clues.lacks("uverbs-missing", "perftest-no-device"))
                verdict.possible(
                        missing, "the port that UCX is told to use is not active, or not there");
        }
    }

    /// The interface of a port that is down, where it is administratively down.
    private static Optional<NetInterface> switchedOff(Clues clues, List<LogEvent> links) {
        return clues.all(NetInterface.class).stream()
                .filter(i -> !i.adminUp())
                .filter(
                        i ->
                                links.stream()
                                        .anyMatch(
                                                l ->
                                                        l.get("if").equals(i.name())
                                                                && l.source()
                                                                        .document()
                                                                        .equals(
                                                                                i.source()
                                                                                        .document())))
                .findFirst();
    }

    /// Whether each of these is the second port of a card whose first is active: such are often not
    /// cabled.
    private static boolean isSpare(Clues clues, List<LogEvent> down) {
        List<LogEvent> up = clues.where("port-state", "state", "Active", "ACTIVE");
        return down.stream()
                .allMatch(
                        d ->
                                Clues.is(d, "caport", "2")
                                        && up.stream()
                                                .anyMatch(
                                                        u ->
                                                                u.get("hca").equals(d.get("hca"))
                                                                        && u.source()
                                                                                .document()
                                                                                .equals(
                                                                                        d.source()
                                                                                                .document())));
    }
}
