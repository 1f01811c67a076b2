package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Errors of a PCIe link that the kernel reports (AER).
@AutoService(Cause.class)
public final class PcieErrors implements Cause {
    @Override
    public String code() {
        return "pcie-bus-errors";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> aer = clues.of("aer");
        List<LogEvent> fatal =
                aer.stream().filter(e -> UNCORRECTED.matcher(e.text()).find()).toList();
        List<LogEvent> mended =
                aer.stream()
                        .filter(e -> CORRECTED.matcher(e.text()).find() && !fatal.contains(e))
                        .toList();
        if (!fatal.isEmpty()) {
            verdict.certain(
                            fatal,
                            "PCIe lost a transfer that it could not repeat"
                                    + of(fatal)
                                    + layer(fatal))
                    .cites(mended)
                    .explains("xid-reported");
            return;
        }
        long times = mended.stream().mapToLong(LogEvent::count).sum();
        if (times < 2) return;
        Suspicion s =
                verdict.certain(
                        mended,
                        "PCIe repeated transfers"
                                + of(mended)
                                + " after errors that it mended ("
                                + times
                                + " lines)"
                                + layer(mended));
        if (times < MANY) s.info();
        else s.warning();
    }

    /// Errors that the link could not mend by itself.
    private static final Pattern UNCORRECTED =
            Pattern.compile("\\b[Uu]ncorrect|\\((?:Non-)?Fatal\\)|severity=Fatal|Surprise Down");

    private static final Pattern CORRECTED = Pattern.compile("severity=Correct");

    /// Lines from which on a link is looked after: a healthy one has a handful in its life.
    private static final int MANY = 20;

    private static final Pattern DEVICE =
            Pattern.compile(
                    "(?<driver>[\\w.-]+) (?<pci>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d): ");

    private static String of(List<LogEvent> events) {
        Set<String> devices = new LinkedHashSet<>();
        for (LogEvent e : events) {
            Matcher m = DEVICE.matcher(e.text());
            if (m.find()) devices.add(m.group("driver") + " " + m.group("pci"));
        }
        return devices.isEmpty()
                ? ""
                : " (" + devices.stream().limit(3).collect(Collectors.joining(", ")) + ")";
    }

    /// What the layer of an error tells of its place.
    private static String layer(List<LogEvent> events) {
        if (events.stream()
                .anyMatch(e -> e.text().matches(".*type=(?:Physical|Data Link) Layer.*")))
            return ": signals of the link itself (slot, riser, cable, speed)";
        if (events.stream().anyMatch(e -> e.text().contains("type=Transaction Layer")))
            return ": a device did not answer, or answered what was not asked";
        return "";
    }
}
