package io.railhead.cli.changes;

import io.railhead.configure.ApplyEvent;
import io.railhead.intent.HostRanges;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Says in one line where things stand when `apply` or `rollback` is ended by SIGINT or SIGTERM
/// (the JVM's exit status is then 130 or 143), and what to do next. Passes events on.
public final class WhereItStands implements Consumer<ApplyEvent>, AutoCloseable {
    private final PrintStream err;
    private final String command;
    private final Consumer<ApplyEvent> next;
    private final Thread hook;
    private final Set<String> atWork = new LinkedHashSet<>();
    private final List<String> done = new ArrayList<>();
    private String run = "";

    /// From now until it is closed.
    ///
    /// @param command `apply` or `rollback`
    public WhereItStands(PrintStream err, String command, Consumer<ApplyEvent> next) {
        this.err = err;
        this.command = command;
        this.next = next;
        this.hook = new Thread(() -> err.println(line()), "where it stands");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// The run begins.
    public synchronized void begins(String id) {
        run = id;
    }

    @Override
    public void accept(ApplyEvent event) {
        note(event);
        next.accept(event);
    }

    private synchronized void note(ApplyEvent event) {
        switch (event) {
            case ApplyEvent.HostStarted e -> atWork.add(e.device());
            case ApplyEvent.HostDone e -> {
                atWork.remove(e.outcome().device());
                done.add(e.outcome().device());
            }
            case ApplyEvent.WaveStarted e -> {}
            case ApplyEvent.Settled e -> {}
            case ApplyEvent.Confirming e -> {}
            case ApplyEvent.NoAnswer e -> {}
            case ApplyEvent.NoLocalJournal e -> {}
        }
    }

    synchronized String line() {
        if (atWork.isEmpty() && done.isEmpty()) {
            return "railhead: interrupted; this " + command + " had changed nothing yet";
        }
        String stands =
                atWork.isEmpty()
                        ? "between hosts"
                        : "while at work on "
                                + HostRanges.fold(List.copyOf(atWork))
                                + "; what has begun there goes on by itself: "
                                + (command.equals("apply")
                                        ? "it is made, or taken back where a step fails or nobody"
                                                + " confirms it"
                                        : "it is taken back, or made again where a step fails or"
                                                + " nobody confirms it");
        String so = done.isEmpty() ? "" : "; " + HostRanges.fold(done) + " ended before";
        return "railhead: interrupted in run "
                + run
                + " "
                + stands
                + so
                + "; next: "
                + (command.equals("apply")
                        ? "«railhead apply» goes on, «railhead rollback " + run + "» takes it back"
                        : "«railhead rollback "
                                + run
                                + "» goes on, «railhead rollback --list» shows how it stands");
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is being said already.
        }
    }
}
