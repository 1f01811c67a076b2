package io.railhead.lab;

/// Raising a lab went wrong after it had begun; the message says at which host and what was
/// printed.
final class LabFailure extends Exception {
    private static final long serialVersionUID = 1L;

    LabFailure(String message) {
        super(message);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
