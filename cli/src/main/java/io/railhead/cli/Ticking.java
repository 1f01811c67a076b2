package io.railhead.cli;

import java.time.Duration;

/// Does something now and at intervals until it is closed, beside work that tells nothing.
final class Ticking implements AutoCloseable {
    private final Thread thread;

    private Ticking(Thread thread) {
        this.thread = thread;
    }

    static Ticking every(Duration interval, Runnable what) {
        return new Ticking(
                Thread.startVirtualThread(
                        () -> {
                            try {
                                while (true) {
                                    what.run();
                                    Thread.sleep(interval);
                                }
                            } catch (InterruptedException e) {
                                // It was closed.
                            }
                        }));
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
