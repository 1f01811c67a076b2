package io.railhead.checks.diagnosis;

import io.railhead.checks.Explanation;
import io.railhead.model.fact.LogEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What people say outright: a ticket that names the fault in words and quotes no output.
///
/// Events of the kind `said-CODE` are the finding CODE, where no cause has found it from what
/// programs wrote. Somebody who guesses or asks has not seen it.
final class Reports {
    private static final String PREFIX = "said-";

    /// Words of a guess, a question, a plan or a fault that is over.
    private static final Pattern GUESS =
            Pattern.compile(
                    "\\b(?:maybe|perhaps|might|suspect\\w*|could (?:it )?be|wonder\\w*|not sure|possibl[ey]"
                            + "|probably|guess\\w*|ruled out|rule out|excluded|unless|verify|make sure"
                            + "|fixed|resolved|replaced|no longer|used to|i think|in case|avoids?|prevents?)\\b"
                            + "|\\?\\s*$",
                    Pattern.CASE_INSENSITIVE);

    /// Symptoms that nearly every fault of the network or a host leads to.
    private static final String[] SYMPTOMS = {
        "rdma-retry-exceeded",
        "nccl-connect-failed",
        "remote-rank-crashed",
        "collective-desync-straggler"
    };

    private Reports() {}

    /// By code.
    static Map<String, Suspicion> in(Clues clues) {
        Map<String, Suspicion> all = new TreeMap<>();
        for (String kind : clues.kinds(PREFIX)) {
            List<LogEvent> said = clues.where(kind, e -> !GUESS.matcher(e.text()).find());
            String code = kind.substring(PREFIX.length());
            if (said.isEmpty()) continue;
            Verdict verdict = new Verdict(code, clues);
            Suspicion s = verdict.likely(said, "said in words: " + what(code));
            if (!Arrays.asList(SYMPTOMS).contains(code)) s.explains(SYMPTOMS);
            all.put(code, s);
        }
        return all;
    }

    /// The first sentence of the explanation.
    private static String what(String code) {
        String text = Explanations.of(code).map(Explanation::what).orElse(code);
        String flat = text.strip().replaceAll("\\s+", " ").replaceAll("(?s)\\.(?: .*)?$", "");
        return flat.isEmpty() || Character.isUpperCase(flat.charAt(Math.min(1, flat.length() - 1)))
                ? flat
                : flat.substring(0, 1).toLowerCase(Locale.ROOT) + flat.substring(1);
    }
}
