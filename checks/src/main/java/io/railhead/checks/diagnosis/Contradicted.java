package io.railhead.checks.diagnosis;

import io.railhead.checks.Situation;
import io.railhead.checks.lossless.Contradictions;
import io.railhead.model.Finding;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a configuration contradicts by itself, where no intent says what is wanted of it; with one,
/// the checks that hold evidence against it say more.
final class Contradicted {
    private Contradicted() {}

    static Map<Finding, Strength> in(Situation situation, Clues clues) {
        Map<Finding, Strength> all = new LinkedHashMap<>();
        if (situation.wanted().isPresent()) return all;
        Contradictions.in(situation).forEach(f -> all.put(f, Strength.LIKELY));
        String code = new PfcNotApplied().code();
        Verdict listed = new Verdict(code, clues);
        PfcListed.look(clues, listed);
        listed.suspicions().forEach(s -> all.put(s.finding(Explanations.of(code)), s.strength()));
        return all;
    }
}
