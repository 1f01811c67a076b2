package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The NIC came up in a degraded state although link and PCIe look right.
@AutoService(Cause.class)
public final class NicDegraded implements Cause {
    private static final String[] EXPLAINED = {
        "rdma-retry-exceeded", "rdma-port-down", "link-flapping", "link-speed-below-expected"
    };

    /// `400G`, `200GbE`: what mlxlink says of Ethernet.
    private static final Pattern RATE = Pattern.compile("(\\d{1,4})G(?:bE)?(?:_\\dX)?");

    private static final Pattern NUMBERED = Pattern.compile("(?:^|/)(\\d{1,4})[-_.][^/]*$");

    @Override
    public String code() {
        return "nic-degraded-init";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nic-health");
        if (!said.isEmpty()) {
            verdict.certain(
                            said,
                            "the NIC's driver or firmware reports trouble at start or in its health check")
                    .explains(EXPLAINED);
            return;
        }
        slowWithoutReason(clues, verdict);
    }

    /// Link and PCIe can do several times what was measured, nothing is lost, nothing is narrowed.
    private static void slowWithoutReason(Clues clues, Verdict verdict) {
        double link =
                clues.of("ethtool-speed").stream()
                        .mapToDouble(e -> Clues.decimal(e, "speed") / 1000)
                        .max()
                        .orElse(0);
        for (LogEvent e : clues.of("port-rate", "port-rate-row", "active-rate"))
            if (Clues.decimal(e, "rate") > link) link = Clues.decimal(e, "rate");
        for (LogEvent e : clues.of("mlxlink-speed")) {
            Matcher rate = RATE.matcher(e.get("speed"));
            if (rate.matches()) link = Math.max(link, Double.parseDouble(rate.group(1)));
        }
        List<LogEvent> pcie = clues.of("pcie-lnksta-down");
        if (link <= 0
                || clues.has("pcie-limited", "link-down")
                || !Signs.loss(clues).isEmpty()
                || pcie.stream()
                        .anyMatch(
                                e -> e.value("sdown").isPresent() || e.value("wdown").isPresent()))
            return;
        double can =
                Math.min(link, pcie.stream().mapToDouble(NicDegraded::gigabits).min().orElse(link));
        List<LogEvent> rows =
                clues.of("perftest-row").stream()
                        .filter(e -> e.get("unit").regionMatches(true, 0, "Gb", 0, 2))
                        .filter(e -> Clues.decimal(e, "average") > 0)
                        .toList();
        if (cured(clues, verdict, rows, can)) return;
        List<LogEvent> slow =
                rows.stream().filter(e -> Clues.decimal(e, "average") < can / 4).toList();
        if (slow.isEmpty()) return;
        double worst = Clues.decimal(slow.getFirst(), "average");
        List<LogEvent> restored =
                rows.stream().filter(e -> Clues.decimal(e, "average") > 3 * worst).toList();
        // What is slow since the power came back was not mended by it.
        List<LogEvent> drained =
                clues.where("power-drained", d -> !slow.stream().allMatch(s -> isBefore(d, s)));
        // Fast and slow in one text may be two tests; power that was cut between them decides.
        if (drained.isEmpty() && (pcie.isEmpty() || !restored.isEmpty())) return;
        (drained.isEmpty()
                        ? verdict.possible(slow, slowly(worst, can))
                        : verdict.likely(slow, slowly(worst, can)))
                .cites(pcie)
                .cites(restored)
                .cites(drained)
                .explains(EXPLAINED);
    }

    /// The same test before a reset of the NIC's firmware and after it, link and PCIe alike.
    private static boolean cured(Clues clues, Verdict verdict, List<LogEvent> rows, double can) {
        List<LogEvent> resets = new ArrayList<>(clues.of("nic-reset"));
        resets.addAll(clues.of("power-drained"));
        for (LogEvent reset : resets) {
            List<LogEvent> before = rows.stream().filter(r -> isBefore(r, reset)).toList();
            List<LogEvent> after = rows.stream().filter(r -> isBefore(reset, r)).toList();
            double was = best(before);
            if (was <= 0 || was > 0.7 * can || best(after) < 1.5 * was) continue;
            verdict.likely(before, slowly(was, can) + "; after a reset of the NIC all is well")
                    .cites(after)
                    .cites(resets)
                    .explains(EXPLAINED);
            return true;
        }
        return false;
    }

    /// Lines of one text stand in order; of several texts their names may tell: `1-slow.txt` and
    /// `3-mended.txt`, `before.log`, `after.log`.
    private static boolean isBefore(LogEvent a, LogEvent b) {
        String first = a.source().document();
        String second = b.source().document();
        if (first.equals(second)) return a.source().firstLine() < b.source().firstLine();
        Matcher m = NUMBERED.matcher(first);
        Matcher n = NUMBERED.matcher(second);
        if (m.find() && n.find())
            return Integer.parseInt(m.group(1)) < Integer.parseInt(n.group(1));
        return (isNamed(first, "before") && !isNamed(second, "before"))
                || (isNamed(second, "after") && !isNamed(first, "after"));
    }

    private static boolean isNamed(String document, String word) {
        return document.substring(document.lastIndexOf('/') + 1)
                .toLowerCase(Locale.ROOT)
                .contains(word);
    }

    private static double best(List<LogEvent> rows) {
        return rows.stream().mapToDouble(e -> Clues.decimal(e, "average")).max().orElse(0);
    }

    private static String slowly(double measured, double can) {
        return String.format(
                Locale.ROOT,
                "%.0f Gb/s were measured where link and PCIe carry %.0f, and nothing was lost",
                measured,
                can);
    }

    /// What a PCIe link carries, by lanes and transfers: 128b/130b from 8 GT/s on, 8b/10b below.
    private static double gigabits(LogEvent e) {
        double transfers = Clues.decimal(e, "speed");
        double code = transfers < 8 ? 0.8 : 128.0 / 130;
        return transfers * code * Clues.number(e, "width").orElse(16);
    }
}
