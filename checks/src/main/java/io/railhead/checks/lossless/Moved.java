package io.railhead.checks.lossless;

import io.railhead.model.Facts;
import io.railhead.model.counters.PortCounts.Kind;
import io.railhead.model.fact.CounterRise;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// What came to the counters of one port, of a switch or of a host, between two readings. The
/// counters of an RDMA device are a port of that name.
record Moved(String machine, String port, List<CounterRise> all) {

    /// Every port of which a counter was read twice.
    static List<Moved> of(Facts facts) {
        List<Moved> moved = new ArrayList<>();
        for (String machine : facts.machines()) {
            Map<String, List<CounterRise>> byPort = new LinkedHashMap<>();
            for (CounterRise r : facts.of(machine, CounterRise.class)) {
                byPort.computeIfAbsent(r.port(), p -> new ArrayList<>()).add(r);
            }
            byPort.forEach((port, all) -> moved.add(new Moved(machine, port, List.copyOf(all))));
        }
        return moved;
    }

    /// `gpu01 eth1`; the port alone where no machine is named.
    String name() {
        return (machine + " " + port).strip();
    }

    List<CounterRise> of(Kind kind, Predicate<CounterRise> which) {
        return all.stream().filter(r -> r.kind() == kind && which.test(r)).toList();
    }

    List<CounterRise> of(Kind kind) {
        return of(kind, r -> true);
    }

    static long sum(List<CounterRise> rises) {
        return rises.stream().mapToLong(CounterRise::rise).sum();
    }

    /// Packets of the same priority and way; of all priorities where the counter is of the port.
    long packetsBeside(CounterRise of, boolean received) {
        return sum(
                of(
                        Kind.PACKETS,
                        p ->
                                p.isReceived() == received
                                        && (of.priority().isEmpty()
                                                || p.priority().equals(of.priority()))));
    }

    /// `within 10 s`, `between the two readings`.
    String span() {
        return all.stream()
                .filter(r -> r.seconds().isPresent())
                .findFirst()
                .map(CounterRise::span)
                .orElse("between the two readings");
    }

    /// `rx_prio3_pause rose by 300 (30.0/s)`.
    static String words(CounterRise r) {
        if (r.isCleared()) return r.term() + " was cleared in between";
        return "%s rose by %,d%s"
                .formatted(
                        r.term(),
                        r.rise(),
                        r.perSecond().isPresent()
                                ? " (" + rate(r.perSecond().getAsDouble()) + ")"
                                : "");
    }

    /// `30.0/s`, `1,250/s`.
    static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
    }

    static OptionalInt share(long part, long whole) {
        return whole <= 0 ? OptionalInt.empty() : OptionalInt.of((int) (part * 100 / whole));
    }
}
