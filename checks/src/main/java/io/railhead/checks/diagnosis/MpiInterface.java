package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Open MPI connects over an interface that the other nodes cannot reach.
@AutoService(Cause.class)
public final class MpiInterface implements Cause {
    @Override
    public String code() {
        return "mpi-wrong-interface";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("mpi-tcp-failed");
        if (failed.isEmpty()) return;
        List<LogEvent> local =
                failed.stream()
                        .filter(
                                e ->
                                        e.get("addr")
                                                .matches(
                                                        "172\\.(1[7-9]|2\\d|3[01])\\..*|192\\.168\\.122\\..*|10\\.88\\..*|169\\.254\\..*|127\\..*"))
                        .toList();
        // The same bridge on several hosts: the peer's address leads back to the host itself.
        List<LogEvent> bridges =
                clues.where(
                        "ip-address",
                        e -> Addresses4.isOfOneHost(e.get("addr")) && !Clues.is(e, "if", "lo"));
        if (local.isEmpty() && bridges.stream().map(clues::who).distinct().count() > 1) {
            verdict.likely(
                            failed,
                            "MPI may connect to an address that several hosts have for themselves: "
                                    + bridges.getFirst().get("addr"))
                    .cites(bridges)
                    .cites(clues.of("mpi-if-set"))
                    .explains("remote-rank-crashed", "nccl-connect-failed", "same-subnet-arp-flux");
            return;
        }
        (local.isEmpty()
                        ? verdict.possible(failed, "MPI could not connect to a peer over TCP")
                        : verdict.certain(
                                local,
                                "MPI connects to "
                                        + local.getFirst().get("addr")
                                        + ", an address that bridges of containers or VMs have on every host"))
                .cites(local.isEmpty() ? failed : addressed(failed))
                .cites(clues.of("mpi-if-set"))
                .cites(
                        clues.where(
                                "mpi-interface",
                                e ->
                                        local.stream()
                                                .anyMatch(
                                                        l -> l.get("addr").equals(e.get("addr")))))
                .explains("remote-rank-crashed", "nccl-connect-failed", "same-subnet-arp-flux");
    }

    /// The heads of messages say nothing that the lines with addresses do not.
    private static List<LogEvent> addressed(List<LogEvent> failed) {
        return failed.stream().filter(e -> !e.get("addr").isEmpty()).toList();
    }
}
