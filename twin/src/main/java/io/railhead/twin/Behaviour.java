package io.railhead.twin;

import java.time.Duration;
import java.util.List;

/// How well an emulated switch behaves.
///
/// @param pager whether long output stops for a key until `terminal length 0` was entered
/// @param echo whether what is typed comes back
/// @param answersAfter how long every answer takes
/// @param second how long a second of its timers lasts, so that tests need not wait
/// @param refused beginnings of lines that it does not know: classes its chip has not
public record Behaviour(
        boolean pager, boolean echo, Duration answersAfter, Duration second, List<String> refused) {

    /// Pager and echo as switches have them, answers at once.
    public static final Behaviour USUAL =
            new Behaviour(true, true, Duration.ZERO, Duration.ofSeconds(1), List.of());

    public Behaviour {
        refused = List.copyOf(refused);
    }

    public Behaviour withSecond(Duration second) {
        return new Behaviour(pager, echo, answersAfter, second, refused);
    }

    public Behaviour refusing(String... beginnings) {
        return new Behaviour(pager, echo, answersAfter, second, List.of(beginnings));
    }

    public Behaviour answeringAfter(Duration time) {
        return new Behaviour(pager, echo, time, second, refused);
    }

    public Behaviour withoutEcho() {
        return new Behaviour(pager, false, answersAfter, second, refused);
    }
}
