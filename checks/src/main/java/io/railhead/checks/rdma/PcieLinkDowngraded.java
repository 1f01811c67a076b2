package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/// A NIC or GPU runs on fewer PCIe lanes, or at a lower speed, than it can.
@AutoService(Check.class)
public final class PcieLinkDowngraded implements Check {

    @Override
    public String code() {
        return "pcie-link-downgraded";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A NIC, GPU or NVMe drive runs on fewer PCIe lanes, or at a lower speed, than it
                can.
                """,
                """
                Bandwidth stops at the link's rate: Gen3 x8 carries 63 Gb/s raw and about 55 of
                RDMA, Gen3 x16 126 and 110. dmesg of mlx5: "limited by 8.0 GT/s PCIe x8 link". A
                NIC that cannot drain pauses its senders.
                """,
                """
                A slot with fewer lanes or of an older generation (then the card is well and
                sits in the wrong place), a card that is not fully seated, a bad riser,
                bifurcation set in the firmware, or a link that trained down. GPUs lower their
                speed when idle: only their width is judged, or their speed under load.
                """,
                """
                  lspci -vv -s ADDRESS | grep -e LnkCap -e LnkSta
                  dmidecode -t slot
                A narrow slot: move the card. Else: reseat card and riser, set the slot to x16
                and the highest generation in the firmware, then exchange the riser.
                """,
                """
                  lspci -vv -s ADDRESS | grep LnkSta      # no "(downgraded)"
                  railhead check --only pcie-link-downgraded
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PciDevice.class, DriverInfo.class, Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(PciDevice.class)) {
            boolean told = !survey.facts().of(machine, Gpu.class).isEmpty();
            for (PciDevice d : survey.facts().of(machine, PciDevice.class)) {
                boolean gpu = Nvidia.isGpu(d);
                boolean disk = d.deviceClass().toLowerCase(Locale.ROOT).contains("non-volatile");
                if ((!gpu && !disk && !Nics.isNic(d)) || Nics.isVirtual(d) || (gpu && told)) {
                    continue;
                }
                boolean narrow = d.widthDowngraded();
                boolean slow = d.speedDowngraded() && !gpu;
                if (narrow || slow) {
                    device(survey, machine, d, gpu);
                }
            }
        }
        for (String machine : survey.facts().machines()) {
            for (Gpu g : survey.facts().of(machine, Gpu.class)) {
                gpu(survey, machine, g);
            }
        }
    }

    private static void device(Survey survey, String machine, PciDevice d, boolean gpu) {
        PcieLink can = d.capability().orElseThrow();
        PcieLink runs = d.status().orElseThrow();
        boolean bySlot =
                d.slotCapability()
                        .filter(s -> s.width() <= runs.width() || !d.widthDowngraded())
                        .filter(
                                s ->
                                        s.gigaTransfers() <= runs.gigaTransfers()
                                                || !d.speedDowngraded()
                                                || gpu)
                        .filter(s -> Nics.gbps(s) < Nics.gbps(can))
                        .isPresent();
        boolean rail = Nics.carriesRail(survey, machine, d);
        survey.draft(
                        bySlot || (!rail && !gpu) ? Severity.WARNING : Severity.ERROR,
                        machine + " " + d.address())
                .says(
                        String.format(
                                Locale.ROOT,
                                "%s runs at %s (%.0f Gb/s raw), it can %s (%.0f)",
                                d.model().orElse(d.deviceClass()),
                                Nics.words(runs),
                                Nics.gbps(runs),
                                Nics.words(can),
                                Nics.gbps(can)))
                .because(
                        bySlot
                                ? "the slot can no more ("
                                        + Nics.words(d.slotCapability().orElseThrow())
                                        + "): the card is well and sits in the wrong slot"
                                : d.slotCapability().isPresent()
                                        ? "the slot can "
                                                + Nics.words(d.slotCapability().get())
                                                + ": not fully seated, a bad riser, or set down in"
                                                + " the firmware"
                                        : "a narrow or old slot, a bad seat or riser, or a firmware"
                                                + " setting")
                .fix(
                        bySlot
                                ? "move the card to a slot of "
                                        + Nics.words(can)
                                        + " (`dmidecode -t slot`)"
                                : "reseat card and riser; slot to "
                                        + Nics.words(can)
                                        + " in the firmware; `lspci -vv -s "
                                        + d.slot()
                                        + "` shows LnkSta")
                .cites(d.at("LnkCap"))
                .cites(d.at("LnkSta"))
                .explains("slow-receiver-pcie", "rx-out-of-buffer", "pfc-storm")
                .report();
    }

    private static void gpu(Survey survey, String machine, Gpu g) {
        boolean narrow =
                g.pcieWidthCurrent().isPresent()
                        && g.pcieWidthMax().isPresent()
                        && g.pcieWidthCurrent().getAsInt() < g.pcieWidthMax().getAsInt();
        boolean slow =
                g.pcieGenCurrent().isPresent()
                        && g.pcieGenMax().isPresent()
                        && g.pcieGenCurrent().getAsInt() < g.pcieGenMax().getAsInt()
                        && g.utilisationPercent().orElse(0) >= BUSY;
        if (narrow || slow) {
            survey.error(machine + " " + g.label())
                    .says(
                            "the GPU runs at Gen"
                                    + number(g.pcieGenCurrent())
                                    + " x"
                                    + number(g.pcieWidthCurrent())
                                    + ", GPU and slot can Gen"
                                    + number(g.pcieGenMax())
                                    + " x"
                                    + number(g.pcieWidthMax()))
                    .because(
                            narrow
                                    ? "not fully seated, a bad riser, or bifurcation in the firmware"
                                    : "the link trained down under load: riser, seat, or a speed set"
                                            + " in the firmware")
                    .fix("reseat GPU and riser; `nvidia-smi -q -d PCI` under load")
                    .cites(g.at("PCI/GPU Link Info/Link Width/Current"))
                    .cites(g.at("PCI/GPU Link Info/PCIe Generation/Current"))
                    .explains("slow-receiver-pcie")
                    .report();
        }
    }

    /// From here on the GPU does work and keeps its link at full speed.
    private static final int BUSY = 30;

    private static String number(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "?";
    }
}
