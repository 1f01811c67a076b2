package io.railhead.twin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/// A command line at one end of an SSH channel: echo, pager, prompt, and connections that are cut.
final class Terminal implements Command {
    private static final int PAGE = 24;
    private static final String MORE = "--More--";

    private final Box box;
    private final CommandLine line;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable ExitCallback onExit;

    Terminal(Box box, CommandLine line) {
        this.box = box;
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
        // All that a terminal says comes on one stream.
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        onExit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
        InputStream input = java.util.Objects.requireNonNull(in);
        OutputStream output = java.util.Objects.requireNonNull(out);
        Thread.ofVirtual()
                .name("emulated-terminal")
                .start(
                        () -> {
                            try {
                                talk(channel, input, output);
                            } catch (IOException e) {
                                // The other end is gone, which is its right.
                                return;
                            } finally {
                                java.util.Objects.requireNonNull(onExit).onExit(0);
                            }
                        });
    }

    @Override
    public void destroy(ChannelSession channel) {
        // The connection's end ends the thread.
    }

    private void talk(ChannelSession channel, InputStream input, OutputStream output)
            throws IOException {
        print(output, line.banner());
        while (!line.isOver()) {
            print(output, line.prompt());
            String typed = read(input, output);
            if (typed == null) {
                return;
            }
            Box.Fate fate = box.fate(typed);
            if (fate == Box.Fate.LOST) {
                channel.getSession().close(true);
                return;
            }
            String answer = line.answer(typed);
            if (fate == Box.Fate.UNANSWERED) {
                channel.getSession().close(true);
                return;
            }
            pause();
            page(input, output, answer);
        }
    }

    private void pause() throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(box.behaviour.answersAfter().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// A line as it is typed; null at the end of the connection.
    private @Nullable String read(InputStream input, OutputStream output) throws IOException {
        StringBuilder typed = new StringBuilder();
        StringBuilder echoed = new StringBuilder();
        while (true) {
            int c = input.read();
            if (c < 0) {
                return null;
            }
            if (c == '\r' || c == '\n') {
                echo(output, echoed + "\n");
                return typed.toString();
            }
            typed.append((char) c);
            echoed.append((char) c);
            if (input.available() == 0) {
                echo(output, echoed.toString());
                echoed.setLength(0);
            }
        }
    }

    private void echo(OutputStream output, String text) throws IOException {
        if (box.behaviour.echo()) {
            print(output, text);
        }
    }

    private void page(InputStream input, OutputStream output, String answer) throws IOException {
        List<String> lines = answer.lines().toList();
        if (!line.pages() || lines.size() < PAGE) {
            print(output, answer);
            return;
        }
        int shown = 0;
        while (shown < lines.size()) {
            int to = Math.min(lines.size(), shown + PAGE - 1);
            print(output, String.join("\n", lines.subList(shown, to)) + "\n");
            shown = to;
            if (shown < lines.size()) {
                print(output, MORE);
                int key = input.read();
                print(output, "\r" + " ".repeat(MORE.length()) + "\r");
                if (key < 0 || key == 'q') {
                    return;
                }
            }
        }
    }

    private static void print(OutputStream output, String text) throws IOException {
        output.write(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
        output.flush();
    }
}
