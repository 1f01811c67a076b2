package io.railhead.cli;

/// Something the user can mend; printed without a stack trace. The message names the file, line,
/// host or field, and says what to do.
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public UserError(String message) {
        this(Exit.USAGE, message);
    }

    public UserError(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
