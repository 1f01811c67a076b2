package io.railhead.reach;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Output that is kept up to a cap.
final class CappedBytes implements ByteSink {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream(512);
    private final int cap;
    private boolean over;

    CappedBytes(int cap) {
        this.cap = cap;
    }

    @Override
    public synchronized boolean accept(byte[] bytes, int offset, int length) {
        int room = Math.min(length, cap - kept.size());
        kept.write(bytes, offset, room);
        over |= room < length;
        return !over;
    }

    synchronized boolean over() {
        return over;
    }

    synchronized byte[] bytes() {
        return kept.toByteArray();
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}
