package io.railhead.reach;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Login;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A session that can also stream. [Session#run] of all transports is made of [#exec], so that they
/// give the same transcripts.
interface Execution extends Session {

    /// One script.
    ///
    /// @param stdin read whole by `sh`; made by [Shell#input]
    /// @param err must be the one to find the process numbers, or nothing can be killed
    /// @param enough asked now and then; once true the script is ended as if its limit had passed
    record Script(
            boolean root,
            byte[] stdin,
            ByteSink out,
            Shell.AfterMark err,
            Duration limit,
            BooleanSupplier enough) {

        Script(boolean root, byte[] stdin, ByteSink out, Shell.AfterMark err, Duration limit) {
            this(root, stdin, out, err, limit, () -> false);
        }

        /// Waits for the end.
        ///
        /// @return false when it did not come before the deadline, or nobody wants to wait longer
        boolean await(CountDownLatch end, long deadline) throws InterruptedException {
            while (true) {
                long left = deadline - System.nanoTime();
                if (end.await(Math.min(left, ASK_EVERY_NANOS), TimeUnit.NANOSECONDS)) {
                    return true;
                }
                if (left <= ASK_EVERY_NANOS || enough.getAsBoolean()) {
                    return false;
                }
            }
        }
    }

    long ASK_EVERY_NANOS = 500_000_000;

    /// How a script ended.
    ///
    /// @param status exit status, 128 + signal when killed by one, -1 when it did not end by itself
    /// @param lost true when the connection was lost meanwhile
    record Ended(int status, boolean timedOut, boolean lost) {}

    Ended exec(Script script) throws Unreachable;

    /// Bytes of one command's output that are kept.
    int outputCap();

    /// True when output is not passed on as bytes, so that nothing may be compressed.
    default boolean isText() {
        return false;
    }

    /// True when commands that need root are already run as root.
    boolean isRoot();

    @Override
    default Transcript run(String label, String script, Duration limit) throws Unreachable {
        return run(label, script, limit, false);
    }

    @Override
    default Transcript runAsRoot(String label, String script, Duration limit) throws Unreachable {
        if (!isRoot() && !target().login().sudo()) {
            throw new Unreachable(
                    target().name()
                            + ": "
                            + label
                            + " needs root: log in as root, or set login.sudo: true in the intent"
                            + " and allow what `railhead plan --sudoers` prints");
        }
        return run(label, script, limit, !isRoot());
    }

    private Transcript run(String label, String script, Duration limit, boolean root)
            throws Unreachable {
        String mark = newMark();
        CappedBytes out = new CappedBytes(outputCap());
        CappedBytes err = new CappedBytes(outputCap());
        Shell.AfterMark outAfter = new Shell.AfterMark(mark, out);
        Shell.AfterMark errAfter = new Shell.AfterMark(mark, err);
        Instant startedAt = Instant.now();
        long began = System.nanoTime();
        Ended ended =
                exec(
                        new Script(
                                root,
                                Shell.input(root, mark, script, limit),
                                outAfter,
                                errAfter,
                                limit));
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (ended.lost()) {
            throw new Unreachable(target().name() + ": connection lost while running: " + label);
        }
        if (!outAfter.found() && !ended.timedOut()) {
            throw new Unreachable(
                    target().name()
                            + ": "
                            + notRun(label, root, target().login(), outAfter, errAfter));
        }
        boolean over = out.over() || err.over();
        return new Transcript(
                target().name(),
                label,
                out.text(),
                err.text(),
                over || ended.timedOut() ? -1 : ended.status(),
                startedAt,
                took,
                over || ended.timedOut());
    }

    private static String notRun(
            String label, boolean root, Login login, Shell.AfterMark out, Shell.AfterMark err) {
        String said =
                (err.preamble() + "\n" + out.preamble()).strip().replaceAll("\\s*\n\\s*", "; ");
        return label
                + " was not run: "
                + (root ? SudoRights.refusal(said, login.user()) : "no shell to run it in")
                + (said.isEmpty() ? "" : " (" + said + ")");
    }

    /// 128 random bits: no output contains it by accident. It keeps frames apart and nobody out.
    static String newMark() {
        byte[] bytes = new byte[16];
        ThreadLocalRandom.current().nextBytes(bytes);
        return "RAILHEAD-" + HexFormat.of().formatHex(bytes);
    }
}
