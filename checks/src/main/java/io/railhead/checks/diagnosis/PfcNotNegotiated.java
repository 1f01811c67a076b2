package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// PFC is left to DCBX, and DCBX does not settle it.
@AutoService(Cause.class)
public final class PfcNotNegotiated implements Cause {
    @Override
    public String code() {
        return "pfc-not-negotiated";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> auto =
                clues.where(
                        "nxos-pfc-port",
                        e -> Clues.is(e, "mode", "Auto") && Clues.is(e, "oper", "Off"));
        List<LogEvent> peers = clues.where("nxos-dcbx", e -> !e.get("peer").startsWith("IEEE"));
        List<LogEvent> silent = clues.of("pfc-dcbx-down");
        if (!silent.isEmpty()) {
            verdict.certain(silent, "PFC is asked for by DCBX, and the peer does not answer")
                    .cites(clues.of("pfc-tlv-unanswered"))
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded", "pfc-one-side-only");
            return;
        }
        if (auto.isEmpty()) return;
        List<LogEvent> works = clues.where("nxos-pfc-port", "oper", "On");
        boolean asked =
                (Pfc.hostOn(clues) && works.isEmpty())
                        || !peers.isEmpty()
                        || (!Signs.loss(clues).isEmpty() && clues.lacks("pfc-none"))
                        || !clues.where("pfc-mode-config", "mode", "auto").isEmpty();
        Suspicion s =
                asked
                        ? verdict.certain(
                                auto,
                                "PFC is in auto mode and not operational: DCBX does not agree with"
                                        + " the peer")
                        : verdict.possible(auto, "PFC is in auto mode and not operational").info();
        s.cites(peers)
                .cites(works)
                .cites(clues.where("pfc-mode-config", "mode", "auto"))
                .explains("roce-lossy-no-pfc", "rdma-retry-exceeded", "pfc-one-side-only");
    }
}
