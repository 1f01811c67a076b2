package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.KernelModule;
import java.util.Set;

/// The nouveau driver holds the GPUs.
@AutoService(Check.class)
public final class NouveauLoaded implements Check {

    @Override
    public String code() {
        return "nouveau-loaded";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The open nouveau driver is loaded; it holds NVIDIA GPUs that CUDA needs the
                vendor's driver for.
                """,
                """
                The NVIDIA driver's installation stops with "The Nouveau kernel driver is
                currently in use"; dmesg has "NVRM: GPU is already bound to nouveau" or "probe
                skipped".
                """,
                """
                The installer's kernel loads it by default; the blacklist did not get into the
                initramfs.
                """,
                """
                  printf 'blacklist nouveau\\noptions nouveau modeset=0\\n' > /etc/modprobe.d/blacklist-nouveau.conf
                  update-initramfs -u
                  reboot
                """,
                """
                  lsmod | grep nouveau      # nothing
                  railhead check --only nouveau-loaded
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(KernelModule.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(KernelModule.class)) {
            survey.facts().of(machine, KernelModule.class).stream()
                    .filter(m -> m.name().equals("nouveau"))
                    .findFirst()
                    .ifPresent(
                            m -> {
                                boolean gpus =
                                        survey.host(machine)
                                                .filter(h -> h.gpus().isPresent())
                                                .isPresent();
                                survey.draft(gpus ? Severity.ERROR : Severity.WARNING, machine)
                                        .says("the nouveau driver is loaded")
                                        .because(
                                                "loaded by default; not blacklisted in the initramfs")
                                        .fix(
                                                "`blacklist nouveau` in"
                                                        + " /etc/modprobe.d/blacklist-nouveau.conf,"
                                                        + " `update-initramfs -u`, reboot")
                                        .cites(m)
                                        .explains("gpu-driver-missing", "gpu-count-not-as-intended")
                                        .report();
                            });
        }
    }
}
