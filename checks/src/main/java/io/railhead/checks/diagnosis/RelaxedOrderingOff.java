package io.railhead.checks.diagnosis;

import static java.util.Locale.ROOT;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// PCIe relaxed ordering is off, which keeps cards on AMD hosts from their full rate.
@AutoService(Cause.class)
public final class RelaxedOrderingOff implements Cause {
    @Override
    public String code() {
        return "pcie-relaxed-ordering-off";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        byVariable(clues, verdict);
        byTest(clues, verdict);
        byCommand(clues, verdict);
        List<LogEvent> off = clues.of("relaxed-ordering-off");
        if (off.isEmpty()) return;
        List<LogEvent> amd = clues.of("amd-cpu");
        List<LogEvent> unused = clues.where("perftest-relaxed", "state", "OFF");
        if (!amd.isEmpty() && (!unused.isEmpty() || clues.has("perftest-device"))) {
            verdict.likely(
                            off,
                            "relaxed ordering is off on a host whose CPUs need it for full rate")
                    .warning()
                    .cites(amd)
                    .cites(unused);
        } else {
            verdict.possible(off, "PCIe relaxed ordering is off").info().cites(unused);
        }
    }

    /// NCCL was told to do without, and a run that was not told so is a third faster.
    private static void byVariable(Clues clues, Verdict verdict) {
        List<LogEvent> told =
                clues.env("NCCL_IB_PCI_RELAXED_ORDERING").stream()
                        .filter(e -> Clues.setting(e).equals("0"))
                        .toList();
        if (told.isEmpty()) return;
        Set<String> documents =
                told.stream().map(e -> e.source().document()).collect(Collectors.toSet());
        List<LogEvent> runs = clues.of("bus-average");
        double without = best(runs, e -> documents.contains(e.source().document()));
        double with = best(runs, e -> !documents.contains(e.source().document()));
        String says = "NCCL is told to do without relaxed ordering on PCIe";
        if (without > 0 && with > 1.3 * without)
            verdict.likely(told, says + ", and without that setting it is faster").cites(runs);
        else verdict.possible(told, says).info();
    }

    /// One text in which a setting of UCX or NCCL stands before each run, and the one without is
    /// slower.
    private static void byCommand(Clues clues, Verdict verdict) {
        List<LogEvent> settings = new ArrayList<>(clues.env("UCX_IB_PCI_RELAXED_ORDERING"));
        settings.addAll(clues.env("NCCL_IB_PCI_RELAXED_ORDERING"));
        List<LogEvent> off =
                settings.stream().filter(e -> isSet(e, "0", "n", "no", "off")).toList();
        if (off.isEmpty() || off.size() == settings.size()) return;
        List<LogEvent> rows = clues.of("ucx-perf-row", "bus-average", "perftest-row");
        double without = best(rows, e -> isSet(stateOf(e, settings), "0", "n", "no", "off"));
        double with = best(rows, e -> isSet(stateOf(e, settings), "1", "y", "yes", "on"));
        if (without > 0 && with > 1.2 * without)
            verdict.likely(off, "without relaxed ordering on PCIe the same test is slower")
                    .fix(
                            "Switch it on for the job, where the program does not know the CPU and"
                                    + " leaves it off:\n  UCX_IB_PCI_RELAXED_ORDERING=y\n"
                                    + "  NCCL_IB_PCI_RELAXED_ORDERING=1")
                    .cites(settings)
                    .cites(rows);
    }

    private static boolean isSet(LogEvent e, String... to) {
        return Set.of(to).contains(Clues.setting(e).toLowerCase(ROOT));
    }

    /// Two runs of perftest, one without relaxed ordering, and that one is a fifth slower.
    private static void byTest(Clues clues, Verdict verdict) {
        List<LogEvent> runs = clues.of("perftest-relaxed");
        List<LogEvent> off = runs.stream().filter(e -> Clues.is(e, "state", "OFF")).toList();
        if (off.isEmpty() || off.size() == runs.size()) return;
        List<LogEvent> rows = clues.of("perftest-row");
        double without = best(rows, e -> Clues.is(stateOf(e, runs), "state", "OFF"));
        double with = best(rows, e -> Clues.is(stateOf(e, runs), "state", "ON"));
        if (without > 0 && with > 1.2 * without)
            verdict.likely(off, "without relaxed ordering on PCIe the same test is slower")
                    .cites(rows);
    }

    /// What the banner above a row says.
    private static LogEvent stateOf(LogEvent row, List<LogEvent> runs) {
        return runs.stream()
                .filter(r -> r.source().document().equals(row.source().document()))
                .filter(r -> r.source().firstLine() < row.source().firstLine())
                .max(Comparator.comparing(r -> r.source().firstLine()))
                .orElse(row);
    }

    private static double best(List<LogEvent> runs, Predicate<LogEvent> of) {
        return runs.stream()
                .filter(of)
                .mapToDouble(e -> Clues.decimal(e, "average"))
                .max()
                .orElse(0);
    }
}
