package io.railhead.configure;

/// The last run that made something on a machine and still stands.
///
/// @param at when it was begun, as the machine's journal has it; empty when it does not say
/// @param by `user@machine` that ran it; empty when it does not say
public record Applied(String run, String at, String by) {

    /// `run 20261128T101500.250Z-0a1b of ann@admin at 2026-11-28T10:15:00Z`.
    public String words() {
        return "run "
                + run
                + (by.isEmpty() ? "" : " of " + by)
                + (at.isEmpty() ? "" : " at " + at.replaceFirst("\\.\\d+Z$", "Z"));
    }

    /// The same as the machine reports it.
    ///
    /// @param after fingerprint of the thing as the run left it
    /// @param observe SHA-256 of the script by which that was read: fingerprints of another script
    ///     cannot be compared
    record Known(Applied applied, String after, String observe) {

        /// Whether the thing is as it was left; false also when that cannot be told.
        boolean hasChanged(Resource resource, Item item, Observed is) {
            return observe.equals(Scripts.digest(resource.observe(item)))
                    && !after.equals(is.fingerprint());
        }
    }
}
