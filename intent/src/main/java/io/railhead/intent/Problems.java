package io.railhead.intent;

import io.railhead.model.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gathers the faults of one file. One written value may be wrong for many hosts of a range: that
/// is one problem, with the first host spelled out and the others counted.
final class Problems {
    /// Beyond this a file is not a cluster with faults but something else.
    static final int MOST = 2_000;

    private final String file;
    private final Map<Key, Fault> faults = new LinkedHashMap<>();
    private boolean overflowed;

    Problems(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    void error(Spot at, String message, String remedy) {
        add(at, message, message, remedy, Severity.ERROR);
    }

    void warning(Spot at, String message, String remedy) {
        add(at, message, message, remedy, Severity.WARNING);
    }

    /// A fault of a value that several hosts share.
    ///
    /// @param kind equal for the faults that are told as one
    void perHost(Spot at, String kind, String message, String remedy) {
        add(at, kind, message, remedy, Severity.ERROR);
    }

    void perHostWarning(Spot at, String kind, String message, String remedy) {
        add(at, kind, message, remedy, Severity.WARNING);
    }

    /// Counts a fault that was told already; false when it was not.
    boolean again(Spot at, String kind) {
        Fault known = faults.get(new Key(at, kind));
        if (known != null) {
            known.more++;
        }
        return known != null;
    }

    private void add(Spot at, String kind, String message, String remedy, Severity severity) {
        Key key = new Key(at, kind);
        Fault known = faults.get(key);
        if (known != null) {
            known.more++;
        } else if (faults.size() < MOST) {
            faults.put(key, new Fault(message, remedy, severity));
        } else {
            overflowed = true;
        }
    }

    boolean anyError() {
        return faults.values().stream().anyMatch(f -> f.severity == Severity.ERROR);
    }

    /// All of them in the order of the file.
    List<Problem> all() {
        List<Problem> sorted = new ArrayList<>();
        faults.forEach((key, fault) -> sorted.add(problem(key.at, fault)));
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        if (overflowed) {
            sorted.add(
                    new Problem(
                            file,
                            0,
                            0,
                            "",
                            "more than " + MOST + " faults; the rest is not shown",
                            "correct these first and read the file again",
                            Severity.ERROR));
        }
        return List.copyOf(sorted);
    }

    private Problem problem(Spot at, Fault fault) {
        String message =
                fault.more == 0
                        ? fault.message
                        : fault.message
                                + (fault.more == 1
                                        ? ", and so for 1 more"
                                        : ", and so for " + fault.more + " more");
        return new Problem(
                file, at.line(), at.column(), at.field(), message, fault.remedy, fault.severity);
    }

    private record Key(Spot at, String kind) {}

    private static final class Fault {
        final String message;
        final String remedy;
        final Severity severity;
        int more;

        Fault(String message, String remedy, Severity severity) {
            this.message = message;
            this.remedy = remedy;
            this.severity = severity;
        }
    }
}
