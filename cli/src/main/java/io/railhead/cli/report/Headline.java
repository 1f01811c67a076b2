package io.railhead.cli.report;

import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The report in one or two sentences, for those who read no further.
final class Headline {
    private Headline() {}

    static String of(ReportData data) {
        List<String> sentences = new ArrayList<>();
        checks(data, sentences);
        data.latest().ifPresent(run -> measured(run, sentences));
        return String.join(" ", sentences);
    }

    private static void checks(ReportData data, List<String> sentences) {
        if (data.checks().isEmpty()) {
            return;
        }
        ReportData.Stage first = data.checks().getFirst();
        ReportData.Stage last = data.checks().getLast();
        int made = data.changes().stream().mapToInt(p -> p.changes().size()).sum();
        String found = findings(first.findings().size());
        if (data.checks().size() == 1) {
            sentences.add(capital(found) + (made > 0 ? ", " + changes(made) + "." : "."));
        } else {
            sentences.add(
                    capital(found)
                            + " "
                            + first.label()
                            + ", "
                            + (made > 0 ? changes(made) + ", " : "")
                            + findings(last.findings().size())
                            + " "
                            + last.label()
                            + ".");
        }
    }

    private static String findings(int n) {
        return n == 0 ? "no finding" : Words.count(n, "finding", "findings");
    }

    private static String changes(int n) {
        return Words.count(n, "change", "changes");
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static void measured(ReportData.Measured run, List<String> sentences) {
        List<Measurement> all = run.measurements();
        if (all.isEmpty()) {
            if (!run.failures().isEmpty()) {
                sentences.add("Nothing could be measured.");
            }
            return;
        }
        int paths = Paths.byWay(all).size();
        Map<Verdict, Integer> v = Paths.verdicts(all);
        int met = v.getOrDefault(Verdict.MET, 0);
        int missed = v.getOrDefault(Verdict.MISSED, 0);
        int unjudged =
                (int)
                        all.stream()
                                .filter(m -> m.verdict() == Verdict.NONE)
                                .filter(m -> m.expectation().isPresent())
                                .count();
        String rest =
                unjudged == 0
                        ? ""
                        : "; " + Words.count(unjudged, "value", "values") + " could not be judged";
        String against =
                met + missed == 0
                        ? "there is nothing to hold the values against"
                        : missed == 0
                                ? (run.failures().isEmpty()
                                                ? "every expectation was met"
                                                : "what gave a value met its expectations")
                                        + rest
                                : missed
                                        + " of "
                                        + (met + missed)
                                        + " expectations were missed"
                                        + rest;
        sentences.add(
                capital(Words.count(paths, "path was", "paths were") + " measured; " + against)
                        + ".");
        if (!run.failures().isEmpty()) {
            sentences.add(Words.count(run.failures().size(), "test", "tests") + " gave no value.");
        }
    }
}
