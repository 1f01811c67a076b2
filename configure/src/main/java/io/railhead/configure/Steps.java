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
/// @param ready refuses the whole run, or its rollback, before anything is changed, when this step
///     could not be made now: by `rh_refuse CODE TEXT`, or by failing with the reason on standard
///     error; empty when there is nothing to ask
/// @param limitSeconds how long `apply` or `undo` may take before the machine itself ends it
/// @param settleSeconds how long what is read back, or was taken back, may take until it is as it
///     should be: more than 0 where another service brings it about
public record Steps(
        String record,
        String apply,
        String verify,
        String undo,
        String ready,
        int limitSeconds,
        int settleSeconds) {

    /// How long a step may take unless it says otherwise: `rh_step` in `journal.sh`.
    public static final int DEFAULT_LIMIT_SECONDS = 300;

    /// Long enough for networkd, NetworkManager or systemd to do what they were told to on a busy
    /// machine: alone they take less than a second, and 1 to 2 s more where IPv6 looks for
    /// duplicates of an address (RFC 4862, section 5.4).
    public static final int SETTLE_SECONDS = 15;

    public Steps(String record, String apply, String verify, String undo) {
        this(record, apply, verify, undo, "", DEFAULT_LIMIT_SECONDS, 0);
    }

    /// The same, asking first whether it can be made at all.
    public Steps withReady(String script) {
        return new Steps(record, apply, verify, undo, script, limitSeconds, settleSeconds);
    }

    /// The same with another limit, for what takes long, such as installing a package.
    public Steps withLimit(int seconds) {
        return new Steps(record, apply, verify, undo, ready, seconds, settleSeconds);
    }

    /// The same, reading back more.
    public Steps verifying(String more) {
        return new Steps(
                record,
                apply,
                verify + " || exit 1\n" + more,
                undo,
                ready,
                limitSeconds,
                settleSeconds);
    }

    /// The same for what another service brings about, such as networkd or systemd: it is looked at
    /// again and again before it is said to have failed, and once more when the whole run is made.
    public Steps settling() {
        return new Steps(record, apply, verify, undo, ready, limitSeconds, SETTLE_SECONDS);
    }

    /// SHA-256 of what the change would do: differs when the intent, or Railhead's way of doing it,
    /// differs.
    public String digest() {
        return Sha256.of(apply + "\0" + verify);
    }
}
