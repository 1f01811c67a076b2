package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Evidence;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.Set;

/// nvidia-smi's library and the loaded module are of different versions.
@AutoService(Check.class)
public final class NvmlMismatch implements Check {

    @Override
    public String code() {
        return "nvml-driver-library-mismatch";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The user-space NVIDIA library and the loaded kernel module are of different
                versions.
                """,
                """
                "Failed to initialize NVML: Driver/library version mismatch"; containers fail to
                start with the GPU runtime; programs that run go on until they end.
                """,
                """
                The driver packages were upgraded (often by unattended-upgrades) and the module
                of before is still loaded.
                """,
                """
                Reboot, or with nothing using the GPUs:
                  systemctl stop nvidia-persistenced nvidia-fabricmanager nvidia-dcgm
                  rmmod nvidia_uvm nvidia_drm nvidia_modeset nvidia && modprobe nvidia
                and keep it from happening again: `apt-mark hold` the driver packages.
                """,
                """
                  nvidia-smi
                  railhead check --only nvml-driver-library-mismatch
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            if (!survey.facts().of(machine, Gpu.class).isEmpty()) {
                continue;
            }
            survey.facts().unavailable().stream()
                    .filter(u -> u.machine().equals(machine))
                    .filter(u -> u.command().contains("nvidia-smi"))
                    .filter(u -> u.why().contains("library version mismatch"))
                    .findFirst()
                    .ifPresent(
                            u ->
                                    survey.error(machine)
                                            .says(
                                                    "nvidia-smi cannot talk to the driver: "
                                                            + u.why())
                                            .because(
                                                    "the driver packages were upgraded while the"
                                                            + " old module is loaded")
                                            .fix(
                                                    "reboot, or unload and load the module with"
                                                            + " nothing using the GPUs; then"
                                                            + " `apt-mark hold` the driver")
                                            .cites(
                                                    new Evidence(
                                                            machine + ": " + u.command(),
                                                            0,
                                                            u.why()))
                                            .explains(
                                                    "gpu-count-not-as-intended",
                                                    "fabric-manager-version-mismatch")
                                            .report());
        }
    }
}
