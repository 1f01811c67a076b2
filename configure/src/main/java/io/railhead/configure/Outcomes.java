package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import java.util.List;
import java.util.Optional;

/// How runs ended, in words for people.
final class Outcomes {
    /// `rh_watchdog` in `switch.sh` begins its reason so.
    private static final String NOT_CONFIRMED = "not confirmed over a fresh connection";

    /// Values longer than this are not shown within a sentence.
    private static final int SHORT = 40;

    private Outcomes() {}

    /// @param works what the run was to do
    static HostOutcome ofApply(
            String host, String runId, List<Work> works, int within, HostRun.Ending ending) {
        return switch (ending) {
            case HostRun.Ending.Rested e -> rested(host, works, within, e);
            case HostRun.Ending.Answered e -> answered(host, e.reply());
            case HostRun.Ending.NeverBegan e ->
                    HostOutcome.of(
                            host,
                            State.UNREACHABLE,
                            e.why() + "; the run did not begin there, nothing was changed");
            case HostRun.Ending.Lost e ->
                    e.begun()
                            ? HostOutcome.of(host, State.UNKNOWN, lost(runId, works, within, e))
                            : HostOutcome.of(
                                    host,
                                    State.UNKNOWN,
                                    e.why()
                                            + "; whether run "
                                            + runId
                                            + " began there is not known: apply again, or see"
                                            + " `railhead rollback --list`");
        };
    }

    private static String lost(String runId, List<Work> works, int within, HostRun.Ending.Lost e) {
        boolean guarded = works.stream().anyMatch(w -> w.planned().guarded());
        if (e.late()) {
            return "not reached again within "
                    + within
                    + " s ("
                    + e.why()
                    + "): by now run "
                    + runId
                    + " was taken back by the host itself, or kept by somebody who confirmed it"
                    + " over another login, and which of both cannot be told from here; ask with"
                    + " `railhead rollback --list`";
        }
        return "not reached again ("
                + e.why()
                + "); the host "
                + (guarded
                        ? "takes the run back by itself unless it is confirmed within "
                                + within
                                + " s"
                        : "goes on with the run by itself")
                + ": apply again, or see `railhead rollback --list` ("
                + runId
                + ")";
    }

    private static HostOutcome rested(
            String host, List<Work> works, int within, HostRun.Ending.Rested ending) {
        RunReport report = ending.report();
        State state = state(report.state());
        String why =
                switch (state) {
                    case REVERTED ->
                            report.why().startsWith(NOT_CONFIRMED)
                                    ? cutOff(works, within, ending.lastTry())
                                    : report.why() + "; everything is as it was before";
                    case BROKEN -> broken(report.why(), report.id());
                    case UNKNOWN ->
                            "run "
                                    + report.id()
                                    + " is "
                                    + report.state().word()
                                    + " there; apply again to bring it to an end";
                    case DONE, NOTHING_TO_DO, REFUSED, UNREACHABLE, NOT_TRIED, ROLLED_BACK ->
                            report.why();
                };
        return new HostOutcome(host, state, why, report.steps());
    }

    private static String broken(String why, String run) {
        return (why.isEmpty() ? "the journal there does not say why" : why)
                + "; see /var/lib/railhead/runs/"
                + run
                + " there";
    }

    static State state(RunReport.State state) {
        return switch (state) {
            case DONE -> State.DONE;
            case REVERTED -> State.REVERTED;
            case BROKEN -> State.BROKEN;
            case ROLLED_BACK -> State.ROLLED_BACK;
            case RECORDED, APPLIED, REVERTING, UNKNOWN -> State.UNKNOWN;
        };
    }

    /// What was changed, what no longer worked, and that it was taken back.
    private static String cutOff(List<Work> works, int within, String lastTry) {
        List<String> changed =
                works.stream()
                        .filter(w -> w.planned().guarded())
                        .map(w -> described(w.planned()))
                        .toList();
        return "no fresh connection worked within "
                + within
                + " s of changing "
                + String.join(", ", changed)
                + (lastTry.isEmpty() ? "" : " (the last try: " + lastTry + ")")
                + "; the host took the run back by itself and everything is as it was before";
    }

    private static String described(PlannedChange planned) {
        String before = planned.change().before().strip();
        String after = planned.change().after().strip();
        String values = "";
        if (isShort(after)) {
            values = isShort(before) && !before.isEmpty() ? before + " to " + after : "to " + after;
        }
        return planned.change().resource() + (values.isEmpty() ? "" : " (" + values + ")");
    }

    private static boolean isShort(String text) {
        return text.length() <= SHORT && !text.contains("\n");
    }

    private static HostOutcome answered(String host, Reply reply) {
        Optional<Reply.Refusal> refusal = reply.refusal();
        if (refusal.isEmpty()) {
            return HostOutcome.of(host, State.UNKNOWN, "the run was not reported");
        }
        return HostOutcome.of(
                host,
                State.REFUSED,
                refusal.get().code().equals("moved")
                        ? String.join(", ", reply.moved().keySet())
                                + " changed since the plan was made; nothing was changed: plan"
                                + " again"
                        : Refusals.words(refusal.get()));
    }

    /// @param runId the run that was to be taken back
    /// @param forced whether what was changed since was taken back too
    static HostOutcome ofRollback(
            String host, String runId, boolean forced, HostRun.Ending ending) {
        return switch (ending) {
            case HostRun.Ending.Rested e -> backRested(host, runId, forced, e);
            case HostRun.Ending.Answered e -> backAnswered(host, runId, e.reply());
            case HostRun.Ending.NeverBegan e ->
                    HostOutcome.of(
                            host,
                            State.UNKNOWN,
                            e.why() + "; see `railhead rollback --list` for how the run stands");
            case HostRun.Ending.Lost e ->
                    HostOutcome.of(
                            host,
                            State.UNKNOWN,
                            "not reached again ("
                                    + e.why()
                                    + "); a rollback that may have cut the host off undoes itself;"
                                    + " see `railhead rollback --list`");
        };
    }

    private static HostOutcome backRested(
            String host, String runId, boolean forced, HostRun.Ending.Rested e) {
        RunReport report = e.report();
        return switch (state(report.state())) {
            case DONE -> new HostOutcome(host, State.ROLLED_BACK, "", report.steps());
            case REVERTED ->
                    new HostOutcome(
                            host,
                            State.REVERTED,
                            "taking it back was undone: "
                                    + report.why()
                                    + (e.lastTry().isEmpty()
                                            ? ""
                                            : " (the last try: " + e.lastTry() + ")")
                                    + (forced
                                            ? "; everything is as it was before the rollback"
                                            : "; everything is as the run had made it"),
                            report.steps());
            case BROKEN ->
                    new HostOutcome(
                            host, State.BROKEN, broken(report.why(), runId), report.steps());
            case NOTHING_TO_DO, REFUSED, UNREACHABLE, UNKNOWN, NOT_TRIED, ROLLED_BACK ->
                    new HostOutcome(
                            host,
                            State.UNKNOWN,
                            "the rollback is "
                                    + report.state().word()
                                    + " there; roll back again to bring it to an end",
                            report.steps());
        };
    }

    private static HostOutcome backAnswered(String host, String runId, Reply reply) {
        Optional<Reply.Refusal> refusal = reply.refusal();
        if (refusal.isPresent()) {
            return HostOutcome.of(
                    host,
                    State.REFUSED,
                    refusal.get().code().equals("moved")
                            ? String.join(", ", reply.movedSince())
                                    + " changed since the run; nothing was taken back:"
                                    + " --force does it all the same and keeps what is there now"
                                    + " in the journal"
                            : Refusals.words(refusal.get()));
        }
        return reply.runs().stream()
                .filter(r -> r.id().equals(runId))
                .findFirst()
                .map(
                        r ->
                                new HostOutcome(
                                        host,
                                        switch (r.state()) {
                                            case ROLLED_BACK, REVERTED -> State.ROLLED_BACK;
                                            case BROKEN -> State.BROKEN;
                                            case RECORDED, APPLIED, DONE, REVERTING, UNKNOWN ->
                                                    State.UNKNOWN;
                                        },
                                        r.state() == RunReport.State.BROKEN
                                                ? broken(r.why(), r.id())
                                                : r.why(),
                                        r.steps()))
                .orElse(HostOutcome.of(host, State.UNKNOWN, "the run was not reported"));
    }
}
