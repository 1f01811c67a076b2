package io.railhead.cli;

import io.railhead.model.Visible;
import java.time.Duration;
import java.util.function.LongSupplier;

/// A line on standard error that says how far a command is. On a terminal it is redrawn in place;
/// elsewhere it is printed anew every quarter of a minute, and the lines given to [#note] are. Safe
/// for use by several threads.
public final class Progress implements AutoCloseable {
    private static final long REDRAW_NANOS = 100_000_000;

    /// Where nothing can be redrawn, a line as often as this shows that something happens.
    private static final long LINE_NANOS = 15_000_000_000L;

    /// To the first column, and the line erased (ECMA-48: CHA, EL).
    private static final String CLEARED = Screen.ESCAPE + "[G" + Screen.ESCAPE + "[K";

    private final Console console;
    private final String what;
    private final int total;
    private final Duration expected;
    private final LongSupplier nanoTime;
    private final long started;
    private int done;
    private long drawn;
    private boolean visible;

    public Progress(Console console, String what, int total) {
        this(console, what, total, Duration.ZERO);
    }

    /// @param expected how long all of it should take, which is told until something is done; zero
    ///     when nobody can tell
    public Progress(Console console, String what, int total, Duration expected) {
        this(console, what, total, expected, System::nanoTime);
    }

    Progress(Console console, String what, int total, Duration expected, LongSupplier nanoTime) {
        this.console = console;
        this.expected = expected;
        this.what = what;
        this.total = total;
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
        this.drawn = started;
    }

    /// One more of the total is done; `current` says which.
    public synchronized void step(String current) {
        done++;
        draw(current);
    }

    /// Redraws with another text, without counting.
    public synchronized void show(String current) {
        draw(current);
    }

    /// A line that stays.
    public synchronized void note(String line) {
        erase();
        console.say(line);
    }

    private void draw(String current) {
        long now = nanoTime.getAsLong();
        if (now - drawn < (console.errTerminal() ? REDRAW_NANOS : LINE_NANOS)) {
            return;
        }
        drawn = now;
        Duration left =
                done == 0
                        ? expected.minusNanos(now - started)
                        : Duration.ofNanos((now - started) / done * Math.max(0, total - done));
        String line =
                what
                        + " "
                        + done
                        + "/"
                        + total
                        + (left.toSeconds() > 1 ? ", " + left.toSeconds() + " s left" : "")
                        + "  "
                        + current;
        if (!console.errTerminal()) {
            console.err().println(Visible.line(line));
            return;
        }
        int width = console.width() - 1;
        String shown = Visible.line(line);
        console.err().print(CLEARED + (shown.length() > width ? shown.substring(0, width) : shown));
        console.err().flush();
        visible = true;
    }

    private void erase() {
        if (visible) {
            console.err().print(CLEARED);
            console.err().flush();
            visible = false;
        }
    }

    @Override
    public synchronized void close() {
        erase();
    }
}
