package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A NIC or GPU has fewer or slower PCIe lanes than it can use.
@AutoService(Cause.class)
public final class PcieDowngraded implements Cause {
    private static final Pattern ASKED = Pattern.compile("\\blspci\\b.* -s (\\S+)");

    @Override
    public String code() {
        return "pcie-link-downgraded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> all =
                clues.where(
                        "pcie-lnksta-down",
                        e ->
                                (e.value("sdown").isPresent() || e.value("wdown").isPresent())
                                        && !isBridgeOverCard(clues, e)
                                        && !isAtFullSpeedElsewhere(clues, e));
        List<LogEvent> nics =
                all.stream()
                        .filter(
                                e ->
                                        !e.get("device").contains("NVIDIA")
                                                || e.value("wdown").isPresent()
                                                || e.get("device").contains("Mellanox")
                                                || e.get("device").contains("ConnectX"))
                        .toList();
        List<LogEvent> gpus = all.stream().filter(e -> !nics.contains(e)).toList();
        List<LogEvent> limited =
                clues.where(
                        "pcie-limited",
                        e -> Clues.decimal(e, "have") < 0.6 * Clues.decimal(e, "can"));
        if (!limited.isEmpty())
            verdict.certain(
                            limited,
                            "the kernel says that a PCIe link keeps the card at "
                                    + limited.getFirst().get("have")
                                    + " of "
                                    + limited.getFirst().get("can")
                                    + " Gb/s")
                    .cites(nics)
                    .explains("slow-receiver-pcie", "rx-out-of-buffer", "pfc-storm");
        else if (!nics.isEmpty())
            verdict.certain(nics, "a PCIe link runs below what the card can")
                    .explains("slow-receiver-pcie", "rx-out-of-buffer");
        else if (!narrowed(clues).isEmpty())
            verdict.certain(
                            narrowed(clues),
                            "a PCIe link has fewer or slower lanes than card and slot can")
                    .explains("slow-receiver-pcie", "rx-out-of-buffer");
        else if (!told(clues).isEmpty())
            verdict.certain(told(clues), "the card's PCIe link runs below what is enabled on it")
                    .explains("slow-receiver-pcie", "rx-out-of-buffer");
        else if (!widths(clues).isEmpty())
            verdict.certain(widths(clues), "a GPU's PCIe link has fewer lanes than it can have")
                    .explains("slow-receiver-pcie");
        else if (!gpus.isEmpty()) {
            // An idle GPU lowers its speed to save power: only measured copies tell.
            Suspicion s =
                    clues.has("gpu-copy")
                            ? verdict.likely(
                                            gpus,
                                            "the GPU's PCIe link runs at "
                                                    + gpus.getFirst().get("speed")
                                                    + " GT/s while copies were measured")
                                    .cites(clues.of("gpu-copy"))
                            : verdict.possible(
                                    gpus,
                                    "the GPU's PCIe link runs at "
                                            + gpus.getFirst().get("speed")
                                            + " GT/s; idle GPUs do that, so read it again under load");
            if (clues.lacks("gpu-copy")) s.warning();
        }
    }

    /// The same link was seen at its full speed: it goes down when the card idles.
    private static boolean isAtFullSpeedElsewhere(Clues clues, LogEvent e) {
        String asked = asked(clues, e);
        return e.value("wdown").isEmpty()
                && !asked.isEmpty()
                && clues.of("pcie-lnksta-down").stream()
                        .filter(o -> o.value("sdown").isEmpty() && o.value("wdown").isEmpty())
                        .filter(o -> Clues.decimal(o, "speed") > Clues.decimal(e, "speed"))
                        .anyMatch(o -> asked(clues, o).equals(asked));
    }

    /// The address that lspci was asked for, `-s 17:00.0`, in one of the lines above; empty when
    /// none of them says it.
    private static String asked(Clues clues, LogEvent e) {
        for (int n = e.source().firstLine() - 1; n > e.source().firstLine() - 5; n--) {
            Matcher m = ASKED.matcher(clues.facts().line(e.source().document(), n));
            if (m.find()) return m.group(1);
        }
        return "";
    }

    private static List<LogEvent> told(Clues clues) {
        return clues.where("mlxlink-pcie", e -> Clues.decimal(e, "have") < Clues.decimal(e, "can"));
    }

    /// Widths that are told beside what they should be: a GPU that idles keeps its lanes.
    private static List<LogEvent> widths(Clues clues) {
        List<LogEvent> narrow =
                new ArrayList<>(
                        clues.where(
                                "pcie-narrow-said",
                                e ->
                                        Clues.number(e, "have").orElse(16)
                                                < Clues.number(e, "can").orElse(0)));
        List<LogEvent> all = clues.of("gpu-pcie-width");
        for (LogEvent now : all) {
            long lanes = Clues.number(now, "current").orElse(Long.MAX_VALUE);
            all.stream()
                    .filter(m -> m.source().document().equals(now.source().document()))
                    .filter(m -> m.source().firstLine() == now.source().firstLine() - 1)
                    .filter(m -> Clues.number(m, "max").orElse(0) > lanes)
                    .forEach(m -> narrow.addAll(List.of(now, m)));
        }
        return narrow;
    }

    /// A bridge runs as fast as the card below it can: its own limit says nothing of a fault while
    /// there is a card that runs at its limit.
    private static boolean isBridgeOverCard(Clues clues, LogEvent e) {
        return e.get("device").toLowerCase(Locale.ROOT).contains("bridge:")
                && clues.of("pcie-lnksta-down").stream()
                        .anyMatch(
                                o ->
                                        o.source().document().equals(e.source().document())
                                                && !o.get("device").contains("ridge:")
                                                && o.value("sdown").isEmpty()
                                                && o.value("wdown").isEmpty());
    }

    /// What sysfs says of the links in use beside what they could be. A GPU that idles lowers its
    /// speed: only its width counts.
    private static List<LogEvent> narrowed(Clues clues) {
        List<LogEvent> all = clues.of("pcie-sysfs");
        return all.stream()
                .filter(e -> Clues.is(e, "which", "current"))
                .filter(
                        e ->
                                Clues.is(e, "what", "width")
                                        || e.get("path").matches(".*/(?:net|infiniband)/.*")
                                        || isNic(clues, e.get("pci")))
                .flatMap(
                        e ->
                                all.stream()
                                        .filter(m -> Clues.is(m, "which", "max"))
                                        .filter(m -> m.get("pci").equals(e.get("pci")))
                                        .filter(m -> m.get("what").equals(e.get("what")))
                                        .filter(
                                                m ->
                                                        Clues.decimal(e, "value")
                                                                < Clues.decimal(m, "value"))
                                        .flatMap(m -> Stream.of(e, m)))
                .toList();
    }

    private static boolean isNic(Clues clues, String pci) {
        // Nothing else read of it: what was asked for one by one is the card in question.
        List<LogEvent> devices = clues.where("pci-heading", e -> pci.endsWith(e.get("pci")));
        return devices.isEmpty()
                ? !clues.has("topo-gpu-row", "gpu-heading")
                : devices.stream()
                        .anyMatch(
                                e ->
                                        e.get("device")
                                                .matches(
                                                        "(?i).*(?:ethernet|infiniband|network).*"));
    }
}
