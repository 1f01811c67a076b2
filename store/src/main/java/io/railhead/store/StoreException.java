package io.railhead.store;

/// The store could not be used. The message names the file, says why and what to do; nothing in
/// the file was changed.
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
