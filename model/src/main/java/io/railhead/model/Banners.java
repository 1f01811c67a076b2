package io.railhead.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells the text of login banners from the statements of a running configuration, line by line: a
/// banner may hold anything, statements too. NX-OS ends it by the character that began it, EOS by a
/// line `EOF`.
public final class Banners {
    private static final Pattern BEGIN =
            Pattern.compile("banner (?:motd|login|exec|incoming)(?: (\\^C|\\S)(.*))?");
    private String end = "";

    /// Whether the next line is text of a banner. The line that begins it is a statement.
    public boolean isText(String line) {
        if (!end.isEmpty()) {
            if (end.equals("EOF") ? line.strip().equals(end) : line.contains(end)) end = "";
            return true;
        }
        Matcher m = BEGIN.matcher(line);
        if (m.matches()) {
            if (m.group(1) == null) {
                end = "EOF";
            } else if (!m.group(2).contains(m.group(1))) {
                end = m.group(1);
            }
        }
        return false;
    }
}
