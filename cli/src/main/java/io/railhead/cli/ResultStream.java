package io.railhead.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/// Standard output that remembers whether it lost anything: a `PrintStream` above it swallows every
/// error, and a result on a full disk would look like a success. A reader that has gone away
/// (`| head -1`) has lost nothing it wanted.
final class ResultStream extends OutputStream {
    private final OutputStream to;
    private Optional<IOException> failure = Optional.empty();

    ResultStream(OutputStream to) {
        this.to = to;
    }

    /// Why output was lost; empty when all was written or the reader has gone away.
    Optional<String> lost() {
        return failure.map(Messages::of)
                .filter(why -> !why.toLowerCase(Locale.ROOT).contains("broken pipe"));
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private void remember(Writing writing) throws IOException {
        try {
            writing.run();
        } catch (IOException e) {
            if (failure.isEmpty()) {
                failure = Optional.of(e);
            }
            throw e;
        }
    }

    @Override
    public void write(int b) throws IOException {
        remember(() -> to.write(b));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        remember(() -> to.write(bytes, from, length));
    }

    @Override
    public void flush() throws IOException {
        remember(to::flush);
    }
}
