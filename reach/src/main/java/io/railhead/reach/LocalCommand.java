package io.railhead.reach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A short command on this machine, with a limit.
final class LocalCommand {
    private static final int OUTPUT_CAP = 1 << 20;

    private LocalCommand() {}

    record Result(int status, String stdout, String stderr) {}

    static boolean exists(String program, SshSettings settings) {
        for (String directory : settings.environment().getOrDefault("PATH", "").split(":")) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
    }

    /// Status 127 and the reason on stderr when the command cannot be started; 124 when the limit
    /// passed.
    static Result run(List<String> command, SshSettings settings, Duration limit) {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().clear();
            builder.environment().putAll(settings.environment());
            process = builder.start();
        } catch (IOException e) {
            return new Result(127, "", String.valueOf(e.getMessage()));
        }
        try {
            process.getOutputStream().close();
            byte[][] err = new byte[1][];
            Thread reader =
                    Thread.startVirtualThread(() -> err[0] = read(process.getErrorStream()));
            Thread killer =
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                                        process.destroyForcibly();
                                    }
                                } catch (InterruptedException e) {
                                    process.destroyForcibly();
                                }
                            });
            byte[] out = read(process.getInputStream());
            reader.join();
            int status = process.waitFor();
            killer.join();
            return new Result(
                    status,
                    new String(out, StandardCharsets.UTF_8),
                    new String(err[0], StandardCharsets.UTF_8));
        } catch (IOException e) {
            process.destroyForcibly();
            return new Result(1, "", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return new Result(124, "", "interrupted");
        }
    }

    private static byte[] read(InputStream in) {
        try {
            return in.readNBytes(OUTPUT_CAP);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
