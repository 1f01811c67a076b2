package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.regex.Pattern;

/// /dev/shm is too small for NCCL's segments.
@AutoService(Cause.class)
public final class ShmTooSmall implements Cause {
    @Override
    public String code() {
        return "dev-shm-too-small";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.of("nccl-wc-shm").stream().filter(e -> !isOfOtherReason(clues, e)).toList();
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "a shared memory segment could not be made: /dev/shm is full or too small")
                    .cites(clues.of("shm-small", "shm-size"))
                    .explains("remote-rank-crashed", "nccl-connect-failed");
    }

    /// NCCL tells one and the same failure of a segment that has no room and of one that the
    /// kernel or CUDA refuses for another reason, which the line itself or one just before names.
    private static boolean isOfOtherReason(Clues clues, LogEvent segment) {
        if (!segment.text().contains("creating shared memory segment")) return false;
        if (segment.text().contains("error: ")) return !segment.text().contains("No space left");
        return clues.of("error-cuda").stream()
                .anyMatch(
                        c ->
                                OWN_FILES.matcher(c.text()).find()
                                        && c.source().document().equals(segment.source().document())
                                        && c.source().firstLine() < segment.source().firstLine());
    }

    private static final Pattern OWN_FILES = Pattern.compile("\\bshm(?:utils)?\\.(?:cc|cu|h):");
}
