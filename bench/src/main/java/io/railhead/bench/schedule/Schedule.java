package io.railhead.bench.schedule;

import io.railhead.bench.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which pairs are measured at the same time: rounds in which no host works twice, so that a value
/// belongs to its pair and to nothing else.
public final class Schedule {
    private Schedule() {}

    /// Every ordered pair of the hosts exactly once: each turn of [#everyPairOnce] in both
    /// directions. The number of rounds is the least possible: 2(n-1) for an even number of hosts,
    /// 2n for an odd one. No rounds for fewer than two hosts.
    public static List<List<Pair>> everyPair(String rail, List<String> hosts) {
        List<List<Pair>> rounds = new ArrayList<>();
        for (List<Pair> there : everyPairOnce(rail, hosts)) {
            rounds.add(there);
            rounds.add(there.stream().map(Pair::reversed).toList());
        }
        return List.copyOf(rounds);
    }

    /// Every two hosts exactly once, for tests that use both directions at the same time, by the
    /// circle method: one host stays, the others move one place a turn. The number of rounds is the
    /// least possible: n-1 for an even number of hosts, n for an odd one (n(n-1)/2 pairs, at most
    /// n/2 of them, rounded down, in a round).
    public static List<List<Pair>> everyPairOnce(String rail, List<String> hosts) {
        int n = hosts.size();
        int places = n + (n & 1);
        List<List<Pair>> rounds = new ArrayList<>();
        for (int turn = 0; turn < places - 1 && n > 1; turn++) {
            List<Pair> there = new ArrayList<>();
            for (int k = 0; k < places / 2; k++) {
                int a = k == 0 ? places - 1 : (turn + k) % (places - 1);
                int b = Math.floorMod(turn - k, places - 1);
                // With an odd number the last place is empty: whoever meets it rests this turn.
                if (a < n && b < n) {
                    there.add(new Pair(rail, hosts.get(a), hosts.get(b)));
                }
            }
            rounds.add(List.copyOf(there));
        }
        return List.copyOf(rounds);
    }

    /// Every host once as sender and once as receiver, with two different partners where there are
    /// more than two hosts, in the fewest rounds: two for an even number of hosts, three for an odd
    /// one. The pairs form a ring in the order of the hosts.
    public static List<List<Pair>> ring(String rail, List<String> hosts) {
        int n = hosts.size();
        if (n < 2) {
            return List.of();
        }
        List<List<Pair>> rounds = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < n; i++) {
            int round = i == n - 1 && (n & 1) == 1 ? 2 : i & 1;
            rounds.get(round).add(new Pair(rail, hosts.get(i), hosts.get((i + 1) % n)));
        }
        return rounds.stream().filter(r -> !r.isEmpty()).map(List::copyOf).toList();
    }

    /// The same pairs in rounds of at most `width`, for machines that share something the pairs
    /// would compete for, such as the hosts of a lab on one computer.
    public static List<List<Pair>> narrowed(List<List<Pair>> rounds, int width) {
        int most = Math.max(1, width);
        List<List<Pair>> narrow = new ArrayList<>();
        for (List<Pair> round : rounds) {
            for (int at = 0; at < round.size(); at += most) {
                narrow.add(List.copyOf(round.subList(at, Math.min(round.size(), at + most))));
            }
        }
        return List.copyOf(narrow);
    }

    /// Each host of the first half to its partner in the second, all at once; then back. With
    /// an odd number the last rests. No rounds for fewer than two hosts.
    public static List<List<Pair>> bisection(String rail, List<String> hosts) {
        int half = hosts.size() / 2;
        if (half == 0) {
            return List.of();
        }
        List<Pair> there = new ArrayList<>();
        for (int i = 0; i < half; i++) {
            there.add(new Pair(rail, hosts.get(i), hosts.get(half + i)));
        }
        return List.of(List.copyOf(there), there.stream().map(Pair::reversed).toList());
    }

    /// The same pairs in rounds in which no uplink carries more than it can: as they are where they
    /// fit; else the rounds are cut, or all is dealt anew with the pairs that cross leaves first,
    /// whichever gives fewer rounds.
    public static List<List<Pair>> within(Uplinks uplinks, List<List<Pair>> rounds) {
        List<List<Pair>> cut = new ArrayList<>();
        for (List<Pair> round : rounds) {
            cut.addAll(dealt(uplinks, round));
        }
        if (cut.size() == rounds.size()) {
            return rounds;
        }
        List<Pair> all =
                rounds.stream()
                        .flatMap(List::stream)
                        .sorted(Comparator.comparing(p -> uplinks.crosses(p) ? 0 : 1))
                        .toList();
        List<List<Pair>> anew = dealt(uplinks, all);
        return anew.size() < cut.size() ? anew : List.copyOf(cut);
    }

    /// The pairs in rounds, each filled with what is left as far as hosts and uplinks are free.
    private static List<List<Pair>> dealt(Uplinks uplinks, List<Pair> pairs) {
        List<List<Pair>> rounds = new ArrayList<>();
        List<Pair> left = pairs;
        while (!left.isEmpty()) {
            Uplinks.Load load = uplinks.new Load();
            Set<String> working = new HashSet<>();
            List<Pair> round = new ArrayList<>();
            List<Pair> rest = new ArrayList<>();
            for (Pair pair : left) {
                boolean free = !working.contains(pair.from()) && !working.contains(pair.to());
                if (free && load.add(List.of(pair))) {
                    working.add(pair.from());
                    working.add(pair.to());
                    round.add(pair);
                } else {
                    rest.add(pair);
                }
            }
            rounds.add(List.copyOf(round));
            left = rest;
        }
        return rounds;
    }
}
