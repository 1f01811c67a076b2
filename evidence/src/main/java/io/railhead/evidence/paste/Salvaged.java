package io.railhead.evidence.paste;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// A stream that ends where reading fails, and remembers why: what came before a broken end of a
/// packed file is evidence all the same.
final class Salvaged extends FilterInputStream {
    private Optional<String> fault = Optional.empty();
    private long given;

    Salvaged(InputStream in) {
        super(in);
    }

    /// Why it ended early, if it did.
    Optional<String> fault() {
        return fault;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) == 1 ? one[0] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
        if (fault.isPresent()) return -1;
        try {
            int got = in.read(bytes, from, length);
            if (got > 0) given += got;
            return got;
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            fault = Optional.of("reading failed after %d bytes: %s".formatted(given, why));
            return -1;
        }
    }
}
