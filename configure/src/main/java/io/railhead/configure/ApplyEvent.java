package io.railhead.configure;

/// What happens while an apply or rollback runs; told from any thread.
public sealed interface ApplyEvent {

    /// @param waves how many there are
    /// @param withinSeconds how long the dead-man's switch of a guarded host waits
    record WaveStarted(Wave wave, int waves, int withinSeconds) implements ApplyEvent {}

    record HostStarted(String device, int changes) implements ApplyEvent {}

    /// A run that was cut short was brought to an end.
    ///
    /// @param state what it came to
    record Settled(String device, String run, String state) implements ApplyEvent {}

    /// Changes are made; now the machine must be reached by a fresh connection.
    ///
    /// @param outlastsReboot whether the machine would also take them back if it restarted now
    record Confirming(String device, int withinSeconds, boolean outlastsReboot)
            implements ApplyEvent {}

    /// A machine does not answer, and is asked again and again.
    ///
    /// @param why what the last try met
    /// @param forSeconds how long it is asked on before it is given up here
    record NoAnswer(String device, String why, long forSeconds) implements ApplyEvent {}

    record HostDone(HostOutcome outcome) implements ApplyEvent {}

    /// The record on this machine could not be written; those on the machines are kept all the
    /// same.
    record NoLocalJournal(String why) implements ApplyEvent {}
}
