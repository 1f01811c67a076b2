package io.railhead.cli.findings;

import io.railhead.checks.diagnosis.Harmless;
import io.railhead.model.Curtailed;
import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import io.railhead.model.Unread;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// `railhead.findings/1`.
public final class FindingsJson {
    public static final String SCHEMA = "railhead.findings/1";

    private FindingsJson() {}

    public static Map<String, Object> of(Examined examined) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", SCHEMA);
        document.put("input", examined.input());
        document.put("machines", machines(examined));
        List<Object> findings = new ArrayList<>();
        int rank = 0;
        for (Finding finding : examined.report().findings()) {
            findings.add(finding(++rank, finding, examined.recorded(finding)));
        }
        document.put("findings", findings);
        document.put(
                "notChecked",
                examined.report().notChecked().stream().map(FindingsJson::notChecked).toList());
        document.put(
                "unrecognised",
                examined.facts().unread().stream().map(FindingsJson::unread).toList());
        document.put(
                "curtailed",
                examined.facts().curtailed().stream().map(FindingsJson::curtailed).toList());
        document.put(
                "harmless",
                Harmless.in(examined.facts()).stream().map(FindingsJson::harmless).toList());
        document.put("figures", FiguresText.json(examined.facts()));
        document.put("judgement", examined.judgement().word());
        document.put("recorded", List.copyOf(examined.facts().recorded()));
        return document;
    }

    /// Machines by name; those that lines of a document without a machine name stand for it.
    private static List<String> machines(Examined examined) {
        Set<String> names = new LinkedHashSet<>(examined.machines());
        if (names.remove("")) {
            examined.facts().of("", LogEvent.class).stream()
                    .map(LogEvent::host)
                    .filter(h -> !h.isBlank())
                    .forEach(names::add);
        }
        return List.copyOf(names);
    }

    private static Map<String, Object> finding(int rank, Finding finding, boolean recorded) {
        Map<String, Object> f = new LinkedHashMap<>();
        f.put("rank", rank);
        f.put("code", finding.code());
        f.put("severity", finding.severity().word());
        f.put("subject", finding.subject());
        f.put("summary", finding.summary());
        f.put("cause", finding.cause());
        f.put("fix", finding.fix());
        f.put("evidence", finding.evidence().stream().map(FindingsJson::evidence).toList());
        f.put("explains", List.copyOf(new TreeSet<>(finding.explains())));
        f.put("certainty", finding.doubt().certainty().word());
        f.put("decide", finding.doubt().decide());
        f.put(
                "alternatives",
                finding.doubt().alternatives().stream().map(FindingsJson::alternative).toList());
        if (recorded) {
            f.put("recorded", true);
        }
        return f;
    }

    private static Map<String, Object> alternative(Doubt.Alternative a) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("code", a.code());
        map.put("decide", a.decide());
        return map;
    }

    private static Map<String, Object> harmless(Harmless h) {
        Map<String, Object> map = evidence(h.line());
        map.put("severity", Severity.INFO.word());
        map.put("count", h.count());
        map.put("why", h.why());
        return map;
    }

    private static Map<String, Object> evidence(Evidence e) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("document", e.document());
        map.put("line", e.line());
        map.put("text", e.text());
        return map;
    }

    private static Map<String, Object> notChecked(NotChecked n) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", n.check());
        map.put("subject", n.subject());
        map.put("why", n.why());
        return map;
    }

    private static Map<String, Object> unread(Unread u) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("document", u.document());
        map.put("line", u.line());
        map.put("lines", u.lines());
        map.put("text", u.text());
        return map;
    }

    private static Map<String, Object> curtailed(Curtailed c) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("document", c.document());
        map.put("line", c.line());
        map.put("why", c.why());
        return map;
    }
}
