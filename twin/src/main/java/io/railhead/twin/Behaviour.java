package io.railhead.twin;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/// How well an emulated switch behaves.
///
/// @param pager whether long output stops for a key until `terminal length 0` was entered
/// @param echo whether what is typed comes back
/// @param answersAfter how long every answer takes
/// @param second how long a second of its timers lasts, so that tests need not wait
/// @param refused beginnings of lines that it does not know: classes its chip has not
/// @param faults what does not work although every line was taken
public record Behaviour(
        boolean pager,
        boolean echo,
        Duration answersAfter,
        Duration second,
        List<String> refused,
        Set<Fault> faults) {

    /// Pager and echo as switches have them, answers at once.
    public static final Behaviour USUAL =
            new Behaviour(true, true, Duration.ZERO, Duration.ofSeconds(1), List.of(), Set.of());

    public Behaviour {
        refused = List.copyOf(refused);
        faults = Set.copyOf(faults);
    }

    public Behaviour withSecond(Duration second) {
        return new Behaviour(pager, echo, answersAfter, second, refused, faults);
    }

    public Behaviour refusing(String... beginnings) {
        return new Behaviour(pager, echo, answersAfter, second, List.of(beginnings), faults);
    }

    public Behaviour with(Fault... newFaults) {
        return new Behaviour(pager, echo, answersAfter, second, refused, Set.of(newFaults));
    }

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    public Behaviour answeringAfter(Duration time) {
        return new Behaviour(pager, echo, time, second, refused, faults);
    }

    public Behaviour withoutEcho() {
        return new Behaviour(pager, false, answersAfter, second, refused, faults);
    }
}
