package io.railhead.switches.live;

import io.railhead.configure.RunReport;
import io.railhead.switches.Difference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a run does, or did, to one switch, with all it takes to bring it to an end or back. It
/// holds only slots that Railhead writes, so no secrets.
///
/// @param run the run's name
/// @param why why it is in its state; empty when the state says it all
/// @param about who, when and from where
/// @param memory of [LiveSwitch#memory]
/// @param before SHA-256 of the running configuration before it
/// @param after SHA-256 of it once confirmed; empty before that
/// @param differences what is entered, in this order; of a rollback the way back
public record SwitchRecord(
        String run,
        String device,
        String cluster,
        Kind kind,
        State state,
        String why,
        Map<String, String> about,
        Map<String, String> memory,
        String before,
        String after,
        List<Difference> differences) {

    private static final String SHOWN = "shown";

    public SwitchRecord {
        about = new TreeMap<>(about);
        memory = new TreeMap<>(memory);
        differences = List.copyOf(differences);
    }

    /// Whether it makes something, or takes back what another made.
    public enum Kind {
        APPLY,
        ROLLBACK
    }

    /// How far it came, as it was last written; always written before the step it names.
    public enum State {
        /// About to be entered, or being entered; the switch takes it back by itself.
        RECORDED,
        /// Read back as wanted over a fresh connection; about to be made to stay.
        CONFIRMING,
        /// Stays, and is saved.
        DONE,
        /// Everything is as it was before.
        REVERTED,
        /// Could not be brought to an end.
        BROKEN;

        boolean isAtRest() {
            return this == DONE || this == REVERTED;
        }
    }

    SwitchRecord with(State state, String why) {
        return new SwitchRecord(
                run, device, cluster, kind, state, why, about, memory, before, after, differences);
    }

    SwitchRecord withMemory(Map<String, String> memory) {
        return new SwitchRecord(
                run, device, cluster, kind, state, why, about, memory, before, after, differences);
    }

    /// @param shown what the switch showed of it once it was entered, in words
    SwitchRecord withShown(String shown) {
        Map<String, String> more = new LinkedHashMap<>(about);
        more.put(SHOWN, shown);
        return new SwitchRecord(
                run, device, cluster, kind, state, why, more, memory, before, after, differences);
    }

    String shown() {
        return about.getOrDefault(SHOWN, "");
    }

    SwitchRecord withBefore(String before) {
        return new SwitchRecord(
                run, device, cluster, kind, state, why, about, memory, before, after, differences);
    }

    SwitchRecord withAfter(String after) {
        return new SwitchRecord(
                run, device, cluster, kind, state, why, about, memory, before, after, differences);
    }

    /// Resources and how far they came.
    List<RunReport.Step> steps() {
        String word =
                switch (state) {
                    case RECORDED -> "begun";
                    case CONFIRMING, DONE -> "done";
                    case REVERTED -> "undone";
                    case BROKEN -> "stuck";
                };
        return SwitchChanges.resources(differences).stream()
                .map(r -> new RunReport.Step(r, word))
                .toList();
    }

    /// Whether everything it enters is there.
    boolean isMade(Map<String, String> running) {
        return differences.stream()
                .allMatch(d -> d.wanted().line().equals(at(running, d.wanted().slot())));
    }

    /// Whether nothing of what it enters is there.
    boolean isUnmade(Map<String, String> running) {
        return differences.stream().allMatch(d -> d.is().equals(at(running, d.wanted().slot())));
    }

    static java.util.Optional<String> at(Map<String, String> running, String slot) {
        return java.util.Optional.ofNullable(running.get(slot));
    }

    /// Slots that hold neither what was nor what is entered: somebody else was there.
    Map<String, String> foreign(Map<String, String> running) {
        Map<String, String> foreign = new LinkedHashMap<>();
        for (Difference d : differences) {
            var now = at(running, d.wanted().slot());
            if (!now.equals(d.wanted().line()) && !now.equals(d.is())) {
                foreign.put(d.wanted().slot(), now.orElse("nothing"));
            }
        }
        return foreign;
    }
}
