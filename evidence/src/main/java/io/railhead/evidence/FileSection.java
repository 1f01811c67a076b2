package io.railhead.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file of several in one output, as `head -v` and `tail -v` print them: `==> PATH <==`, then
/// its lines.
///
/// @param lines those below the heading, blank ones and such already read included
public record FileSection(String path, List<Lines.Line> lines) {

    public FileSection {
        lines = List.copyOf(lines);
    }

    /// The sections; headings are marked as read. Empty when there is no heading.
    public static List<FileSection> of(Lines lines) {
        List<FileSection> sections = new ArrayList<>();
        @Nullable String path = null;
        List<Lines.Line> body = new ArrayList<>();
        for (Lines.Line line : lines) {
            String s = line.text();
            if (s.startsWith("==> ") && s.endsWith(" <==") && s.length() > 8) {
                if (path != null) sections.add(new FileSection(path, body));
                path = s.substring(4, s.length() - 4);
                body = new ArrayList<>();
                line.read();
            } else if (path != null) {
                body.add(line);
            }
        }
        if (path != null) sections.add(new FileSection(path, body));
        return sections;
    }

    /// The file's text, cleaned, one line feed a line.
    public String text() {
        StringBuilder sb = new StringBuilder();
        for (Lines.Line line : lines) sb.append(line.text()).append('\n');
        return sb.toString();
    }
}
