package io.railhead.evidence.paste;

import io.railhead.evidence.Lines;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines that name a machine behind one dash and say nothing else: `- gpu01`, `- gpu01:`. A list
/// (YAML, Markdown) looks the same, and goes on with its next item or with what is indented.
final class DashedNames {
    private static final Pattern NAME =
            Pattern.compile("- ?([A-Za-z](?=[\\w.-]*\\d)[\\w.-]{1,80}?)(?: ?-| ?:)?");

    private final List<String> lines;

    DashedNames(List<String> lines) {
        this.lines = lines;
    }

    /// The machine that a line names.
    Optional<String> at(int index) {
        String line = lines.get(index);
        if (line.length() < 3 || line.length() > 240 || line.charAt(0) != '-') {
            return Optional.empty();
        }
        Matcher m = NAME.matcher(Lines.clean(line).strip());
        return m.matches() && isNoList(index) ? Optional.of(m.group(1)) : Optional.empty();
    }

    private boolean isNoList(int index) {
        if (index + 1 >= lines.size()) return false;
        String next = lines.get(index + 1);
        return !next.isBlank() && next.charAt(0) != '-' && !Character.isWhitespace(next.charAt(0));
    }
}
