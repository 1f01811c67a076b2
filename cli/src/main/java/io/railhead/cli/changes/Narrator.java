package io.railhead.cli.changes;

import io.railhead.cli.Progress;
import io.railhead.configure.ApplyEvent;
import java.util.function.Consumer;

/// Tells on standard error how far an apply or a rollback is.
public record Narrator(Progress progress) implements Consumer<ApplyEvent> {

    @Override
    public void accept(ApplyEvent event) {
        switch (event) {
            case ApplyEvent.WaveStarted e ->
                    progress.note(
                            PlanText.words(e.wave(), e.waves())
                                    + (e.wave().guarded().isEmpty()
                                            ? ""
                                            : "; taken back after "
                                                    + e.withinSeconds()
                                                    + " s unless confirmed over a fresh"
                                                    + " connection"));
            case ApplyEvent.HostStarted e -> progress.show(e.device());
            case ApplyEvent.Settled e ->
                    progress.note(
                            e.device()
                                    + (e.run().contains("/")
                                            ? ": a rollback of run "
                                                    + e.run().replaceFirst("/.*", "")
                                            : ": run " + e.run())
                                    + " was cut short earlier and is now "
                                    + e.state());
            case ApplyEvent.Confirming e ->
                    progress.note(
                            e.device()
                                    + ": changed; confirming over a fresh connection within "
                                    + e.withinSeconds()
                                    + " s"
                                    + (e.outlastsReboot()
                                            ? ""
                                            : " (should it restart just now, nothing takes it back:"
                                                    + " there is no systemd to remember it)"));
            case ApplyEvent.NoAnswer e ->
                    progress.note(
                            e.device()
                                    + ": no answer"
                                    + (e.why().isEmpty() ? "" : " (" + e.why() + ")")
                                    + "; it is asked on for up to "
                                    + e.forSeconds()
                                    + " s");
            case ApplyEvent.HostDone e -> {
                progress.step(e.outcome().device());
                progress.note(
                        e.outcome().device() + ": " + e.outcome().state().word().replace('-', ' '));
            }
            case ApplyEvent.NoLocalJournal e ->
                    progress.note(
                            "warning: the record of this run here could not be written ("
                                    + e.why()
                                    + "); those on the machines are kept all the same");
        }
    }
}
