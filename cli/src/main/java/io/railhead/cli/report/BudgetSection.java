package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.ceiling.Hop;
import io.railhead.bench.ceiling.LatencyBudget;
import io.railhead.cli.Table;
import io.railhead.model.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where the time of a latency goes: of the path whose value is the middle one of its kind.
final class BudgetSection {
    private BudgetSection() {}

    /// Of RDMA writes; empty where none can be taken apart.
    static Optional<LatencyBudget> of(List<Measurement> all) {
        List<LatencyBudget> budgets =
                all.stream()
                        .filter(m -> m.conditions().get("verb").equals("write"))
                        .flatMap(m -> LatencyBudget.of(m, Hop.CUT_THROUGH).stream())
                        .sorted(Comparator.comparingDouble(LatencyBudget::oneWayNanos))
                        .toList();
        return budgets.isEmpty() ? Optional.empty() : Optional.of(budgets.get(budgets.size() / 2));
    }

    private static String title(LatencyBudget b) {
        return "Where "
                + Values.text(b.oneWayNanos(), "ns")
                + " of "
                + Paths.Way.of(b.measured()).label().replace("→", "->")
                + " go (write, p50, one way)";
    }

    private static String nanos(double n) {
        return String.format(Locale.ROOT, "%.0f", n);
    }

    static void text(StringBuilder out, List<Measurement> all) {
        Optional<LatencyBudget> budget = of(all);
        if (budget.isEmpty()) {
            return;
        }
        TextReport.heading(out, TextReport.plain(title(budget.get())));
        Table table = new Table("component", "ns", "how");
        budget.get().parts().forEach(p -> table.row(p.name(), nanos(p.nanos()), p.how()));
        out.append(table.render(0));
    }

    static void html(Markup m, List<Measurement> all) {
        Optional<LatencyBudget> budget = of(all);
        if (budget.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "budget", title(budget.get()));
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Component", "ns", "How");
        m.open("tbody");
        for (LatencyBudget.Part p : budget.get().parts()) {
            m.open("tr");
            m.leaf("th", p.name(), "scope", "row");
            m.leaf("td", nanos(p.nanos()), "class", "number");
            m.leaf("td", p.how());
            m.close();
        }
        m.close().close().close();
        m.close();
    }
}
