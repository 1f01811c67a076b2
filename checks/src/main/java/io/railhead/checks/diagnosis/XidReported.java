package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.checks.diagnosis.Meanings.Meaning;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// NVIDIA's driver reports an Xid that has no finding of its own; what it means stands in a table.
@AutoService(Cause.class)
public final class XidReported implements Cause {
    /// Those that other causes tell of.
    private static final Set<String> OTHERS =
            Set.of(
                    "31", "48", "63", "64", "74", "79", "94", "95", "119", "120", "144", "145",
                    "146", "147", "148", "149", "150");

    /// Of which NVIDIA's table asks for no action now.
    private static final Set<String> MILD = Set.of("43", "92", "93", "121", "122", "123", "124");

    @Override
    public String code() {
        return "xid-reported";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.where("xid", e -> !OTHERS.contains(e.get("xid")));
        if (said.isEmpty()) return;
        Map<String, List<LogEvent>> byNumber = Clues.grouped(said, e -> e.get("xid"));
        Set<String> names = new LinkedHashSet<>();
        Set<String> remedies = new LinkedHashSet<>();
        Map<String, Meaning> known = new LinkedHashMap<>();
        // What only follows comes after what may be a cause.
        List<LogEvent> ordered = new ArrayList<>();
        for (boolean follows : new boolean[] {false, true}) {
            byNumber.forEach(
                    (number, events) -> {
                        Meaning m =
                                Meanings.ofXid(number)
                                        .orElse(
                                                new Meaning(
                                                        0,
                                                        "Xid " + number,
                                                        "driver",
                                                        "not in our table",
                                                        "look it up in NVIDIA's Xid catalog"));
                        if (m.origin().equals("consequence") != follows) return;
                        known.put(number, m);
                        ordered.addAll(events);
                        names.add(m.name() + " (" + m.meaning() + ")");
                        remedies.add(m.name() + ": " + m.remedy());
                    });
        }
        boolean onlyFollows =
                known.values().stream().allMatch(m -> m.origin().equals("consequence"));
        boolean device =
                known.values().stream()
                        .anyMatch(
                                m -> m.origin().equals("hardware") || m.origin().equals("driver"));
        String summary = "the NVIDIA driver reports " + String.join("; ", names);
        Suspicion s =
                device
                        ? verdict.certain(ordered, summary)
                        : onlyFollows
                                ? verdict.possible(ordered, summary)
                                : verdict.likely(ordered, summary);
        if (onlyFollows) s.info();
        else if (MILD.containsAll(known.keySet())) s.warning();
        s.cites(clues.of("cuda-illegal-access"))
                .because(
                        device
                                ? "the driver names it; the number says what part of the GPU or driver it is"
                                : "the driver names it; numbers of this kind are mostly of the program that ran on the GPU")
                .fix(String.join("\n", remedies))
                .explains("cuda-error", "remote-rank-crashed", "collective-desync-straggler");
    }
}
