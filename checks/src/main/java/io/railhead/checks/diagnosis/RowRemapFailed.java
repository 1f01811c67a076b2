package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A memory row could not be remapped: the GPU is to be replaced.
@AutoService(Cause.class)
public final class RowRemapFailed implements Cause {
    /// GPUs before Ampere retire pages and have no rows to exchange; the same Xid tells that it
    /// failed.
    private static final Pattern RETIREMENT = Pattern.compile("(?i)retir");

    @Override
    public String code() {
        return "gpu-row-remap-failure";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                new ArrayList<>(
                        clues.where(
                                "xid",
                                e ->
                                        Clues.is(e, "xid", "64")
                                                && !RETIREMENT.matcher(e.text()).find()));
        List<LogEvent> told = clues.of("row-remap-failure");
        if (!said.isEmpty() || !told.isEmpty())
            verdict.certain(said, "the GPU could not remap a bad memory row")
                    .critical()
                    .cites(told)
                    .explains(
                            "cuda-error",
                            "xid-reported",
                            "gpu-ecc-uncorrectable",
                            "gpu-row-remap-pending",
                            "remote-rank-crashed");
    }
}
