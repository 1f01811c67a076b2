package io.railhead.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Reads streams that may have no end: once [Stopping] is asked to, they end where they are, and
/// what came until then is what there is. One stream is read at a time.
final class StoppableReading {
    private final Stopping stopping;
    private volatile Optional<InputStream> open = Optional.empty();
    private volatile boolean stopped;
    private boolean cut;

    StoppableReading(Stopping stopping) {
        this.stopping = stopping;
    }

    /// Whether nothing more is to be read.
    boolean isStopped() {
        return stopped;
    }

    /// Whether the last stream was ended before its end.
    boolean isCut() {
        return cut;
    }

    /// From now on a signal ends reading, and not the program.
    InputStream over(InputStream in) {
        open = Optional.of(in);
        cut = false;
        stopping.ends(this::stop);
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) == 1 ? one[0] & 0xff : -1;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                if (!stopped) {
                    try {
                        return in.read(bytes, from, length);
                    } catch (IOException e) {
                        if (!stopped) throw e;
                    }
                }
                cut = true;
                return -1;
            }

            @Override
            public int available() throws IOException {
                return stopped ? 0 : in.available();
            }
        };
    }

    private void stop() {
        stopped = true;
        try {
            // Whoever waits for more in it goes on.
            if (open.isPresent()) open.get().close();
        } catch (IOException e) {
            // Nothing more is read of it.
        }
    }
}
