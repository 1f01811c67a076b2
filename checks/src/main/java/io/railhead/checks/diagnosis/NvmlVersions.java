package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The NVIDIA library and the loaded module differ in version.
@AutoService(Cause.class)
public final class NvmlVersions implements Cause {
    @Override
    public String code() {
        return "nvml-driver-library-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nvml-mismatch");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "the NVIDIA library and the loaded kernel module are of different versions")
                    .cites(clues.of("driver-version"))
                    .cites(clues.of("package-nvidia"))
                    .cites(clues.of("apt-unattended"))
                    .explains(
                            "cuda-error",
                            "cuda-driver-too-old",
                            "gpu-driver-missing",
                            "fabric-manager-version-mismatch");
    }
}
