package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A connection by the RDMA connection manager was refused, as nobody listens there.
@AutoService(Cause.class)
public final class RdmaCmRejected implements Cause {
    @Override
    public String code() {
        return "rdma-cm-rejected";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        // IBTA's reject reasons: 8 is «invalid service ID», 28 the application's own refusal.
        List<LogEvent> nobody = clues.where("rdma-cm-rejected", "error", "8", "-111");
        List<LogEvent> refused = clues.where("rdma-cm-rejected", "error", "28");
        if (!nobody.isEmpty())
            verdict.certain(
                    nobody,
                    "the peer was reached, and no program listens at that address and port");
        else if (!refused.isEmpty())
            verdict.likely(refused, "the program at the other end refused the connection")
                    .fix("The reason stands in the other end's own output.");
    }
}
