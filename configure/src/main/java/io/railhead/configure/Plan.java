package io.railhead.configure;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// What would be changed, on which machines, and why: a file that a person can read, keep and apply
/// later ([PlanFile]). It holds no secret and no script: what to do is worked out again from the
/// intent when it is applied, and must be what was planned.
///
/// @param version of Railhead that made it
/// @param cluster name of the cluster
/// @param intent path of the intent file as it was given
/// @param intentSha256 of that file's bytes
/// @param hosts that were asked and answered, in the intent's order; also those without a change
/// @param changes host by host, in the order they are made
/// @param obstacles what is wanted and cannot be had
/// @param unreachable hosts that gave no answer, with the reason
/// @param interrupted runs that have not come to an end, by host; what was cut short is taken back
///     first by the next apply
/// @param unfinished the same and how each stands, and what is only about to begin
public record Plan(
        String version,
        Instant made,
        String cluster,
        String intent,
        String intentSha256,
        List<String> hosts,
        List<PlannedChange> changes,
        List<Obstacle> obstacles,
        SequencedMap<String, String> unreachable,
        SequencedMap<String, String> interrupted,
        List<Unfinished> unfinished) {

    public Plan(
            String version,
            Instant made,
            String cluster,
            String intent,
            String intentSha256,
            List<String> hosts,
            List<PlannedChange> changes,
            List<Obstacle> obstacles,
            SequencedMap<String, String> unreachable,
            SequencedMap<String, String> interrupted) {
        this(
                version,
                made,
                cluster,
                intent,
                intentSha256,
                hosts,
                changes,
                obstacles,
                unreachable,
                interrupted,
                interrupted.entrySet().stream()
                        .map(e -> Unfinished.cutShort(e.getKey(), e.getValue()))
                        .toList());
    }

    public Plan {
        hosts = List.copyOf(hosts);
        changes = List.copyOf(changes);
        obstacles = List.copyOf(obstacles);
        unreachable = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(unreachable));
        unfinished = List.copyOf(unfinished);
        interrupted = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(interrupted));
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    public List<PlannedChange> of(String device) {
        return changes.stream().filter(c -> c.change().device().equals(device)).toList();
    }

    /// Hosts with at least one change, in order.
    public List<String> changed() {
        return changes.stream().map(c -> c.change().device()).distinct().toList();
    }

    /// The same plan with only the obstacles that `keep` accepts.
    public Plan withObstacles(Predicate<Obstacle> keep) {
        return new Plan(
                version,
                made,
                cluster,
                intent,
                intentSha256,
                hosts,
                changes,
                obstacles.stream().filter(keep).toList(),
                unreachable,
                interrupted,
                unfinished);
    }

    /// The same plan with other changes, such as fewer of them.
    public Plan with(List<PlannedChange> kept) {
        return new Plan(
                version,
                made,
                cluster,
                intent,
                intentSha256,
                hosts,
                kept,
                obstacles,
                unreachable,
                interrupted,
                unfinished);
    }

    /// The same plan for others to read: what is not as wanted and what is in the way, without any
    /// content of files. It is of no use to `apply`.
    ///
    /// @param mask takes secrets out of a sentence
    public Plan outline(UnaryOperator<String> mask) {
        return new Plan(
                version,
                made,
                cluster,
                intent,
                intentSha256,
                hosts,
                changes.stream().map(PlannedChange::outline).toList(),
                obstacles.stream()
                        .map(
                                o ->
                                        new Obstacle(
                                                o.device(),
                                                o.resource(),
                                                mask.apply(o.why()),
                                                mask.apply(o.remedy())))
                        .toList(),
                unreachable,
                map(Map.of()),
                List.of());
    }

    /// Where the plan comes from.
    public record Origin(String version, Instant made, String intent, String intentSha256) {}

    static SequencedMap<String, String> map(Map<String, String> entries) {
        return new LinkedHashMap<>(entries);
    }
}
