package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A process could not reach another over TCP: a symptom with several causes.
@AutoService(Cause.class)
public final class ConnectFailed implements Cause {
    @Override
    public String code() {
        return "nccl-connect-failed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> seen = clues.of("connect-failed");
        if (!seen.isEmpty())
            verdict.possible(
                    seen, "a process could not connect to another: " + seen.getFirst().get("why"));
    }
}
