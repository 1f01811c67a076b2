package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.compare.Beside;
import io.railhead.bench.cost.SyncCost;
import io.railhead.cli.Table;
import io.railhead.model.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// TCP beside RDMA, and what is not compared and why.
final class BesideSection {
    private static final int MOST = 60;

    private BesideSection() {}

    static void text(StringBuilder out, Beside beside, int columns) {
        if (!beside.rows().isEmpty()) {
            TextReport.heading(out, "TCP beside RDMA, like with like");
            Table table = new Table("path", "what", "TCP", "RDMA", "");
            for (Beside.Row r : beside.rows().stream().limit(MOST).toList()) {
                table.row(
                        TextReport.plain(
                                r.pair().from() + ">" + r.pair().to() + " " + r.pair().rail()),
                        r.what().replace(", half round trip", "").replace("bandwidth, ", ""),
                        Values.text(r.tcp()),
                        Values.text(r.rdma()),
                        r.words()
                                .replaceFirst(" \\(RDMA .*", "")
                                .replaceFirst(" (has|takes) ", " "));
            }
            out.append(table.render(0));
            if (beside.rows().size() > MOST) {
                out.append("the first ").append(MOST).append(" of ");
                out.append(beside.rows().size()).append("; all are in the JSON\n");
            }
            if (beside.rows().stream().anyMatch(r -> r.what().startsWith("latency"))) {
                TextReport.wrap(
                        out, "", "  ", "Latencies are half a round trip on both sides.", columns);
            }
            training(out, beside, columns);
            cautions(beside)
                    .forEach((c, n) -> TextReport.wrap(out, "", "  ", "Beware: " + c, columns));
        }
        Map<String, Integer> refused = refused(beside);
        if (!refused.isEmpty()) {
            TextReport.heading(out, "TCP and RDMA that are not alike, and so not compared");
            refused.forEach(
                    (why, n) ->
                            TextReport.wrap(
                                    out, "- ", "  ", why + (n > 1 ? " (" + n + ")" : ""), columns));
        }
    }

    /// What the ratio of latencies is to a training: little, unless it synchronises very often or
    /// in small pieces.
    private static void training(StringBuilder out, Beside beside, int columns) {
        Optional<Beside.Row> latency =
                beside.rows().stream().filter(r -> r.what().startsWith("latency p50")).findFirst();
        if (latency.isEmpty()) {
            return;
        }
        double tcp = latency.get().tcp().value();
        double rdma = latency.get().rdma().value();
        Table table = new Table("syncs a second", "TCP waits", "RDMA waits", "of each second");
        for (int syncs : new int[] {100, 1_000, 10_000}) {
            table.row(
                    Integer.toString(syncs),
                    millis(SyncCost.waitingNanos(syncs, tcp)),
                    millis(SyncCost.waitingNanos(syncs, rdma)),
                    String.format(
                            Locale.ROOT,
                            "%.2f %% less",
                            SyncCost.waitingNanos(syncs, tcp - rdma) / 1e7));
        }
        out.append(table.render(2));
        Optional<Beside.Row> bandwidth =
                beside.rows().stream()
                        .filter(r -> r.what().startsWith("bandwidth"))
                        .filter(r -> r.pair().equals(latency.get().pair()))
                        .findFirst();
        TextReport.wrap(
                out,
                "  ",
                "  ",
                "A lower bound, one way a sync: a ring all-reduce over n hosts takes 2(n-1) of them"
                        + " and its bytes."
                        + bandwidth
                                .map(
                                        b ->
                                                " Between two hosts latency rules below "
                                                        + Math.round(
                                                                SyncCost.evenBytes(
                                                                        2, rdma, b.rdma().value()))
                                                        + " bytes over RDMA, bandwidth above.")
                                .orElse(""),
                columns);
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
    }

    private static Map<String, Integer> cautions(Beside beside) {
        Map<String, Integer> all = new LinkedHashMap<>();
        beside.rows().stream()
                .map(Beside.Row::caution)
                .filter(c -> !c.isEmpty())
                .forEach(c -> all.merge(c, 1, Integer::sum));
        return all;
    }

    /// The reasons without the paths, and of how many.
    private static Map<String, Integer> refused(Beside beside) {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (String line : beside.refused()) {
            int path = line.indexOf(", ") < 0 ? line.indexOf(": ") : line.indexOf(", ");
            all.merge(line.substring(Math.max(0, path + 2)), 1, Integer::sum);
        }
        return all;
    }

    static void html(Markup m, List<Measurement> all) {
        Beside beside = Beside.of(all, all);
        if (beside.rows().isEmpty()) {
            return;
        }
        HtmlReport.section(m, "beside", "TCP beside RDMA");
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Path", "What", "TCP", "RDMA", "Ratio", "Beware");
        m.open("tbody");
        for (Beside.Row r : beside.rows().stream().limit(2000).toList()) {
            m.open("tr");
            m.leaf("th", r.pair().toString(), "scope", "row");
            m.leaf("td", r.what());
            m.leaf("td", Values.text(r.tcp()), "class", "number");
            m.leaf("td", Values.text(r.rdma()), "class", "number");
            m.leaf("td", r.words());
            m.leaf("td", r.caution());
            m.close();
        }
        m.close().close().close();
        refused(beside).keySet().forEach(w -> m.leaf("p", "Not compared: " + w, "class", "hint"));
        m.close();
    }
}
