package io.railhead.reach;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A login by jsch. Output goes from the thread that reads the connection straight into the sinks:
/// a command costs no thread and no pipe.
final class SshSession implements Execution {
    private static final long OPEN_RETRY_MILLIS = 100;

    /// Signals by which commands are commonly killed (signal(7)).
    private static final Map<String, Integer> SIGNALS =
            Map.of(
                    "HUP", 1, "INT", 2, "QUIT", 3, "ABRT", 6, "FPE", 8, "KILL", 9, "SEGV", 11,
                    "PIPE", 13, "ALRM", 14, "TERM", 15);

    private final Target target;
    private final com.jcraft.jsch.Session session;
    private final SshSettings settings;
    private final Deadlines deadlines;
    private final boolean root;
    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    SshSession(
            Target target,
            com.jcraft.jsch.Session session,
            SshSettings settings,
            Deadlines deadlines,
            boolean root,
            Runnable onClose) {
        this.target = target;
        this.session = session;
        this.settings = settings;
        this.deadlines = deadlines;
        this.root = root;
        this.onClose = onClose;
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public int outputCap() {
        return settings.outputCap();
    }

    @Override
    public boolean isRoot() {
        return root;
    }

    @Override
    public Ended exec(Script script) throws Unreachable {
        return exec(script, true);
    }

    private Ended exec(Script script, boolean kill) throws Unreachable {
        long deadline = System.nanoTime() + script.limit().toNanos();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ChannelExec channel = open(script, stop, ended, deadline);
        // Writing the script can block as well.
        try (var _ =
                deadlines.after(
                        script.limit().plus(SshSettings.GRACE.multipliedBy(4)),
                        channel::disconnect)) {
            send(channel, script.stdin());
            boolean stopped = script.await(stop, deadline);
            boolean byItself = stopped && ended.getCount() == 0;
            if (!byItself && session.isConnected()) {
                if (kill) {
                    kill(script);
                }
                ended.await(SshSettings.GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
            int status = status(channel);
            boolean lost = byItself ? status < 0 && isGoing() : !session.isConnected();
            return new Ended(byItself ? status : -1, !stopped, lost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable(target.name() + ": interrupted", e);
        } finally {
            channel.disconnect();
        }
    }

    /// Whether a command without a status ended because the connection did: jsch closes channels
    /// first and says that it is not connected a little later.
    private boolean isGoing() throws InterruptedException {
        for (int i = 0; i < 25 && session.isConnected(); i++) {
            Thread.sleep(10);
        }
        return !session.isConnected();
    }

    private ChannelExec open(
            Script script, CountDownLatch stop, CountDownLatch ended, long deadline)
            throws Unreachable {
        while (true) {
            if (!session.isConnected()) {
                throw new Unreachable(target.name() + ": connection lost");
            }
            try {
                ChannelExec channel = (ChannelExec) session.openChannel("exec");
                channel.setCommand(Shell.command(script.root(), script.limit()));
                channel.setOutputStream(new Into(script.out(), stop, () -> {}));
                channel.setErrStream(
                        new Into(
                                script.err(),
                                stop,
                                () -> {
                                    ended.countDown();
                                    stop.countDown();
                                }));
                channel.connect();
                return channel;
            } catch (JSchException e) {
                // sshd's MaxSessions: a channel is free again when another command ends.
                if (!session.isConnected()
                        || System.nanoTime() + OPEN_RETRY_MILLIS * 1_000_000 > deadline) {
                    throw new Unreachable(
                            target.name()
                                    + ": no channel for a command: "
                                    + e.getMessage()
                                    + (session.isConnected() ? " (sshd's MaxSessions?)" : ""),
                            e);
                }
            }
            try {
                Thread.sleep(OPEN_RETRY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable(target.name() + ": interrupted", e);
            }
        }
    }

    private static void send(ChannelExec channel, byte[] stdin) {
        try {
            OutputStream out = channel.getOutputStream();
            out.write(stdin);
            out.flush();
            out.close();
        } catch (IOException e) {
            // The command ended before it had read all; its end says the rest.
            return;
        }
    }

    private void kill(Script script) throws Unreachable {
        Optional<Shell.Pids> pids = script.err().pids();
        if (pids.isEmpty()) {
            return;
        }
        String mark = Execution.newMark();
        ByteSink nothing = (_, _, _) -> true;
        exec(
                new Script(
                        script.root(),
                        Shell.input(
                                script.root(),
                                mark,
                                Shell.killer(pids.get()),
                                Duration.ofSeconds(5)),
                        nothing,
                        new Shell.AfterMark(mark, nothing),
                        Duration.ofSeconds(5)),
                false);
    }

    private static int status(ChannelExec channel) {
        String signal = channel.getExitSignal();
        if (signal != null) {
            return 128 + SIGNALS.getOrDefault(signal, 0);
        }
        return channel.getExitStatus();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            session.disconnect();
            onClose.run();
        }
    }

    /// A sink as jsch wants it. It never throws: an exception would end the whole connection.
    private static final class Into extends OutputStream {
        private final ByteSink sink;
        private final CountDownLatch stop;
        private final Runnable onClose;
        private boolean full;

        Into(ByteSink sink, CountDownLatch stop, Runnable onClose) {
            this.sink = sink;
            this.stop = stop;
            this.onClose = onClose;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (!full && !sink.accept(bytes, offset, length)) {
                full = true;
                stop.countDown();
            }
        }

        @Override
        public void close() {
            onClose.run();
        }
    }
}
