package io.railhead.switches;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A statement that the running configuration does not hold.
///
/// @param wanted what should be in the slot
/// @param is what is in it; empty when nothing is
public record Difference(Statement wanted, Optional<String> is) {

    /// What of the wanted statements does not run, in their order.
    ///
    /// @param running by slot, as [Dialect#running] reads it
    public static List<Difference> between(List<Statement> wanted, Map<String, String> running) {
        List<Difference> differences = new ArrayList<>();
        for (Statement one : wanted) {
            Optional<String> is = Optional.ofNullable(running.get(one.slot()));
            if (!is.equals(one.line())) {
                differences.add(new Difference(one, is));
            }
        }
        return differences;
    }

    /// The way back: what was in the slots, entered in the opposite order.
    public static List<Difference> undo(List<Difference> applied) {
        return applied.reversed().stream().map(Difference::reversed).toList();
    }

    private Difference reversed() {
        Statement back =
                new Statement(
                        wanted.section(), wanted.slot(), is, "as it was before: " + wanted.why());
        return new Difference(back, wanted.line());
    }
}
