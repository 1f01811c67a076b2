package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.NcclTestRun;
import java.util.List;
import java.util.Optional;

/// A collective gave wrong values: its figures are worth nothing, and neither are the job's.
@AutoService(Cause.class)
public final class WrongValues implements Cause {
    @Override
    public String code() {
        return "nccl-tests-wrong-values";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (NcclTestRun run : clues.all(NcclTestRun.class)) {
            Optional<NcclTestRun.Row> row =
                    run.rows().stream()
                            .filter(
                                    r ->
                                            r.outOfPlace().wrong().orElse(0) > 0
                                                    || r.inPlace()
                                                                    .map(h -> h.wrong().orElse(0))
                                                                    .orElse(0L)
                                                            > 0)
                            .findFirst();
            if (row.isEmpty()) continue;
            verdict.certain(
                            List.of(),
                            run.collective().orElse("the collective")
                                    + " gave wrong values at "
                                    + row.get().bytes()
                                    + " bytes")
                    .of(run)
                    .critical()
                    .cites(clues.facts().cite(row.get().source()));
        }
    }
}
