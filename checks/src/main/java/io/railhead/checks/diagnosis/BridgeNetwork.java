package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The container has a network of its own that other hosts cannot reach.
@AutoService(Cause.class)
public final class BridgeNetwork implements Cause {
    @Override
    public String code() {
        return "container-bridge-network";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("socket-family-missing");
        List<LogEvent> run =
                clues.where(
                        "docker-run",
                        e ->
                                !e.get("arguments").contains("--net=host")
                                        && !e.get("arguments").contains("--network=host")
                                        && !e.get("arguments").contains("--net host")
                                        && !e.get("arguments").contains("--network host"));
        List<LogEvent> mode = clues.where("container-network", "mode", "default", "bridge", "none");
        List<LogEvent> inside =
                new ArrayList<>(
                        clues.where(
                                "nccl-bootstrap-if",
                                e ->
                                        e.get("addr")
                                                        .matches(
                                                                "172\\.(1[7-9]|2\\d|3[01])\\..*|10\\.88\\..*")
                                                && e.get("if").startsWith("eth")));
        // A peer announced the address that containers of a bridge have.
        List<LogEvent> listed = clues.of("docker-address");
        inside.addAll(
                clues.where(
                        "gloo-connect-failed",
                        e ->
                                listed.stream()
                                        .anyMatch(s -> e.text().contains(s.get("addr") + "]"))));
        boolean failed =
                clues.has(
                        "connect-failed",
                        "gloo-connect-failed",
                        "rdzv-connect-failed",
                        "nccl-modify-qp");
        // Two machines that have the same address for themselves never meet.
        boolean same =
                Clues.grouped(inside, e -> e.get("addr")).values().stream()
                        .anyMatch(l -> l.stream().map(clues::who).distinct().count() > 1);
        failed |= same && clues.lacks("progress");
        // NCCL_COMM_ID names the host's address, which no interface in the container's network has.
        List<LogEvent> outside = clues.of("nccl-subnet-missing");
        if (!said.isEmpty())
            verdict.certain(said, "the container has no usable network of its own")
                    .cites(clues.of("nccl-unhandled"))
                    .cites(run)
                    .explains(
                            "nccl-connect-failed",
                            "rdma-provider-library-missing",
                            "remote-rank-crashed");
        else if ((failed || !outside.isEmpty())
                && (!mode.isEmpty() || !run.isEmpty() || !inside.isEmpty())) {
            List<LogEvent> shown = new ArrayList<>(inside);
            shown.addAll(mode);
            shown.addAll(run);
            Suspicion s =
                    verdict.likely(
                                    shown,
                                    "the container is on a bridge network, whose addresses other hosts cannot reach")
                            .cites(listed)
                            .cites(
                                    clues.of(
                                            "connect-failed",
                                            "gloo-connect-failed",
                                            "rdzv-connect-failed"))
                            .explains(
                                    "nccl-connect-failed",
                                    "nccl-wrong-socket-ifname",
                                    "gloo-wrong-interface",
                                    "rdzv-host-not-local",
                                    "remote-rank-crashed");
            if (!outside.isEmpty()) s.cites(outside).explains("nccl-socket-ifname-not-found");
        }
    }
}
