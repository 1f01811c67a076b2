package io.railhead.twin;

import java.util.ArrayList;
import java.util.List;

/// Where somebody is in a configuration: the headings that are open.
final class Modes {
    static final String TOP = "";
    private final Grammar grammar;
    private final List<String> headings = new ArrayList<>();
    private final List<String> open = new ArrayList<>(List.of(TOP));

    Modes(Grammar grammar) {
        this.grammar = grammar;
    }

    /// Enters a line into a configuration.
    ///
    /// @throws IllegalArgumentException when no open mode takes it
    void enter(SectionedConfig config, String line) {
        Grammar.Place place =
                grammar.place(open, line)
                        .orElseThrow(() -> new IllegalArgumentException("unknown: " + line));
        while (open.size() > place.depth() + 1) {
            leave();
        }
        config.enter(headings, line);
        place.opens()
                .ifPresent(
                        mode -> {
                            headings.add(line);
                            open.add(mode);
                        });
    }

    /// Leaves the innermost mode.
    ///
    /// @return false when it was the outermost
    boolean leave() {
        if (headings.isEmpty()) {
            return false;
        }
        headings.removeLast();
        open.removeLast();
        return true;
    }

    String mode() {
        return open.getLast();
    }

    List<String> headings() {
        return List.copyOf(headings);
    }
}
