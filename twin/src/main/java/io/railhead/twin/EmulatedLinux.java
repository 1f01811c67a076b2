package io.railhead.twin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/// The Linux of a switch, emulated: scripts run in this machine's own shell, and the commands that
/// only a switch has are small scripts that ask the emulated switch. Nothing of this machine is
/// changed by them.
final class EmulatedLinux implements AutoCloseable {

    /// What a switch's own commands do.
    interface Tools {
        /// Names of the commands.
        List<String> names();

        /// @param words the command and its arguments
        Ended run(List<String> words) throws IOException;
    }

    record Ended(int status, String output) {
        static Ended good(String output) {
            return new Ended(0, output);
        }
    }

    private static final String STUB =
            """
            #!/bin/bash
            exec 3<>/dev/tcp/127.0.0.1/%d || exit 255
            printf '%%s\\n' "${RAILHEAD_EMULATED:-none}" "$(($# + 1))" "${0##*/}" "$@" >&3
            IFS= read -r status <&3 || exit 255
            cat <&3
            exit "$status"
            """;
    private static final String SUDO =
            "#!/bin/bash\nwhile [ $# -gt 0 ]; do case $1 in -n|--) shift ;; *) break ;; esac;"
                    + " done\nexec \"$@\"\n";

    private final Box box;
    private final Path folder;
    private final Tools tools;
    private final ServerSocket asked;
    private final Map<String, Running> programs = new ConcurrentHashMap<>();

    EmulatedLinux(Box box, Path folder, Tools tools) throws IOException {
        this.box = box;
        this.folder = folder;
        this.tools = tools;
        this.asked = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Path commands = Files.createDirectories(folder.resolve("bin"));
        for (String name : tools.names()) {
            script(commands.resolve(name), STUB.formatted(asked.getLocalPort()));
        }
        script(commands.resolve("sudo"), SUDO);
        Thread.ofVirtual().name("emulated-linux").start(this::listen);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Command command(String line) {
        return new Running(line);
    }

    private void listen() {
        while (!asked.isClosed()) {
            try {
                Socket one = asked.accept();
                Thread.ofVirtual().start(() -> answer(one));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String program = String.valueOf(in.readLine());
            int count = Integer.parseInt(String.valueOf(in.readLine()));
            List<String> words = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                words.add(String.valueOf(in.readLine()));
            }
            String line = String.join(" ", words);
            Box.Fate fate = box.fate(line);
            Optional<Running> running = Optional.ofNullable(programs.get(program));
            if (fate == Box.Fate.LOST) {
                // The whole program dies with the connection: nothing after this line is done.
                running.ifPresent(Running::kill);
                return;
            }
            Ended ended =
                    box.isRefused(line)
                            ? new Ended(2, "Error: " + words.getFirst() + " failed\n")
                            : run(words);
            if (fate == Box.Fate.UNANSWERED) {
                // The program goes on without anybody who listens.
                running.ifPresent(Running::cut);
            }
            Thread.sleep(box.behaviour.answersAfter());
            socket.getOutputStream()
                    .write(
                            (ended.status() + "\n" + ended.output())
                                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException | NumberFormatException e) {
            // The program is gone.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Ended run(List<String> words) throws IOException {
        synchronized (box) {
            return tools.run(words);
        }
    }

    @Override
    public void close() {
        programs.values().forEach(Running::kill);
        try {
            asked.close();
        } catch (IOException e) {
            return;
        }
    }

    /// One command over SSH.
    private final class Running implements Command {
        private final String line;
        private final String id =
                Long.toHexString(System.nanoTime()) + Integer.toHexString(hashCode());
        private @Nullable InputStream in;
        private @Nullable OutputStream out;
        private @Nullable OutputStream err;
        private @Nullable ExitCallback onExit;
        private @Nullable Process process;
        private @Nullable ChannelSession channel;

        Running(String line) {
            this.line = line;
        }

        @Override
        public void setInputStream(InputStream stream) {
            in = stream;
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            onExit = callback;
        }

        @Override
        public void start(ChannelSession session, Environment environment) throws IOException {
            channel = session;
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", line);
            builder.environment().clear();
            builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
            builder.environment().put("RAILHEAD_EMULATED", id);
            builder.environment().put("TMPDIR", folder.toString());
            Process started = builder.start();
            process = started;
            programs.put(id, this);
            Thread.startVirtualThread(
                    () ->
                            copy(
                                    Objects.requireNonNull(in),
                                    new OwnFolderFirst(
                                            started.getOutputStream(), folder.resolve("bin")),
                                    true));
            Thread output =
                    Thread.startVirtualThread(
                            () ->
                                    copy(
                                            started.getInputStream(),
                                            Objects.requireNonNull(out),
                                            false));
            Thread errors =
                    Thread.startVirtualThread(
                            () ->
                                    copy(
                                            started.getErrorStream(),
                                            Objects.requireNonNull(err),
                                            false));
            Thread.startVirtualThread(
                    () -> {
                        try {
                            int status = started.waitFor();
                            output.join();
                            errors.join();
                            programs.remove(id);
                            Objects.requireNonNull(onExit).onExit(status);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
        }

        @Override
        public void destroy(ChannelSession session) {
            // A program outlives the connection that started it, unless it is killed.
        }

        void cut() {
            if (channel != null) {
                channel.getSession().close(true);
            }
        }

        void kill() {
            cut();
            if (process != null) {
                Set.copyOf(process.descendants().toList()).forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }

        private void copy(InputStream from, OutputStream to, boolean close) {
            byte[] buffer = new byte[8192];
            boolean open = true;
            try {
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    if (open) {
                        open = write(to, buffer, n);
                    }
                }
                if (close) {
                    to.close();
                }
            } catch (IOException e) {
                return;
            }
        }

        private static boolean write(OutputStream to, byte[] buffer, int count) {
            try {
                to.write(buffer, 0, count);
                to.flush();
                return true;
            } catch (IOException e) {
                return false;
            }
        }
    }
}
