package io.railhead.reach;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs a script through a child process of this one: a local `sh`, or an `ssh`.
final class ProcessExecution {
    private ProcessExecution() {}

    /// What to do about a script that must end now.
    interface Killer {
        void kill(Process process) throws Unreachable;
    }

    static Execution.Ended exec(
            List<String> command, SshSettings settings, Execution.Script script, Killer killer)
            throws Unreachable {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(settings.environment());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new Unreachable("cannot start " + command.getFirst() + ": " + e.getMessage(), e);
        }
        long deadline = System.nanoTime() + script.limit().toNanos();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(2);
        pump(process.getInputStream(), script.out(), stop, ended);
        pump(process.getErrorStream(), script.err(), stop, ended);
        Thread.startVirtualThread(() -> send(process, script.stdin()));
        Thread.startVirtualThread(
                () -> {
                    try {
                        ended.await();
                        process.waitFor();
                        stop.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        try {
            boolean stopped = script.await(stop, deadline);
            boolean byItself = stopped && !process.isAlive() && ended.getCount() == 0;
            if (!byItself) {
                killer.kill(process);
                ended.await(SshSettings.GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
            return new Execution.Ended(byItself ? process.waitFor() : -1, !stopped, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void send(Process process, byte[] stdin) {
        try (OutputStream out = process.getOutputStream()) {
            out.write(stdin);
        } catch (IOException e) {
            // It ended before it had read all; its end says the rest.
            return;
        }
    }

    private static void pump(
            InputStream in, ByteSink sink, CountDownLatch stop, CountDownLatch ended) {
        Thread.startVirtualThread(
                () -> {
                    byte[] buffer = new byte[32 << 10];
                    boolean wanted = true;
                    try {
                        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                            if (wanted && !sink.accept(buffer, 0, n)) {
                                wanted = false;
                                stop.countDown();
                            }
                        }
                    } catch (IOException e) {
                        // The process was destroyed.
                        wanted = false;
                    } finally {
                        ended.countDown();
                    }
                });
    }
}
