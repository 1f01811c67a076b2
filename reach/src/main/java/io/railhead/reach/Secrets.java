package io.railhead.reach;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes secrets out of text that leaves the machine it was read on: passwords and tokens given by
/// name, private keys, password hashes, authorization headers, passwords in addresses, SNMP
/// communities, wireless and tunnel keys, and tokens known by their shape. What stood there becomes
/// `[masked]`; lines stay lines, so that evidence still cites the right one. Masking twice changes
/// nothing more.
///
/// This is a safety net of names and shapes: a secret that looks like nothing is not found. Cost: a
/// search for each trigger word over the whole text, patterns only on lines that have one; some 10
/// ms a megabyte.
public final class Secrets {
    public static final String MASK = "[masked]";

    private static final Pattern KEY_BEGIN =
            Pattern.compile("-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----");
    private static final Pattern KEY_END =
            Pattern.compile("-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----");

    /// Longer lines are only looked at around their triggers.
    private static final int LONG_LINE = 8192;

    private static final int BEFORE = 256;
    private static final int AFTER = 4096;

    /// A long line with more triggers than this is no evidence but an attack, and masked whole.
    private static final int MOST_HITS = 5000;

    private Secrets() {}

    /// The text without its secrets.
    public static String mask(String text) {
        String lower = lower(text);
        String keysMasked =
                lower.contains("private key") || lower.contains("private-lines:")
                        ? privateKeys(text)
                        : text;
        if (!keysMasked.equals(text)) {
            lower = lower(keysMasked);
        }
        BitSet[] hits = new BitSet[SecretRules.ALL.size()];
        boolean any = false;
        for (int i = 0; i < hits.length; i++) {
            hits[i] = new BitSet();
            for (String trigger : SecretRules.ALL.get(i).triggers()) {
                for (int at = lower.indexOf(trigger); at >= 0; ) {
                    hits[i].set(lower.lastIndexOf('\n', at) + 1);
                    any = true;
                    int next = lower.indexOf('\n', at);
                    at = next < 0 ? -1 : lower.indexOf(trigger, next);
                }
            }
        }
        return any ? lines(keysMasked, hits) : keysMasked;
    }

    private static String lines(String text, BitSet[] hits) {
        BitSet touched = new BitSet();
        for (BitSet hit : hits) {
            touched.or(hit);
        }
        StringBuilder result = new StringBuilder(text.length());
        int copied = 0;
        for (int start = touched.nextSetBit(0); start >= 0; start = touched.nextSetBit(start + 1)) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            String line = text.substring(start, end);
            for (int i = 0; i < hits.length; i++) {
                if (hits[i].get(start)) {
                    line = apply(SecretRules.ALL.get(i), line);
                }
            }
            result.append(text, copied, start).append(line);
            copied = end;
        }
        return result.append(text, copied, text.length()).toString();
    }

    private static String apply(SecretRules.Rule rule, String line) {
        return line.length() <= LONG_LINE
                ? apply(rule.pattern().matcher(line), List.of(new Window(0, line.length())), line)
                : applyToLong(rule, line);
    }

    /// A part of a long line around a trigger.
    private record Window(int from, int to) {}

    private static String applyToLong(SecretRules.Rule rule, String line) {
        String lower = lower(line);
        List<Integer> hits = new ArrayList<>();
        for (String trigger : rule.triggers()) {
            for (int at = lower.indexOf(trigger); at >= 0; at = lower.indexOf(trigger, at + 1)) {
                hits.add(at);
            }
        }
        if (hits.size() > MOST_HITS) {
            return MASK;
        }
        Collections.sort(hits);
        List<Window> windows = new ArrayList<>();
        for (int hit : hits) {
            int from = Math.max(0, hit - BEFORE);
            int to = Math.min(line.length(), hit + AFTER);
            if (!windows.isEmpty() && windows.getLast().to() >= from) {
                from = windows.removeLast().from();
            }
            windows.add(new Window(from, to));
        }
        return apply(rule.pattern().matcher(line), windows, line);
    }

    private static String apply(Matcher matcher, List<Window> windows, String line) {
        StringBuilder result = new StringBuilder();
        int copied = 0;
        for (Window window : windows) {
            matcher.region(window.from(), window.to());
            matcher.useAnchoringBounds(false);
            matcher.useTransparentBounds(true);
            while (matcher.find()) {
                int from = matcher.start("s");
                int to = matcher.end("s");
                char quote = line.charAt(from);
                if ((quote == '"' || quote == '\'') && to - from >= 2) {
                    from++;
                    to -= line.charAt(to - 1) == quote ? 1 : 0;
                }
                if (to <= from || from < copied || line.substring(from, to).equals(MASK)) {
                    continue;
                }
                // A value that goes on beyond the window goes to its end.
                if (to >= window.to()) {
                    while (to < line.length() && isValue(line.charAt(to))) {
                        to++;
                    }
                }
                result.append(line, copied, from).append(MASK);
                copied = to;
            }
        }
        return copied == 0 ? line : result.append(line, copied, line.length()).toString();
    }

    private static boolean isValue(char c) {
        return c > ' ' && c != '"' && c != '\'' && c != ',';
    }

    /// Keys in PEM, over several lines or with escaped newlines on one, and PuTTY's.
    private static String privateKeys(String text) {
        StringBuilder result = new StringBuilder(text.length());
        boolean inside = false;
        int putty = 0;
        int start = 0;
        while (start <= text.length()) {
            int end = text.indexOf('\n', start);
            boolean last = end < 0;
            String line = text.substring(start, last ? text.length() : end);
            if (putty > 0) {
                putty--;
                result.append(MASK);
            } else {
                inside = keyLine(line, inside, result);
                putty = puttyLines(line);
            }
            if (last) {
                break;
            }
            result.append('\n');
            start = end + 1;
        }
        return result.toString();
    }

    private static boolean keyLine(String line, boolean insideBefore, StringBuilder result) {
        boolean inside = insideBefore;
        int at = 0;
        while (true) {
            if (inside) {
                Matcher end = KEY_END.matcher(line);
                boolean ends = end.find(at);
                int to = ends ? end.start() : line.length();
                if (to > at) {
                    result.append(line.substring(at, to).isBlank() ? line.substring(at, to) : MASK);
                }
                if (!ends) {
                    return true;
                }
                result.append(end.group());
                at = end.end();
                inside = false;
            } else {
                Matcher begin = KEY_BEGIN.matcher(line);
                if (!begin.find(at)) {
                    result.append(line, at, line.length());
                    return false;
                }
                result.append(line, at, begin.end());
                at = begin.end();
                inside = true;
            }
        }
    }

    private static int puttyLines(String line) {
        Matcher count = Pattern.compile("Private-Lines: (\\d{1,3})").matcher(line);
        return count.lookingAt() ? Integer.parseInt(count.group(1)) : 0;
    }

    /// ASCII only: every character keeps its place.
    private static String lower(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= 'A' && chars[i] <= 'Z') {
                chars[i] += 32;
            }
        }
        return new String(chars);
    }
}
