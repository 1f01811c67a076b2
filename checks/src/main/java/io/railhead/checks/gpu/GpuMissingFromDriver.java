package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.PciDevice;
import java.util.List;
import java.util.Set;

/// The bus shows more GPUs than the driver does.
@AutoService(Check.class)
public final class GpuMissingFromDriver implements Check {

    @Override
    public String code() {
        return "gpu-missing-from-driver";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                lspci shows more NVIDIA GPUs than nvidia-smi, or one that no longer answers (rev
                ff).
                """,
                """
                nvidia-smi lists fewer GPUs than before; dmesg has "Xid 79, GPU has fallen off
                the bus" or "RmInitAdapter failed"; jobs hang or fail on that GPU.
                """,
                """
                Power, heat or a bad seat; a PCIe error; a driver that failed to start it.
                """,
                """
                  dmesg -T | grep -i -e xid -e nvrm -e rminit
                Power the host off and on (a reboot is not enough for a GPU that fell off). If
                it comes back and falls off again: power cables, seat, then the card.
                """,
                """
                  nvidia-smi -L | wc -l; lspci | grep -i nvidia | grep -c -e 3D -e VGA
                  railhead check --only gpu-missing-from-driver
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PciDevice.class, Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            List<PciDevice> bus =
                    survey.facts().of(machine, PciDevice.class).stream()
                            .filter(Nvidia::isGpu)
                            .toList();
            List<Gpu> seen = survey.facts().of(machine, Gpu.class);
            boolean wanted = survey.host(machine).filter(h -> h.gpus().isPresent()).isPresent();
            if (survey.facts().of(machine, PciDevice.class).isEmpty()) {
                if (wanted || !seen.isEmpty()) {
                    survey.notChecked(machine, survey.why(machine, PciDevice.class));
                }
                continue;
            }
            List<PciDevice> silent =
                    bus.stream().filter(d -> "ff".equals(d.settings().get("rev"))).toList();
            if (seen.isEmpty() && silent.isEmpty()) {
                if (!bus.isEmpty()) {
                    survey.notChecked(machine, survey.why(machine, Gpu.class));
                }
            } else if (bus.size() > seen.size() || !silent.isEmpty()) {
                survey.critical(machine)
                        .says(
                                "lspci shows "
                                        + bus.size()
                                        + " GPUs, the driver "
                                        + seen.size()
                                        + (silent.isEmpty()
                                                ? ""
                                                : "; "
                                                        + silent.getFirst().slot()
                                                        + " no longer answers (rev ff)"))
                        .because("a GPU fell off the bus, or the driver could not start it")
                        .fix(
                                "`dmesg -T | grep -i -e xid -e rminit`; power the host off and on;"
                                        + " then power cables, seat, card")
                        .cites(silent.isEmpty() ? bus : silent)
                        .explains(
                                "gpu-count-not-as-intended",
                                "gpus-unequal",
                                "nvlink-inactive",
                                "fabric-manager-not-running")
                        .report();
            }
        }
    }
}
