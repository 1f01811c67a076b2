package io.railhead.cli.report;

import io.railhead.intent.HostRanges;
import io.railhead.store.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What gave no value, a cause told once: of the tests of a pair that met it, and of the pairs or
/// hosts whose tests did.
///
/// @param where `h1 -> h2 rail0`, `gpu[01-04]`
/// @param what `iperf3, sockperf`
record Unmeasured(String where, String what, String why) {
    /// Pairs that are named; how many more there are is said.
    private static final int MOST_NAMED = 3;

    private record Met(String subject, String why) {}

    private record Same(Set<String> steps, String why) {}

    static List<Unmeasured> of(List<Run.Failed> all) {
        Map<Met, Set<String>> steps = new LinkedHashMap<>();
        for (Run.Failed f : all) {
            // The host stands before it already.
            String own = f.subject() + ": ";
            String why = f.why().startsWith(own) ? f.why().substring(own.length()) : f.why();
            steps.computeIfAbsent(new Met(f.subject(), why), m -> new LinkedHashSet<>())
                    .add(f.step());
        }
        Map<Same, List<String>> subjects = new LinkedHashMap<>();
        steps.forEach(
                (met, of) ->
                        subjects.computeIfAbsent(new Same(of, met.why()), s -> new ArrayList<>())
                                .add(met.subject()));
        List<Unmeasured> folded = new ArrayList<>();
        subjects.forEach(
                (same, of) ->
                        folded.add(
                                new Unmeasured(
                                        where(of), String.join("; ", same.steps()), same.why())));
        return folded;
    }

    private static String where(List<String> subjects) {
        boolean hosts = subjects.stream().noneMatch(s -> s.contains(" "));
        return hosts && subjects.size() > 1
                ? HostRanges.fold(subjects)
                : Words.some(subjects, MOST_NAMED);
    }

    /// `gpu[01-04], fio: there is no directory /data`, and of several pairs
    /// `h1 -> h2 rail0, h3 -> h2 rail0 (iperf3; sockperf): why`.
    @Override
    public String toString() {
        String tests = where.contains(", ") ? " (" + what + ")" : ", " + what;
        return where + tests + ": " + why;
    }
}
