package io.railhead.reach;

/// A machine could not be talked to: refused, timed out, unknown host key, no accepted login. The
/// message says which and what to do.
public final class Unreachable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message) {
        super(message);
    }

    public Unreachable(String message, Throwable cause) {
        super(message, cause);
    }
}
