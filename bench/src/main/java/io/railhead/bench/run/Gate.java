package io.railhead.bench.run;

import java.util.concurrent.Phaser;

/// Where clients wait for each other, so that tests of one round begin at the same time.
final class Gate {
    private final Phaser waiting;
    private final boolean open;

    private Gate(int parties, boolean open) {
        this.waiting = new Phaser(parties);
        this.open = open;
    }

    /// At which nobody waits.
    static Gate open() {
        return new Gate(1, true);
    }

    static Gate of(int parties) {
        return new Gate(parties, false);
    }

    boolean isOpen() {
        return open;
    }

    /// Waits until all that have not left are here. An interrupted thread does not wait.
    void pass() {
        if (open) {
            return;
        }
        try {
            waiting.awaitAdvanceInterruptibly(waiting.arrive());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nobody waits for this one any more.
    void leave() {
        if (!open) {
            waiting.arriveAndDeregister();
        }
    }
}
