package io.railhead.cli.report;

import io.railhead.bench.judge.Scorecard;
import io.railhead.cli.Table;
import io.railhead.model.Measurement;
import java.util.List;

/// The scorecard of a run of all benchmarks: one table for the network, TCP and RDMA side by side,
/// and one for what hosts have by themselves.
final class ScorecardSection {
    /// The rule of each status, for the reader.
    private static final String RULE =
            "Each cell is the worst path or host. met: every value met what it was held against;"
                    + " missed: one did not; not judged: nothing could judge one; not measured: no"
                    + " value, see «Not measured».";

    private ScorecardSection() {}

    static void text(StringBuilder out, List<Measurement> all, int columns) {
        Scorecard card = Scorecard.of(all);
        TextReport.heading(out, "Scorecard");
        if (!card.network().isEmpty()) {
            Table table = new Table("worst path", "", "TCP", "wanted", "RDMA", "wanted", "status");
            for (Scorecard.Row row : card.network()) {
                Scorecard.Cell tcp = row.cells().getFirst();
                Scorecard.Cell rdma = row.cells().getLast();
                table.row(
                        TextReport.plain(row.what()),
                        row.unit(),
                        or(tcp.value()),
                        or(tcp.wanted()),
                        or(rdma.value()),
                        or(rdma.wanted()),
                        tcp.status().equals(rdma.status())
                                ? tcp.status()
                                : tcp.status() + " / " + rdma.status());
            }
            out.append(table.render(0)).append('\n');
        }
        Table table = new Table("worst host", "", "value", "wanted", "where", "status");
        for (Scorecard.Row row : card.hosts()) {
            Scorecard.Cell cell = row.cells().getFirst();
            table.row(
                    row.what(),
                    row.unit(),
                    or(cell.value()),
                    or(cell.wanted()),
                    TextReport.plain(or(cell.where())),
                    cell.status());
        }
        out.append(table.render(0));
        TextReport.wrap(out, "", "", RULE, columns);
    }

    static void html(Markup m, List<Measurement> all) {
        Scorecard card = Scorecard.of(all);
        HtmlReport.section(m, "scorecard", "Scorecard");
        if (!card.network().isEmpty()) {
            m.open("div", "class", "scroll");
            m.open("table");
            HtmlReport.head(
                    m,
                    "Worst path",
                    "Unit",
                    "TCP",
                    "Wanted",
                    "Where",
                    "Status",
                    "RDMA",
                    "Wanted",
                    "Where",
                    "Status");
            m.open("tbody");
            card.network().forEach(row -> row(m, row));
            m.close().close().close();
        }
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Worst host", "Unit", "Value", "Wanted", "Where", "Status");
        m.open("tbody");
        card.hosts().forEach(row -> row(m, row));
        m.close().close().close();
        m.leaf("p", RULE, "class", "hint");
        m.close();
    }

    private static void row(Markup m, Scorecard.Row row) {
        m.open("tr");
        m.leaf("th", row.what(), "scope", "row");
        m.leaf("td", row.unit());
        for (Scorecard.Cell cell : row.cells()) {
            m.leaf("td", or(cell.value()), "class", "number");
            m.leaf("td", or(cell.wanted()), "class", "number");
            m.leaf("td", or(cell.where()));
            m.leaf("td", cell.status());
        }
        m.close();
    }

    private static String or(String value) {
        return value.isEmpty() ? "-" : value;
    }
}
