package io.railhead.reach;

import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A switch's command line over jsch: a shell channel with a terminal.
final class SshCommandLine implements SwitchSession {
    /// So wide that no line is broken, so high that few outputs are paged (RFC 4254, 6.2).
    private static final int COLUMNS = 511;

    private static final int ROWS = 1000;

    /// After a prompt that follows an output: what looks like one within an output has more behind.
    private static final long SETTLE_NANOS = 20_000_000;

    /// More than any running configuration.
    private static final int MOST = 32 << 20;

    private final Target target;
    private final com.jcraft.jsch.Session session;
    private final Deadlines deadlines;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final PromptReader reader = new PromptReader();
    private final StringBuilder received = new StringBuilder();
    private final ChannelShell channel;
    private final OutputStream input;
    private boolean ended;

    private SshCommandLine(
            Target target,
            com.jcraft.jsch.Session session,
            Deadlines deadlines,
            ChannelShell channel,
            OutputStream input) {
        this.target = target;
        this.session = session;
        this.deadlines = deadlines;
        this.channel = channel;
        this.input = input;
    }

    /// Opens the terminal and waits for the first prompt.
    static SshCommandLine open(
            Target target, com.jcraft.jsch.Session session, Deadlines deadlines, Duration limit)
            throws Unreachable {
        try {
            ChannelShell channel = (ChannelShell) session.openChannel("shell");
            channel.setPtyType("vt100", COLUMNS, ROWS, 0, 0);
            SshCommandLine line =
                    new SshCommandLine(
                            target, session, deadlines, channel, channel.getOutputStream());
            channel.setOutputStream(line.new Into());
            channel.connect((int) Math.max(1, limit.toMillis()));
            line.await("login", "", limit, true);
            return line;
        } catch (JSchException | IOException e) {
            session.disconnect();
            throw new Unreachable(
                    target.name() + ": no terminal on its command line: " + e.getMessage(), e);
        } catch (Unreachable e) {
            session.disconnect();
            throw e;
        }
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public String enter(String line, Duration limit) throws Unreachable {
        if (line.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("one line at a time");
        }
        lock.lock();
        try {
            received.setLength(0);
        } finally {
            lock.unlock();
        }
        type(line + "\r", line, limit);
        return await(line, line, limit, false);
    }

    /// Writing can block as well, on a window that the other end does not open.
    private void type(String keys, String line, Duration limit) throws Unreachable {
        try (var _ = deadlines.after(limit, session::disconnect)) {
            input.write(keys.getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw lost(line, e);
        }
    }

    private String await(String what, String line, Duration limit, boolean first)
            throws Unreachable {
        long deadline = System.nanoTime() + limit.toNanos();
        int seen = -1;
        while (true) {
            String screen;
            lock.lock();
            try {
                while (received.length() == seen && !ended) {
                    long left = deadline - System.nanoTime();
                    if (left <= 0 || arrived.awaitNanos(left) <= 0) {
                        throw timedOut(what, limit);
                    }
                }
                boolean over = received.length() == seen && ended;
                if (over || received.length() > MOST) {
                    throw lost(what, null);
                }
                seen = received.length();
                if (!reader.mayBeOver(received, first)) {
                    continue;
                }
                screen = PromptReader.screen(received.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable(target.name() + ": interrupted", e);
            } finally {
                lock.unlock();
            }
            if (PromptReader.asksForMore(screen)) {
                type(" ", line, limit);
                continue;
            }
            boolean prompt = first ? reader.learn(screen) : reader.promptAt(screen).isPresent();
            if (prompt && settled(seen, first || screen.length() > line.length() + 256)) {
                String utf8 =
                        new String(
                                screen.getBytes(StandardCharsets.ISO_8859_1),
                                StandardCharsets.UTF_8);
                return first ? "" : reader.answer(line, utf8);
            }
        }
    }

    /// Whether nothing follows what looks like a prompt.
    private boolean settled(int seen, boolean wait) throws Unreachable {
        if (!wait) {
            return true;
        }
        lock.lock();
        try {
            long left = SETTLE_NANOS;
            while (received.length() == seen && !ended && left > 0) {
                left = arrived.awaitNanos(left);
            }
            return received.length() == seen;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable(target.name() + ": interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    private Unreachable timedOut(String what, Duration limit) {
        close();
        return new Unreachable(
                target.name()
                        + ": no prompt within "
                        + Math.max(1, TimeUnit.MILLISECONDS.toSeconds(limit.toMillis()))
                        + " s after «"
                        + Secrets.mask(what)
                        + "»; whether that was done is not known");
    }

    private Unreachable lost(String what, @org.jspecify.annotations.Nullable Exception cause) {
        close();
        String message = target.name() + ": connection lost after «" + Secrets.mask(what) + "»";
        return cause == null ? new Unreachable(message) : new Unreachable(message, cause);
    }

    @Override
    public void close() {
        channel.disconnect();
        session.disconnect();
    }

    /// What arrives. It never throws: an exception would end the whole connection.
    private final class Into extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            lock.lock();
            try {
                if (received.length() <= MOST) {
                    received.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
                }
                arrived.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                ended = true;
                arrived.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
