package io.railhead.twin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which lines a configuration mode takes, and which of them open another mode.
final class Grammar {
    private record Rule(Pattern line, String opens) {}

    /// A line in the mode that takes it.
    ///
    /// @param depth of that mode, 0 for the outermost
    /// @param opens the mode below it; empty for none
    record Place(int depth, Optional<String> opens) {}

    private final Map<String, List<Rule>> modes = new LinkedHashMap<>();

    /// @param opens name of the mode that the line is the heading of; empty for none
    Grammar rule(String mode, String line, String opens) {
        modes.computeIfAbsent(mode, m -> new ArrayList<>())
                .add(new Rule(Pattern.compile("(?:no |default )?(?:" + line + ")"), opens));
        return this;
    }

    /// Where a line belongs: in the innermost open mode that takes it, as on switches, where a
    /// configuration can be pasted without leaving its sections.
    ///
    /// @param open modes from the outermost
    Optional<Place> place(List<String> open, String line) {
        for (int depth = open.size() - 1; depth >= 0; depth--) {
            for (Rule rule : modes.getOrDefault(open.get(depth), List.of())) {
                if (rule.line().matcher(line).matches()) {
                    return Optional.of(
                            new Place(
                                    depth,
                                    rule.opens().isEmpty() || line.startsWith("no ")
                                            ? Optional.empty()
                                            : Optional.of(rule.opens())));
                }
            }
        }
        return Optional.empty();
    }
}
