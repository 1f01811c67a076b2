package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The tokenizer has no padding token; not a network fault.
@AutoService(Cause.class)
public final class NoPadToken implements Cause {
    @Override
    public String code() {
        return "tokenizer-no-pad-token";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("tokenizer-no-pad");
        if (!said.isEmpty())
            verdict.certain(said, "the tokenizer has no padding token")
                    .explains(
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "python-env-differs");
    }
}
