package io.railhead.reach;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Runs something when a deadline passes, unless it is called off. One platform thread for any
/// number of deadlines; what is run must be short (closing a socket).
final class Deadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    Deadlines() {
        timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("railhead-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /// A deadline that has not passed yet.
    record Pending(ScheduledFuture<?> future) implements AutoCloseable {
        @Override
        public void close() {
            future.cancel(false);
        }
    }

    Pending after(Duration limit, Runnable action) {
        return new Pending(
                timer.schedule(
                        () -> {
                            Thread.startVirtualThread(action);
                        },
                        Math.max(0, limit.toMillis()),
                        TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
