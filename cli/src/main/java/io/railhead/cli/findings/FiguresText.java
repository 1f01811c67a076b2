package io.railhead.cli.findings;

import io.railhead.checks.diagnosis.Figure;
import io.railhead.cli.Wrap;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Benchmarks' figures as they are to be read, below the findings.
final class FiguresText {
    private FiguresText() {}

    static String of(Facts facts, int width) {
        List<Figure> figures = Figure.in(facts);
        if (figures.isEmpty()) return "";
        StringBuilder text = new StringBuilder("Figures read:\n");
        for (Figure f : figures) {
            Evidence e = f.line();
            text.append(
                    Wrap.labelled(
                            f.subject() + ": ",
                            f.text()
                                    + " ("
                                    + e.document()
                                    + (e.line() > 0 ? ":" + e.line() : "")
                                    + ")",
                            3,
                            width,
                            5));
        }
        return text.append('\n').toString();
    }

    static List<Map<String, Object>> json(Facts facts) {
        return Figure.in(facts).stream().map(FiguresText::json).toList();
    }

    private static Map<String, Object> json(Figure f) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("subject", f.subject());
        map.put("text", f.text());
        map.put("document", f.line().document());
        map.put("line", f.line().line());
        return map;
    }
}
