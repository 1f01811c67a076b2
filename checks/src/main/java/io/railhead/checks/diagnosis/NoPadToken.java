package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
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
        List<LogEvent> said = new ArrayList<>(clues.of("tokenizer-no-pad"));
        List<LogEvent> asked = clues.where("pad-token-asked", e -> isNone(clues.lineAfter(e)));
        // What is None where a number is wanted is the token's, where the token is None.
        if (!asked.isEmpty()) said.addAll(clues.of("fill-value-none"));
        if (!said.isEmpty())
            verdict.certain(said, "the tokenizer has no padding token")
                    .cites(asked)
                    .explains(
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "python-env-differs");
    }

    private static boolean isNone(String answer) {
        return answer.strip().matches("(?:Out ?\\[\\d+\\]: ?)?None");
    }
}
