package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Optional;

/// A script calls the time of `optimizer.step()` that of the all-reduce.
@AutoService(Cause.class)
public final class StepTimedAsAllReduce implements Cause {
    /// Lines between what is timed and what takes the time.
    private static final int NEAR = 4;

    @Override
    public String code() {
        return "step-time-not-allreduce";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> steps = clues.of("optimizer-step");
        List<LogEvent> calls = clues.of("all-reduce-call");
        for (LogEvent timed : clues.of("all-reduce-timed")) {
            Optional<LogEvent> step = before(timed, steps);
            if (step.isPresent() && before(timed, calls).isEmpty()) {
                verdict.certain(
                                List.of(timed),
                                "%s is the time of optimizer.step(), and not of an all-reduce"
                                        .formatted(timed.get("name")))
                        .cites(step.get())
                        .warning();
            }
        }
    }

    private static Optional<LogEvent> before(LogEvent timed, List<LogEvent> events) {
        return events.stream()
                .filter(e -> e.source().document().equals(timed.source().document()))
                .filter(
                        e -> {
                            int lines = timed.source().firstLine() - e.source().firstLine();
                            return lines > 0 && lines <= NEAR;
                        })
                .findFirst();
    }
}
