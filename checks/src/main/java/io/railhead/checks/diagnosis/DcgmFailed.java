package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.DcgmResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// DCGM tested the GPUs, or watched them, and found a fault.
@AutoService(Cause.class)
public final class DcgmFailed implements Cause {
    private static final Set<String> FAILED = Set.of("Fail", "Failure");

    @Override
    public String code() {
        return "dcgm-test-failed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<DcgmResult> failed =
                clues.all(DcgmResult.class).stream()
                        .filter(r -> FAILED.contains(r.outcome()))
                        .toList();
        if (failed.isEmpty()) return;
        boolean links =
                failed.stream()
                        .allMatch(r -> r.test().matches("|Overall Health|GPU.*|(?i:NVLINK).*"));
        if (links && NvlinkDown.isOfBareCard(clues)) return;
        // What names a GPU or says why speaks before the sum of all.
        DcgmResult told =
                failed.stream()
                        .filter(r -> !r.details().isEmpty())
                        .findFirst()
                        .or(() -> failed.stream().filter(r -> !r.entity().isEmpty()).findFirst())
                        .orElse(failed.getFirst());
        String tests =
                failed.stream()
                        .map(r -> (r.test() + " " + r.entity()).strip())
                        .filter(t -> !t.equals("Overall Health"))
                        .distinct()
                        .limit(4)
                        .collect(Collectors.joining(", "));
        Suspicion s =
                verdict.likely(
                        List.of(),
                        "DCGM found a fault"
                                + (tests.isEmpty() ? "" : ": " + tests)
                                + (told.details().isEmpty()
                                        ? ""
                                        : " («" + told.details().getFirst() + "»)"));
        s.cites(told);
        failed.forEach(s::cites);
    }
}
