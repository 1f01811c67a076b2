package io.railhead.configure;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How a run stands in the journal of one machine.
///
/// @param id the run's name, which begins with its UTC time and so sorts by age
/// @param why why it is in that state; empty when the state says it all
/// @param working true while a process of the run lives on the machine
/// @param decision `confirmed` or `reverted`, once the dead-man's switch has been decided
/// @param about who, when and from where, as it was written when the run began
/// @param steps in order
/// @param who whoever is or was at work on it, as [Controller] says it in one line
/// @param damage what of it is not as it was written, in words; empty when it is whole, or when
/// nobody has looked
public record RunReport(
        String id,
        State state,
        String why,
        boolean working,
        Optional<String> decision,
        Map<String, String> about,
        List<Step> steps,
        String who,
        Optional<String> damage) {

    public RunReport {
        about = Map.copyOf(about);
        steps = List.copyOf(steps);
    }

    /// One whose record was not looked through.
    public RunReport(
            String id,
            State state,
            String why,
            boolean working,
            Optional<String> decision,
            Map<String, String> about,
            List<Step> steps) {
        this(id, state, why, working, decision, about, steps, "", Optional.empty());
    }

    /// Seconds until the dead-man's switch takes it back, while it waits to be confirmed.
    OptionalInt secondsLeft() {
        String left = about.getOrDefault("left", "");
        return left.matches("\\d{1,4}")
                ? OptionalInt.of(Integer.parseInt(left))
                : OptionalInt.empty();
    }

    /// How long it may take to take runs back, each of their steps with its usual limit.
    static Duration time(Duration base, List<RunReport> runs) {
        long steps = runs.stream().mapToLong(r -> r.steps().size()).sum();
        return base.plusSeconds(steps * Steps.DEFAULT_LIMIT_SECONDS);
    }

    /// Whether a dead-man's switch guards it.
    boolean guarded() {
        return about.containsKey("within");
    }

    /// Whether it was cut short with all that could bring it to an end: nothing more happens to it
    /// until somebody settles it.
    boolean abandoned() {
        return state == State.RECORDED && !working && !about.containsKey("watched");
    }

    /// Whether the dead-man's switch holds over a restart of the machine: by a unit of systemd.
    boolean outlastsReboot() {
        return !"unguarded".equals(about.get("reboot"));
    }

    public enum State {
        /// What was is recorded; changes are under way, or were cut short.
        RECORDED,
        /// Every change is made and read back; the dead-man's switch waits to be confirmed.
        APPLIED,
        DONE,
        REVERTING,
        /// A change failed or was not confirmed, and everything is as before.
        REVERTED,
        /// Something could not be taken back.
        BROKEN,
        ROLLED_BACK,
        /// A word this version does not know.
        UNKNOWN;

        static State of(String word) {
            for (State s : values()) {
                if (s.word().equals(word)) {
                    return s;
                }
            }
            return UNKNOWN;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Whether nothing of the run is left on the machine.
        public boolean isGone() {
            return this == REVERTED || this == ROLLED_BACK;
        }

        /// Whether nothing more happens to the run by itself.
        public boolean isFinal() {
            return switch (this) {
                case RECORDED, APPLIED, REVERTING -> false;
                case DONE, REVERTED, BROKEN, ROLLED_BACK, UNKNOWN -> true;
            };
        }
    }

    /// @param state `recorded`, `begun`, `done`, `undone` or `stuck`; `missing` when the journal
    ///     has lost it
    public record Step(String resource, String state) {}
}
