package io.railhead.configure;

import java.util.List;
import java.util.Locale;

/// How an apply or a rollback ended on one host.
///
/// @param why what happened, where the state does not say it all; names what to do
/// @param changes resources and how far each came
public record HostOutcome(String device, State state, String why, List<RunReport.Step> changes) {

    public HostOutcome {
        changes = List.copyOf(changes);
    }

    public enum State {
        /// Everything is as wanted and was read back.
        DONE,
        /// It was so before.
        NOTHING_TO_DO,
        /// Refused before anything was touched.
        REFUSED,
        /// Something failed, and everything is as it was before.
        REVERTED,
        /// Something failed and could not all be taken back.
        BROKEN,
        /// The machine could not be reached before anything was touched.
        UNREACHABLE,
        /// The connection was lost and how it ended is not known; the machine's journal has it.
        UNKNOWN,
        /// Not begun, since an earlier wave failed.
        NOT_TRIED,
        ROLLED_BACK;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Whether the run may stand in the host's journal.
        public boolean hasBegun() {
            return switch (this) {
                case DONE, REVERTED, BROKEN, UNKNOWN, ROLLED_BACK -> true;
                case NOTHING_TO_DO, REFUSED, UNREACHABLE, NOT_TRIED -> false;
            };
        }

        public boolean isGood() {
            return switch (this) {
                case DONE, NOTHING_TO_DO, ROLLED_BACK -> true;
                case REFUSED, REVERTED, BROKEN, UNREACHABLE, UNKNOWN, NOT_TRIED -> false;
            };
        }
    }

    static HostOutcome of(String device, State state, String why) {
        return new HostOutcome(device, state, why, List.of());
    }
}
