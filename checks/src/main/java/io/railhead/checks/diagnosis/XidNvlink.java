package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The driver reports an NVLink error.
@AutoService(Cause.class)
public final class XidNvlink implements Cause {
    @Override
    public String code() {
        return "xid-nvlink-error";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                new ArrayList<>(
                        clues.where(
                                "xid", "xid", "74", "144", "145", "146", "147", "148", "149",
                                "150"));
        List<LogEvent> errors = new ArrayList<>(clues.of("cuda-nvlink"));
        errors.addAll(clues.where("sxid", "severity", "Fatal"));
        if (!said.isEmpty() || !errors.isEmpty())
            failed(verdict, said, errors)
                    .cites(errors)
                    .explains(
                            "cuda-error",
                            "xid-reported",
                            "nvlink-inactive",
                            "remote-rank-crashed",
                            "fabric-manager-restarted",
                            "xid-31-mmu-fault");
    }

    /// The driver says itself of errors of NVLink 5 whether the link lived on.
    private static Suspicion failed(Verdict verdict, List<LogEvent> said, List<LogEvent> errors) {
        boolean lives =
                errors.isEmpty() && said.stream().allMatch(e -> e.text().contains(" Nonfatal "));
        return lives
                ? verdict.certain(said, "an NVLink had errors that it survived").warning()
                : verdict.certain(said, "an NVLink failed").critical();
    }
}
