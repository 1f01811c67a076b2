package io.railhead.evidence.log;

import java.util.regex.Pattern;

/// Tells lines in which something happened from those that speak of what may happen: manuals,
/// runbooks, release notes, help texts and remarks in scripts quote the very errors that logs hold.
final class Talk {
    /// «If you see …», «When NCCL prints …»: a condition opens the sentence.
    private static final Pattern CONDITION =
            Pattern.compile(
                    "^[\\s>*#/;\\d.)-]*(?:if|when|whenever|in case|unless|once|should) "
                            + "(?:you|your|the|a|an|this|these|those|it|there|any|nccl|pytorch|jobs?|training)\\b",
                    Pattern.CASE_INSENSITIVE);

    /// «Fixed a hang where …»: release notes and commit messages.
    private static final Pattern HISTORY =
            Pattern.compile(
                    "^[\\s>*#/;\\d.)-]*(?:fix(?:ed|es)?|resolved|known issues?|workaround)\\b:? (?!failed)",
                    Pattern.CASE_INSENSITIVE);

    /// A quotation in backticks with the advice that belongs to it.
    private static final Pattern ADVICE =
            Pattern.compile(
                    "`[^`]+`.*\\b(?:means|see|check|fix|try|lower|raise|increase|usually|typically|such as|for example|e\\.g)\\b"
                            + "|\\b(?:errors?|messages?|lines?) (?:like|such as) [`'\"«]",
                    Pattern.CASE_INSENSITIVE);

    /// A remark in a script or a configuration file that gives a reason.
    private static final Pattern REMARK =
            Pattern.compile(
                    "^\\s*(?:#|//|;)\\s.*\\b(?:otherwise|or else|if|when|avoids?|prevents?|workaround|because|todo)\\b",
                    Pattern.CASE_INSENSITIVE);

    /// `  -x, --gid-index=INDEX   what it does`: the help text of a program.
    private static final Pattern OPTION =
            Pattern.compile(
                    "^\\s+(?:-\\w,? +)?--[\\w-]+(?:[= ][<\\[]?\\w+[>\\]]?)?\\s{2,}[A-Z]\\w+ ");

    /// Marks of a line that a program wrote: what it quotes and advises is its own message.
    private static final Pattern LOGGED =
            Pattern.compile(
                    "^[^`]*(?:\\w(?:Error|Exception|Warning): |\\b(?:WARN|ERROR|INFO|FATAL|CRITICAL|DEBUG)\\b)"
                            + "|^\\[|^[EWIF]\\d{4} ");

    private Talk() {}

    /// @param text a line without what collectors put before it
    static boolean about(String text) {
        // Asked of every line that tells an event: what rules a pattern out comes before it.
        int first = 0;
        while (first < text.length() && isLead(text.charAt(first))) first++;
        char opens = first < text.length() ? Character.toLowerCase(text.charAt(first)) : ' ';
        if ("iwuos".indexOf(opens) >= 0 && CONDITION.matcher(text).find()) return true;
        if ("frkw".indexOf(opens) >= 0 && HISTORY.matcher(text).find()) return true;
        if (first > 0 && REMARK.matcher(text).find()) return true;
        if (first > 0 && text.contains("--") && OPTION.matcher(text).find()) return true;
        return isQuoting(text) && ADVICE.matcher(text).find() && !LOGGED.matcher(text).find();
    }

    /// What may stand before the sentence: blanks, bullets, marks of remarks and quotations.
    private static boolean isLead(char c) {
        return c <= ' ' || c >= '0' && c <= '9' || ">*#/;.)-".indexOf(c) >= 0;
    }

    private static boolean isQuoting(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`' || c == '\'' || c == '"' || c == '«') return true;
        }
        return false;
    }
}
