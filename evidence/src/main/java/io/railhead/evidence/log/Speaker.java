package io.railhead.evidence.log;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A line, and who says it, found out when an event is told and not before.
final class Speaker {
    private final String whole;
    private final String text;
    private final Optional<String> machine;
    private Optional<String> host = Optional.empty();
    private Optional<String> rank = Optional.empty();
    private boolean asked;
    private boolean talk;
    private char @Nullable [] lower;

    /// @param whole the line, cleaned
    Speaker(String whole) {
        this(whole, Set.of());
    }

    /// @param whole the line, cleaned
    /// @param machines names that stand before lines and tell whose they are
    Speaker(String whole, Set<String> machines) {
        this.whole = whole;
        int colon = machines.isEmpty() ? -1 : whole.indexOf(": ");
        machine = Optional.of(whole.substring(0, Math.max(0, colon))).filter(machines::contains);
        String own = machine.isPresent() ? whole.substring(colon + 2) : whole;
        text = Asked.without(Prefixes.stripped(own));
    }

    /// The line, cleaned.
    String whole() {
        return whole;
    }

    /// The line without what collectors put before it, and without what a person searched for.
    String text() {
        return text;
    }

    /// The characters of [#text], small letters for the capital ones of ASCII.
    char[] lower() {
        char[] known = lower;
        if (known == null) {
            known = text.toCharArray();
            for (int i = 0; i < known.length; i++) {
                if (known[i] >= 'A' && known[i] <= 'Z') known[i] += 'a' - 'A';
            }
            lower = known;
        }
        return known;
    }

    /// Whether one of the keywords stands in the text, as it does in the whole line.
    boolean says(List<String> keywords) {
        if (!whole.contains("grep") && !whole.contains("awk") && !whole.contains("rg "))
            return true;
        String lower = text.toLowerCase(Locale.ROOT);
        return keywords.stream().anyMatch(k -> lower.contains(k.toLowerCase(Locale.ROOT)));
    }

    /// The machine that the line names as its own; empty text when it names none.
    String host() {
        ask();
        return host.orElse("");
    }

    Optional<String> rank() {
        ask();
        return rank;
    }

    /// Whether it speaks of what may happen, and not of what did.
    boolean isTalk() {
        ask();
        return talk;
    }

    private void ask() {
        if (asked) return;
        asked = true;
        host = Prefixes.host(text).or(() -> machine).or(() -> Prefixes.host(whole));
        rank = Prefixes.rank(whole);
        talk = Talk.about(text);
    }
}
