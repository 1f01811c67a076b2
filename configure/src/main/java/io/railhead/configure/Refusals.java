package io.railhead.configure;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a machine's refusals mean, and what to do about each. In every case nothing was changed.
final class Refusals {
    private Refusals() {}

    /// @param code first word of a refusal in `journal.sh` or `begin.sh`
    static String words(Reply.Refusal refusal) {
        String text = refusal.text();
        return switch (refusal.code()) {
            case "locked" -> "another is at work here: " + text + "; wait for it, then plan again";
            case "busy" ->
                    "run "
                            + first(text)
                            + " is still at work here ("
                            + rest(text)
                            + "); wait for it, then plan again";
            case "unconfirmed" -> unconfirmed(first(text), rest(text));
            case "unfinished" ->
                    "run " + text + " was cut short here meanwhile; apply again to take it back";
            case "unwritable" ->
                    text + "; nothing was changed: make room there or mount it writable";
            case "moved" -> text;
            case "damaged" ->
                    rest(text)
                            + "; nothing was undone. The run's record on that host is"
                            + " /var/lib/railhead/runs/"
                            + first(text)
                            + ": put it back from a backup, or mend the host by hand and move that"
                            + " directory away";
            case "damaged-lock" ->
                    text
                            + " on that host is no lock of Railhead's, so nothing was changed: look"
                            + " at it and move it away";
            case "not-root" ->
                    text
                            + "; log in as root, or set login.sudo: true in the intent and allow"
                            + " what `railhead plan --sudoers` prints";
            case "tools" ->
                    "the host was reached, but has no "
                            + text
                            + ": nothing can be seen or changed there; install "
                            + packages(text);
            case "no-switch" -> text + ", so nothing that may cut the connection was changed";
            case "bare-only" ->
                    "run "
                            + text
                            + " is broken: what it left is no state that a dead-man's switch could"
                            + " go back to, and it changed what may cut the connection; nothing was"
                            + " taken back. With another way in at hand, --without-switch takes back"
                            + " what can be";
            case "no-run", "not-ready" -> text;
            case "package-manager" ->
                    "the package manager is in use: "
                            + text
                            + "; nothing was changed: wait until it is done, then apply again";
            default -> refusal.code() + (text.isEmpty() ? "" : ": " + text);
        };
    }

    /// @param rest seconds left (`-` where unknown), and who began it
    private static String unconfirmed(String run, String rest) {
        boolean told = first(rest).matches("\\d{1,4}|-");
        String left = told ? first(rest) : "";
        String who = told ? rest(rest) : rest;
        String base = run.replaceFirst("/.*", "");
        boolean back = run.contains("/");
        return (back ? "a rollback of run " + base : "run " + run)
                + " ("
                + who
                + ") waits to be confirmed"
                + (left.matches("\\d{1,4}") ? ", and in " + left + " s " : ", or else ")
                + (back ? "undoes itself; wait for it" : "takes itself back; wait for it, or ")
                + (back
                        ? ""
                        : "«railhead apply --confirm "
                                + run
                                + "» keeps it and «railhead rollback "
                                + run
                                + "» takes it back now");
    }

    /// Names of packages on Debian, Ubuntu and Red Hat's kin.
    private static String packages(String tools) {
        return Stream.of(tools.split(", "))
                .map(
                        t ->
                                switch (t) {
                                    case "ip" -> "iproute2 (iproute)";
                                    case "find", "xargs" -> "findutils";
                                    case "grep", "sed" -> t;
                                    case "awk" -> "mawk (gawk)";
                                    default -> "coreutils";
                                })
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String first(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? text : text.substring(0, blank);
    }

    private static String rest(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? "" : text.substring(blank + 1);
    }

    /// The refusal of an answer, in words.
    static Optional<String> of(Machines.Answer answer) {
        return answer.reply().flatMap(Reply::refusal).map(Refusals::words);
    }
}
