package io.railhead.reach;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a switch prints, taken apart: the echo of what was typed, pages, and the prompt at the end.
final class PromptReader {
    /// `leaf1#`, `leaf1>`, `leaf1(config-if)#`, `admin@leaf1:~$`.
    private static final Pattern FIRST =
            Pattern.compile(
                    "(?:^|\\n)[ \\t]*(?<stem>[A-Za-z0-9][\\w.@:/~-]{0,80})(?:\\([^()\\n]{1,60}\\))?[#>$%][ \\t]?$");
    private static final Pattern MORE =
            Pattern.compile(
                    "(?:<?-{2,}\\s?more\\s?-{2,}>?|lines \\d+-\\d+(?:/\\d+)?[^\\n]{0,40})[ \\t]*$",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern CONTROL =
            Pattern.compile("\u001b(?:\\[[0-9;?]*[ -/]*[@-~]|[()][A-Z0-9]|[=>78])|[\u0000\u0007]");

    private Optional<Pattern> prompt = Optional.empty();

    /// The same text as it would stand on a screen: without control sequences, with what a carriage
    /// return or backspace overwrote overwritten.
    static String screen(String raw) {
        String text = CONTROL.matcher(raw).replaceAll("").replace("\r\n", "\n");
        if (text.indexOf('\r') < 0 && text.indexOf('\b') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        StringBuilder line = new StringBuilder();
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> {
                    out.append(wiped(line, at)).append('\n');
                    line.setLength(0);
                    at = 0;
                }
                case '\r' -> at = 0;
                case '\b' -> at = Math.max(0, at - 1);
                default -> {
                    if (at < line.length()) {
                        line.setCharAt(at, c);
                    } else {
                        line.append(c);
                    }
                    at++;
                }
            }
        }
        return out.append(wiped(line, at)).toString();
    }

    /// Without the blanks with which a pager wiped itself out.
    private static String wiped(StringBuilder line, int at) {
        return line.substring(at).isBlank() ? line.substring(0, at) : line.toString();
    }

    /// Whether it is worth looking at the whole: what arrived last could be a prompt or a pager.
    boolean mayBeOver(CharSequence raw, boolean first) {
        String last =
                screen(raw.subSequence(Math.max(0, raw.length() - TAIL), raw.length()).toString());
        return asksForMore(last)
                || (first ? FIRST.matcher(last).find() : promptAt(last).isPresent());
    }

    /// Whether the text ends in a pager that waits for a key.
    static boolean asksForMore(String screen) {
        return MORE.matcher(tail(screen)).find();
    }

    /// Learns the prompt from what a login printed.
    ///
    /// @return false when there is none yet
    boolean learn(String screen) {
        Matcher first = FIRST.matcher(tail(screen));
        if (!first.find()) {
            return false;
        }
        prompt =
                Optional.of(
                        Pattern.compile(
                                "(?:^|\\n)[ \\t]*"
                                        + Pattern.quote(first.group("stem"))
                                        + "(?:\\([^()\\n]{1,60}\\))?[#>$%][ \\t]?$"));
        return true;
    }

    /// Where the prompt begins that ends the text; empty when it does not end in one.
    Optional<Integer> promptAt(String screen) {
        int from = Math.max(0, screen.length() - TAIL);
        return prompt.map(p -> p.matcher(screen.substring(from)))
                .filter(Matcher::find)
                .map(m -> from + m.start());
    }

    /// What was printed for a line: without the line itself and the prompt that follows.
    String answer(String line, String screen) {
        String body = screen.substring(0, promptAt(screen).orElse(screen.length()));
        String own = withoutEcho(line, body);
        return own.isBlank() ? "" : own.endsWith("\n") ? own : own + "\n";
    }

    /// A terminal may have broken the echo at its width, or shown it with blanks.
    private static String withoutEcho(String line, String body) {
        int at = 0;
        for (int i = 0; i < line.length(); i++) {
            char wanted = line.charAt(i);
            while (at < body.length() && body.charAt(at) != wanted && isFiller(body.charAt(at))) {
                at++;
            }
            if (at >= body.length() || body.charAt(at) != wanted) {
                return body;
            }
            at++;
        }
        int end = body.indexOf('\n', at);
        boolean blank = body.substring(at, end < 0 ? body.length() : end).isBlank();
        return blank ? (end < 0 ? "" : body.substring(end + 1)) : body;
    }

    private static boolean isFiller(char c) {
        return c == '\n' || c == ' ';
    }

    private static final int TAIL = 512;

    private static String tail(String screen) {
        return screen.substring(Math.max(0, screen.length() - TAIL));
    }
}
