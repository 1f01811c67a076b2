package io.railhead.evidence.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What launchers, container runtimes and log collectors put before a line, and whose line it is.
public final class Prefixes {
    /// Longest prefix looked for.
    private static final int REACH = 300;

    /// `[1,0]<stdout>:` of mpirun, `2024-05-01T10:00:00.1Z stdout F ` of a container runtime,
    /// `worker-0  | ` of compose, `[pod/name/container] ` of kubectl and `(Actor pid=1, ip=…) ` of
    /// Ray. Only what holds no blank-separated word of the program itself is taken.
    private static final Pattern TAGS =
            Pattern.compile(
                    "^(?:\\[\\d+,\\d+\\](?:<std(?:out|err|diag)>)?: ?"
                            + "|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:?\\d\\d) (?:(?:stdout|stderr) [FP] )?"
                            + "|\\[pod/[^\\]]+\\] "
                            + "|[\\w.-]{1,60} +\\| (?=\\S)"
                            + "|\\d{1,4}: (?=[A-Za-z\\[])(?!\\S+: <)"
                            + "|\\([A-Z]\\w+(?: pid=\\d+)?(?:, ip=[\\d.]+)?\\) )+");

    private static final Pattern NCCL =
            Pattern.compile("(?:^|[\\s\\]])(?<host>[A-Za-z0-9][\\w.-]*):\\d+:\\d+ \\[[\\w ]*\\]");

    private static final Pattern SYSLOG =
            Pattern.compile(
                    "^(?:<\\d+>)?(?:[A-Z][a-z]{2} [ \\d]\\d [\\d:]{8}|\\d{4}-\\d\\d-\\d\\dT\\S+)"
                            + " (?<host>[\\w.-]+) [\\w./@()-]+(?:\\[\\d+\\])?: ");

    private static final Pattern UCX =
            Pattern.compile("^(?:\\[\\d+\\.\\d+\\] )?\\[(?<host>[A-Za-z][\\w.-]*):\\d+(?:[:\\]])");

    private static final Pattern RAY = Pattern.compile("\\bip=(?<host>\\d+\\.\\d+\\.\\d+\\.\\d+)");

    private static final Pattern RANK =
            Pattern.compile("\\[(?:default|rank)(?<rank>\\d+)\\]|\\[Rank (?<rank2>\\d+)\\]");

    private static final Pattern TAG_RANK = Pattern.compile("^\\[\\d+,(?<rank>\\d+)\\]");

    private Prefixes() {}

    /// The line without what collectors put before it.
    public static String stripped(String line) {
        if (!mayBeTagged(line)) return line;
        Matcher m = TAGS.matcher(line).region(0, Math.min(line.length(), REACH));
        return m.find() ? line.substring(m.end()) : line;
    }

    /// Most lines begin with no tag: their first two characters, or the bar of a tag with a name,
    /// tell.
    private static boolean mayBeTagged(String line) {
        if (line.length() < 2) return false;
        char first = line.charAt(0);
        char second = line.charAt(1);
        if (first == '[') return isDigit(second) || second == 'p';
        if (first == '(') return isUpper(second);
        return isDigit(first) || line.contains(" |");
    }

    /// The machine that a line names as its own.
    public static Optional<String> host(String line) {
        if (line.isEmpty()) return Optional.empty();
        String head = line.length() > REACH ? line.substring(0, REACH) : line;
        // Asked of every line that tells an event: what rules a pattern out comes before it.
        char first = head.charAt(0);
        Optional<String> host = Optional.empty();
        if (hasThread(head)) host = found(NCCL, head);
        if (host.isEmpty() && (first == '<' || isUpper(first) || isDigit(first))) {
            host = found(SYSLOG, head);
        }
        if (host.isEmpty() && first == '[') host = found(UCX, head);
        if (host.isEmpty() && head.contains("ip=")) host = found(RAY, head);
        return host;
    }

    private static Optional<String> found(Pattern pattern, String head) {
        Matcher m = pattern.matcher(head);
        return m.find() ? Optional.of(m.group("host")) : Optional.empty();
    }

    /// Whether a number stands before an opening bracket, as in `:4711:4719 [0]`.
    private static boolean hasThread(String head) {
        int at = head.indexOf(" [");
        while (at > 0 && !isDigit(head.charAt(at - 1))) at = head.indexOf(" [", at + 1);
        return at > 0;
    }

    private static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// The rank that a line names as its own.
    public static Optional<String> rank(String line) {
        String head = line.length() > REACH ? line.substring(0, REACH) : line;
        if (head.indexOf('[') < 0) return Optional.empty();
        if (head.contains("[default") || head.contains("[rank") || head.contains("[Rank ")) {
            Matcher m = RANK.matcher(head);
            if (m.find()) {
                return Optional.of(m.group("rank") != null ? m.group("rank") : m.group("rank2"));
            }
        }
        if (head.charAt(0) != '[') return Optional.empty();
        Matcher tag = TAG_RANK.matcher(head);
        return tag.find() ? Optional.of(tag.group("rank")) : Optional.empty();
    }
}
