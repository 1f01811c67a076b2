package io.railhead.cli.changes;

import io.railhead.configure.ApplyEvent;

/// At work on one of two hosts for ever, to be ended by a signal.
final class InterruptedMain {
    private InterruptedMain() {}

    public static void main(String[] args) throws InterruptedException {
        try (WhereItStands stands = new WhereItStands(System.err, args[0], e -> {})) {
            stands.begins("20261128T000000.000Z-0001");
            stands.accept(new ApplyEvent.HostStarted("gpu01", 3));
            System.out.println("ready");
            Thread.sleep(100_000);
        }
    }
}
