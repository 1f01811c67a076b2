package io.railhead.switches.live;

import io.railhead.configure.Applied;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Sha256;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Differences of a switch as changes of a plan: one for each outermost section.
final class SwitchChanges {
    /// The kind of resource, as `--only` names it.
    static final String KIND = "switch-lossless";

    private SwitchChanges() {}

    /// `switch-lossless:interface Ethernet1/1`.
    static String resource(Difference one) {
        List<String> section = one.wanted().section();
        String outermost =
                section.isEmpty()
                        ? one.wanted().line().or(one::is).orElse(one.wanted().slot())
                        : section.getFirst();
        return KIND + ":" + outermost;
    }

    static List<String> resources(List<Difference> differences) {
        return differences.stream().map(SwitchChanges::resource).distinct().toList();
    }

    static List<PlannedChange> of(
            Dialect dialect,
            String device,
            List<Difference> differences,
            Optional<SwitchRecord> last) {
        Map<String, List<Difference>> sections = new LinkedHashMap<>();
        for (Difference one : differences) {
            sections.computeIfAbsent(resource(one), r -> new ArrayList<>()).add(one);
        }
        List<PlannedChange> changes = new ArrayList<>();
        sections.forEach(
                (resource, all) ->
                        changes.add(
                                new PlannedChange(
                                        change(dialect, device, resource, all),
                                        true,
                                        Sha256.of(text(dialect, all, false)),
                                        Sha256.of(text(dialect, all, true)),
                                        last.filter(r -> made(r, all))
                                                .map(SwitchChanges::applied))));
        return changes;
    }

    private static Change change(
            Dialect dialect, String device, String resource, List<Difference> all) {
        Set<String> why = new LinkedHashSet<>();
        all.forEach(d -> why.add(d.wanted().why()));
        String before = text(dialect, all, false);
        String after = text(dialect, all, true);
        boolean lines = before.contains("\n") || after.contains("\n");
        return new Change(
                device,
                resource,
                lines ? ended(before) : before,
                lines ? ended(after) : after,
                Risk.DISRUPTIVE,
                String.join("; ", why),
                Set.of(),
                List.of("what was there is entered again, under the switch's own rollback"));
    }

    /// Several lines are whole ones, so that a diff does not speak of how they end.
    private static String ended(String text) {
        return text.isEmpty() ? text : text + "\n";
    }

    /// What is, or what is wanted, a line a slot.
    private static String text(Dialect dialect, List<Difference> all, boolean wanted) {
        return all.stream()
                .flatMap(
                        d ->
                                (wanted ? d.wanted().line() : d.is())
                                        .map(line -> dialect.shown(d.wanted(), line)).stream())
                .collect(Collectors.joining("\n"));
    }

    private static boolean made(SwitchRecord record, List<Difference> now) {
        return record.differences().stream()
                .anyMatch(
                        d ->
                                now.stream()
                                        .anyMatch(
                                                n ->
                                                        n.wanted().slot().equals(d.wanted().slot())
                                                                && n.wanted()
                                                                        .line()
                                                                        .equals(
                                                                                d.wanted()
                                                                                        .line())));
    }

    private static Applied applied(SwitchRecord record) {
        return new Applied(
                record.run(),
                record.about().getOrDefault("at", ""),
                record.about().getOrDefault("user", "")
                        + "@"
                        + record.about().getOrDefault("controller", ""));
    }
}
