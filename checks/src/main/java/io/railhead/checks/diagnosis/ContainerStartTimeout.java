package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Persistence mode is off and the driver starts anew for each client.
@AutoService(Cause.class)
public final class ContainerStartTimeout implements Cause {
    private static final Pattern SYS =
            Pattern.compile("sys\\s+(\\d{1,3})m(\\d{1,2}(?:\\.\\d{1,9})?)s\\s*");

    /// With the driver up, `nvidia-smi` and the start of a CUDA program take less.
    private static final double LONG_SECONDS = 3;

    @Override
    public String code() {
        return "gpu-persistence-off";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> slow = clues.of("container-gpu-timeout");
        List<LogEvent> off = clues.of("gpu-persistence-off");
        if (!slow.isEmpty())
            (off.isEmpty()
                            ? verdict.likely(
                                    slow,
                                    "the driver takes longer to start than the container runtime waits")
                            : verdict.certain(
                                    slow,
                                    "persistence mode is off, and starting the driver takes longer than the container runtime waits"))
                    .cites(off);
        List<LogEvent> inKernel =
                clues.where("time-real", e -> isDriverStart(e, clues.lineAfter(e, 2)));
        if (!off.isEmpty() && !inKernel.isEmpty()) {
            verdict.likely(
                            inKernel,
                            "persistence mode is off: a short program waits for the driver to start,"
                                    + " and spends its time in the kernel")
                    .cites(off);
        }
    }

    /// Seconds of which nearly all are the kernel's: so long no short CUDA program works there.
    private static boolean isDriverStart(LogEvent real, String sys) {
        Matcher m = SYS.matcher(sys);
        if (!m.matches()) return false;
        double all = 60 * Clues.decimal(real, "minutes") + Clues.decimal(real, "seconds");
        double kernel = 60 * Double.parseDouble(m.group(1)) + Double.parseDouble(m.group(2));
        return all >= LONG_SECONDS && all < 180 && kernel > 0.8 * all;
    }
}
