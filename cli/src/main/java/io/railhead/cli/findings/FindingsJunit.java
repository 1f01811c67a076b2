package io.railhead.cli.findings;

import io.railhead.checks.Check;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import io.railhead.model.Visible;
import java.util.Collection;
import java.util.List;

/// JUnit's XML, as CI systems read it: a test case a check, failed by findings at or above a
/// severity, skipped when it could not be made.
public final class FindingsJunit {
    private FindingsJunit() {}

    public static String of(Examined examined, Collection<Check> checks, Severity failOn) {
        StringBuilder cases = new StringBuilder();
        int failures = 0;
        int skipped = 0;
        for (Check check : checks) {
            List<Finding> found =
                    examined.report().findings().stream()
                            .filter(f -> f.code().equals(check.code()))
                            .toList();
            List<Finding> failing =
                    found.stream().filter(f -> f.severity().atLeast(failOn)).toList();
            List<NotChecked> not =
                    examined.report().notChecked().stream()
                            .filter(n -> n.check().equals(check.code()))
                            .toList();
            cases.append("  <testcase classname=\"railhead\" name=\"")
                    .append(escape(check.code()))
                    .append("\">\n");
            for (Finding f : failing) {
                cases.append("    <failure type=\"")
                        .append(f.severity().word())
                        .append("\" message=\"")
                        .append(escape(f.subject() + ": " + f.summary()))
                        .append("\">")
                        .append(escape(body(f, examined.recorded(f))))
                        .append("</failure>\n");
            }
            if (!failing.isEmpty()) {
                failures++;
            } else if (found.isEmpty() && !not.isEmpty()) {
                skipped++;
                cases.append("    <skipped message=\"")
                        .append(
                                escape(
                                        String.join(
                                                "; ",
                                                not.stream()
                                                        .map(n -> n.subject() + ": " + n.why())
                                                        .toList())))
                        .append("\"/>\n");
            }
            cases.append("  </testcase>\n");
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"railhead check\" tests=\""
                + checks.size()
                + "\" failures=\""
                + failures
                + "\" errors=\"0\" skipped=\""
                + skipped
                + "\">\n"
                + cases
                + "</testsuite>\n";
    }

    private static String body(Finding f, boolean recorded) {
        StringBuilder text = new StringBuilder();
        if (recorded) {
            text.append("recorded: not read from the device\n");
        }
        text.append("cause: ").append(f.cause()).append("\nfix: ").append(f.fix()).append('\n');
        for (Evidence e : f.evidence()) {
            text.append(e.document()).append(':').append(e.line()).append(": ").append(e.text());
            text.append('\n');
        }
        return text.toString();
    }

    /// XML 1.0 has no way to write most control characters: they are written out.
    static String escape(String text) {
        String visible = Visible.of(text);
        StringBuilder out = new StringBuilder(visible.length() + 16);
        for (int i = 0; i < visible.length(); i++) {
            char c = visible.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
