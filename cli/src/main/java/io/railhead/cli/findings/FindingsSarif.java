package io.railhead.cli.findings;

import io.railhead.checks.Check;
import io.railhead.cli.Version;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// SARIF 2.1.0 (OASIS), as code-review systems read it.
public final class FindingsSarif {
    private FindingsSarif() {}

    public static Map<String, Object> of(Examined examined, Collection<Check> checks) {
        List<Object> rules =
                checks.stream()
                        .map(
                                c ->
                                        (Object)
                                                map(
                                                        "id",
                                                        c.code(),
                                                        "shortDescription",
                                                        map("text", c.explanation().what().strip()),
                                                        "help",
                                                        map("text", c.explanation().fix())))
                        .toList();
        List<Object> results =
                examined.report().findings().stream()
                        .map(f -> (Object) result(f, examined.recorded(f)))
                        .toList();
        return map(
                "$schema",
                "https://json.schemastore.org/sarif-2.1.0.json",
                "version",
                "2.1.0",
                "runs",
                List.of(
                        map(
                                "tool",
                                map(
                                        "driver",
                                        map(
                                                "name",
                                                "railhead",
                                                "version",
                                                Version.number(),
                                                "rules",
                                                rules)),
                                "results",
                                results)));
    }

    private static Map<String, Object> result(Finding f, boolean recorded) {
        Map<String, Object> result =
                map(
                        "ruleId",
                        f.code(),
                        "level",
                        level(f.severity()),
                        "message",
                        map(
                                "text",
                                f.subject()
                                        + ": "
                                        + f.summary()
                                        + "\nFix: "
                                        + f.fix()
                                        + (recorded
                                                ? "\nRecorded: not read from the device."
                                                : "")),
                        "locations",
                        f.evidence().stream().map(FindingsSarif::location).toList());
        if (recorded) {
            result.put("properties", map("recorded", true));
        }
        return result;
    }

    private static Map<String, Object> location(Evidence e) {
        // The document is a command's output, so a logical location; the quoted line goes along.
        return map(
                "logicalLocations",
                List.of(map("fullyQualifiedName", e.document() + ":" + e.line())),
                "message",
                map("text", e.text()));
    }

    private static String level(Severity severity) {
        return switch (severity) {
            case CRITICAL, ERROR -> "error";
            case WARNING -> "warning";
            case INFO -> "note";
        };
    }

    private static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
