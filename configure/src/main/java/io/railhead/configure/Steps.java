package io.railhead.configure;

/// The shell of one change, for `sh` with `lib.sh` loaded. `$S` is the step's directory in the
/// journal; `record` fills it before anything is changed and `undo` reads it.
///
/// Each script says by its status whether it did its part, and on standard error why not. Each may
/// be run again, and `undo` in any state, also when `apply` was cut in the middle.
///
/// @param record keeps what is, in full
/// @param apply makes it as wanted
/// @param verify reads back; fails when it is not as wanted
/// @param undo makes it as it was recorded
public record Steps(String record, String apply, String verify, String undo) {

    /// SHA-256 of what the change would do: differs when the intent, or Railhead's way of doing it,
    /// differs.
    public String digest() {
        return Sha256.of(apply + "\0" + verify);
    }
}
