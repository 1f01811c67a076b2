package io.railhead.lab;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/// Holds a lock until it is killed, for tests. Says `held` on standard output.
final class LockingMain {
    private LockingMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        LabLock.take(Path.of(arguments[0])).orElseThrow();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        out.println("held");
        Thread.sleep(60_000);
    }
}
