package io.railhead.twin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// What an emulated switch is, whatever the command line: its configurations and its timers. Calls
/// come from many connections and from timers; each holds the box's monitor.
final class Box implements AutoCloseable {
    final String name;
    final Behaviour behaviour;
    ConfigText running;
    String startup;
    final Map<String, ConfigText> checkpoints = new TreeMap<>();
    private final Map<String, ScheduledFuture<?>> timers = new LinkedHashMap<>();
    private final List<String> entered = new ArrayList<>();
    private final ScheduledThreadPoolExecutor clock;
    private int cutAt = -1;
    private EmulatedSwitch.Cut cut = EmulatedSwitch.Cut.BEFORE;
    private boolean wasCut;
    private boolean held;
    /// How often counters of pause were shown.
    private long shown;

    Box(String name, Behaviour behaviour, ConfigText running) {
        this.name = name;
        this.behaviour = behaviour;
        this.running = running;
        this.startup = running.print();
        this.clock =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("emulated-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
    }

    /// Frames of pause as a counter of them shows now.
    synchronized long pauses() {
        return behaviour.has(Fault.PAUSE_RISES) ? 700 * ++shown : 0;
    }

    synchronized void timer(String id, long seconds, Runnable action) {
        stop(id);
        Duration wait = behaviour.second().multipliedBy(seconds);
        timers.put(
                id,
                clock.schedule(
                        () -> {
                            synchronized (this) {
                                if (timers.remove(id) != null) {
                                    action.run();
                                }
                            }
                        },
                        wait.toMillis(),
                        TimeUnit.MILLISECONDS));
    }

    synchronized boolean stop(String id) {
        ScheduledFuture<?> timer = timers.remove(id);
        return timer != null && timer.cancel(false);
    }

    synchronized boolean isWaiting(String id) {
        return timers.containsKey(id);
    }

    synchronized List<String> waiting() {
        return List.copyOf(timers.keySet());
    }

    synchronized void cutAt(int count, EmulatedSwitch.Cut when) {
        cutAt = count;
        cut = when;
        wasCut = false;
        entered.clear();
    }

    synchronized void hold(boolean now) {
        held = now;
    }

    synchronized boolean wasCut() {
        return wasCut;
    }

    synchronized List<String> entered() {
        return List.copyOf(entered);
    }

    /// What becomes of a line that arrives: whether the connection ends before or after it.
    synchronized Fate fate(String line) {
        if (held) {
            return Fate.ANSWERED;
        }
        entered.add(line);
        if (entered.size() != cutAt) {
            return Fate.ANSWERED;
        }
        wasCut = true;
        return cut == EmulatedSwitch.Cut.BEFORE ? Fate.LOST : Fate.UNANSWERED;
    }

    enum Fate {
        ANSWERED,
        /// Done, and the connection ends before the answer.
        UNANSWERED,
        /// The connection ends and nothing is done.
        LOST
    }

    boolean isRefused(String line) {
        return behaviour.refused().stream().anyMatch(line.strip()::startsWith);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
