package io.railhead.configure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The order in which the changes of one host are made.
final class Order {
    private Order() {}

    /// What a change needs comes before it; beside that, guarded changes come last, so that the
    /// dead-man's switch waits for nothing else, and then each resource has its place. Needs that
    /// are not among the changes are met already; a circle of needs is broken at its first member.
    static List<Work> of(List<Work> works) {
        List<Work> left =
                new ArrayList<>(
                        works.stream()
                                .sorted(
                                        Comparator.comparing((Work w) -> w.planned().guarded())
                                                .thenComparingInt(w -> w.resource().order())
                                                .thenComparing(
                                                        w -> w.planned().change().resource()))
                                .toList());
        Set<String> waiting =
                left.stream()
                        .map(w -> w.planned().change().resource())
                        .collect(Collectors.toCollection(HashSet::new));
        List<Work> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Work next =
                    left.stream()
                            .filter(
                                    w ->
                                            w.planned().change().needs().stream()
                                                    .noneMatch(waiting::contains))
                            .findFirst()
                            .orElse(left.getFirst());
            left.remove(next);
            waiting.remove(next.planned().change().resource());
            ordered.add(next);
        }
        return ordered;
    }
}
