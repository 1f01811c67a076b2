package io.railhead.configure;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// A run that has not come to an end on a host, and what that means.
///
/// @param run its name; empty while one is only about to begin
/// @param who whoever is or was at work on it: `railhead apply by ann@admin (process 123) since …`
/// @param secondsLeft until the dead-man's switch takes it back
/// @param damage what of its record is not as it was written; empty text when it is whole
public record Unfinished(
        String device,
        String run,
        Stands stands,
        String who,
        OptionalInt secondsLeft,
        String damage) {

    /// How it stands.
    public enum Stands {
        /// A process of it lives there, or holds the lock.
        AT_WORK,
        /// All of it is made; the dead-man's switch takes it back unless it is confirmed.
        AWAITS_CONFIRMATION,
        /// Nothing brings it to an end any more but the next apply or rollback.
        CUT_SHORT,
        /// Its record is damaged, so that nothing may be done by it.
        DAMAGED;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    public static Unfinished of(String device, RunReport run) {
        return new Unfinished(
                device,
                run.id(),
                stands(run),
                run.who(),
                run.secondsLeft(),
                run.damage().orElse(""));
    }

    private static Stands stands(RunReport run) {
        boolean watched = run.about().containsKey("watched");
        if (run.damage().isPresent()) {
            return Stands.DAMAGED;
        }
        if (run.state() == RunReport.State.APPLIED && watched && run.decision().isEmpty()) {
            return Stands.AWAITS_CONFIRMATION;
        }
        return run.working() || watched ? Stands.AT_WORK : Stands.CUT_SHORT;
    }

    /// A run of which no more is known than that it has not come to an end.
    public static Unfinished cutShort(String device, String run) {
        return new Unfinished(device, run, Stands.CUT_SHORT, "", OptionalInt.empty(), "");
    }

    /// The host's lock is held by somebody of whose run there is nothing to be seen yet.
    static Unfinished beginning(String device, String who) {
        return new Unfinished(device, "", Stands.AT_WORK, who, OptionalInt.empty(), "");
    }

    /// Whether a rollback of a run is meant.
    private boolean isBack() {
        return run.contains("/");
    }

    /// Name of the run itself, also where a rollback of it is meant.
    public String base() {
        return run.replaceFirst("/.*", "");
    }

    /// What keeps it as it is made now; empty when that cannot be asked for.
    public Optional<String> confirm() {
        return stands == Stands.AWAITS_CONFIRMATION && !isBack()
                ? Optional.of("railhead apply --confirm " + run)
                : Optional.empty();
    }

    /// What takes it back; empty when nothing does just now.
    public Optional<String> rollBack() {
        return switch (stands) {
            case AWAITS_CONFIRMATION, CUT_SHORT -> Optional.of("railhead rollback " + base());
            case AT_WORK, DAMAGED -> Optional.empty();
        };
    }

    /// The same, where it can be told whether whoever is at work on it still lives.
    ///
    /// @param dead told `who`; true when that process ran on this machine and is gone
    public String words(Predicate<String> dead) {
        if (stands != Stands.AT_WORK || who.isEmpty() || !dead.test(who)) {
            return words();
        }
        return (run.isEmpty() ? "a run" : isBack() ? "a rollback of run " + base() : "run " + run)
                + " begun "
                + by()
                + " is still at work on the host, though that process is gone: the host brings it to"
                + " its end by itself; «railhead apply» waits for that and goes on"
                + (run.isEmpty() ? "" : ", «railhead rollback " + base() + "» takes it back");
    }

    /// What to know of it, without the host's name.
    public String words() {
        String what = isBack() ? "a rollback of run " + base() : "run " + run;
        return switch (stands) {
            case AT_WORK ->
                    (run.isEmpty() ? "" : "run " + base() + " is ") + doing() + "; wait for it";
            case AWAITS_CONFIRMATION ->
                    what
                            + (who.isEmpty() ? "" : " (" + by() + ")")
                            + " is made and waits to be confirmed; "
                            + secondsLeft.stream()
                                    .mapToObj(s -> "in " + s + " s ")
                                    .findFirst()
                                    .orElse("unless it is, ")
                            + (isBack()
                                    ? "it makes again what it took back"
                                    : "it takes itself back")
                            + confirm().map(c -> "; «" + c + "» keeps it").orElse("")
                            + rollBack()
                                    .map(
                                            r ->
                                                    isBack()
                                                            ? "; «" + r + "» begins it anew"
                                                            : ", «" + r + "» takes it back now")
                                    .orElse("");
            case CUT_SHORT -> what + " was cut short; apply takes it back first";
            case DAMAGED ->
                    what
                            + ": "
                            + damage
                            + "; whether it came to its end is not known: mend it or move it away"
                            + " (/var/lib/railhead/runs/"
                            + base()
                            + ") before anything is changed here";
        };
    }

    /// `being applied now by ann@admin (process 123) since …`.
    private String doing() {
        if (who.startsWith("railhead apply ")) {
            return "being applied now " + by();
        }
        return who.startsWith("railhead rollback ")
                ? "being rolled back now " + by()
                : "being worked on now by " + (who.isEmpty() ? "somebody unknown" : who);
    }

    private String by() {
        String named = who.replaceFirst("^railhead \\S+ ", "");
        return named.isEmpty() ? "by somebody unknown" : named;
    }
}
