package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Kernel;
import io.railhead.model.fact.PciDevice;
import java.util.List;
import java.util.Set;

/// The IOMMU is on and translates every DMA.
@AutoService(Check.class)
public final class IommuWithoutPassthrough implements Check {

    @Override
    public String code() {
        return "iommu-without-passthrough";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The IOMMU is on and not in pass-through mode: every DMA of NICs and GPUs is
                translated.
                """,
                """
                RDMA and GPU transfers stay below the line rate, more so with many queue pairs;
                GPUDirect between NIC and GPU is slow, hangs, or ends in status 4 (local
                protection).
                """,
                """
                The firmware has VT-d or AMD-Vi enabled and the kernel command line does not say
                `iommu=pt`. (A kernel built with pass-through as default needs no option:
                /sys/kernel/iommu_groups/*/type says `identity`.)
                """,
                """
                In /etc/default/grub
                  GRUB_CMDLINE_LINUX="... iommu=pt"
                then `update-grub` and reboot. Virtual machines on this host that pass devices
                through keep working.
                """,
                """
                  cat /proc/cmdline
                  cat /sys/kernel/iommu_groups/0/type      # identity
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Kernel.class, PciDevice.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Kernel.class)) {
            Kernel kernel = survey.facts().first(machine, Kernel.class).orElseThrow();
            if (kernel.commandLine().isEmpty()) {
                survey.notChecked(machine, "the kernel's command line was not read");
                continue;
            }
            String line = " " + kernel.commandLine().get() + " ";
            List<PciDevice> grouped =
                    survey.facts().of(machine, PciDevice.class).stream()
                            .filter(d -> d.iommuGroup().isPresent())
                            .filter(
                                    d ->
                                            d.deviceClass().matches("(?i).*(ethernet|infiniband).*")
                                                    || Nvidia.isGpu(d))
                            .toList();
            boolean asked = line.contains(" intel_iommu=on") || line.contains(" amd_iommu=on");
            boolean passes =
                    line.contains(" iommu=pt ")
                            || line.contains(" iommu.passthrough=1 ")
                            || line.contains(" iommu=off ")
                            || line.contains(" intel_iommu=off ")
                            || line.contains(" amd_iommu=off ");
            if ((asked || !grouped.isEmpty()) && !passes) {
                survey.warning(machine)
                        .says(
                                grouped.isEmpty()
                                        ? "the IOMMU is asked for, without iommu=pt"
                                        : grouped.size()
                                                + " NIC or GPU functions are behind the IOMMU,"
                                                + " without iommu=pt")
                        .because(
                                "VT-d or AMD-Vi is on in the firmware and the command line does not"
                                        + " ask for pass-through")
                        .fix(
                                "add iommu=pt to GRUB_CMDLINE_LINUX in /etc/default/grub,"
                                        + " `update-grub`, reboot")
                        .cites(kernel)
                        .cites(grouped.stream().limit(2).toList())
                        .explains("acs-iommu-breaks-p2p", "slow-receiver-pcie")
                        .report();
            }
        }
    }
}
