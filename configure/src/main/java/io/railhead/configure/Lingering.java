package io.railhead.configure;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// What a machine refuses only because something is still at work there that was begun by a process
/// of this machine which is dead by now. It ends there by itself, or waits for a word that will not
/// come any more: it is waited for, or ended.
///
/// @param controller who is dead is known of its own machine alone
/// @param patience how long it is waited for
record Lingering(Controller controller, Duration patience) {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /// Tries until it is not refused for such a reason any more.
    ///
    /// @param abandoned runs that nobody will confirm any more, as far as that is known
    /// @param attempt is given those
    /// @param refusal of an attempt, if it was refused
    <T> T outlast(
            Collection<String> abandoned,
            Function<List<String>, T> attempt,
            Function<T, Optional<Reply.Refusal>> refusal) {
        Set<String> gone = new LinkedHashSet<>(abandoned);
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            T result = attempt.apply(List.copyOf(gone));
            Optional<Reply.Refusal> lingers = refusal.apply(result).filter(this::isOfTheDead);
            if (lingers.isEmpty() || System.nanoTime() > deadline) {
                return result;
            }
            boolean isNew =
                    lingers.get().code().equals("unconfirmed")
                            && gone.add(lingers.get().text().split(" ", 2)[0]);
            if (!isNew) {
                pause();
            }
        }
    }

    private boolean isOfTheDead(Reply.Refusal refusal) {
        return switch (refusal.code()) {
            case "locked", "busy", "unconfirmed" -> controller.knowsDead(refusal.text());
            default -> false;
        };
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
