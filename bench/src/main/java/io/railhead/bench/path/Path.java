package io.railhead.bench.path;

import io.railhead.bench.Ends;
import io.railhead.bench.Pair;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.Wiring;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A pair with both its ports as they are, and what lies between them as the intent says.
///
/// @param hops switches passed; empty when the intent does not say where the cables go
/// @param cable kind and length of the cables on the way; empty when not stated
/// @param nics what the RDMA ports of a host carry together, for a job over hosts; empty otherwise,
///     and where a host shows none
public record Path(
        Pair pair,
        Port from,
        Port to,
        OptionalInt hops,
        String cable,
        boolean lab,
        Optional<Bandwidth> nics) {

    /// Between two ports.
    public Path(Pair pair, Port from, Port to, OptionalInt hops, String cable, boolean lab) {
        this(pair, from, to, hops, cable, lab, Optional.empty());
    }

    /// Empty when one of the hosts has no port on the rail.
    public static Optional<Path> of(Cluster cluster, Facts facts, Pair pair) {
        if (pair.isAlone()) {
            return cluster.host(pair.from()).map(h -> alone(cluster, facts, h, pair));
        }
        Optional<Host> from = cluster.host(pair.from());
        Optional<Host> to = cluster.host(pair.to());
        Optional<RailPort> a = from.flatMap(h -> h.rail(pair.rail()));
        Optional<RailPort> b = to.flatMap(h -> h.rail(pair.rail()));
        if (from.isEmpty() || to.isEmpty() || a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        Way way = Way.between(cluster, from.get(), a.get(), to.get(), b.get());
        return Optional.of(
                new Path(
                        pair,
                        Port.of(facts, from.get(), a.get()),
                        Port.of(facts, to.get(), b.get()),
                        way.hops(),
                        way.cable(),
                        cluster.lab()));
    }

    /// A host by itself: no port of a rail is part of what is measured.
    private static Path alone(Cluster cluster, Facts facts, Host host, Pair pair) {
        RailPort none =
                new RailPort(
                        "",
                        "lo",
                        "127.0.0.1",
                        new Subnet("127.0.0.0", 8),
                        65_536,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty());
        Port port = Port.of(facts, host, none);
        Optional<Bandwidth> nics = pair.isJob() ? NicSum.least(cluster, facts) : Optional.empty();
        return new Path(pair, port, port, OptionalInt.of(0), "", cluster.lab(), nics);
    }

    public Ends ends() {
        return new Ends(
                from.wanted().address(),
                to.wanted().address(),
                from.wanted().interfaceName(),
                to.wanted().interfaceName(),
                "$port",
                from.rdma().end(),
                to.rdma().end(),
                Stream.of(from, to)
                        .filter(p -> p.rdma().end().isEmpty())
                        .map(p -> p.label() + ": " + p.rdma().why())
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    /// The same with a GID index that somebody asked for.
    public Path withGidIndex(int index) {
        return new Path(pair, from.withGidIndex(index), to.withGidIndex(index), hops, cable, lab);
    }

    /// The smaller of the two MTUs: what TCP agrees on. Empty when one is unknown.
    public OptionalInt mtu() {
        return from.mtu().isPresent() && to.mtu().isPresent()
                ? OptionalInt.of(Math.min(from.mtu().getAsInt(), to.mtu().getAsInt()))
                : OptionalInt.empty();
    }

    /// What must be equal for two values to be comparable, and where they were taken. A condition
    /// that is not known is left out and so counts as «not stated».
    public Conditions conditions() {
        Conditions c = Conditions.of("from", pair.from(), "to", pair.to(), "rail", pair.rail());
        if (pair.isAlone()) {
            c = both(c, "kernel", from.kernel(), to.kernel());
            c = both(c, "governor", from.governors(), to.governors());
            if (nics.isPresent()) {
                c = c.with("nics", String.format(Locale.ROOT, "%.0f Gb/s", nics.get().asGbps()));
            }
            return lab ? c.with("lab", "true") : c;
        }
        c = both(c, "mtu", number(from.mtu()), number(to.mtu()));
        c = both(c, "line", line(from), line(to));
        c = both(c, "driver", from.driver(), to.driver());
        c = both(c, "kernel", from.kernel(), to.kernel());
        c = both(c, "governor", from.governors(), to.governors());
        if (hops.isPresent()) {
            c = c.with("hops", Integer.toString(hops.getAsInt()));
        }
        if (!cable.isEmpty()) {
            c = c.with("cable", cable);
        }
        if (lab) {
            c = c.with("lab", "true");
        }
        if (from.recorded() || to.recorded()) {
            c = c.with("recorded", "line");
        }
        return c;
    }

    private static String number(OptionalInt n) {
        return n.isPresent() ? Integer.toString(n.getAsInt()) : "";
    }

    private static String line(Port port) {
        return port.virtual()
                ? "virtual"
                : port.speed()
                        .map(s -> String.format(Locale.ROOT, "%.0f Gb/s", s.asGbps()))
                        .orElse("");
    }

    private static Conditions both(Conditions c, String key, String a, String b) {
        if (a.isEmpty() && b.isEmpty()) {
            return c;
        }
        String known = a.equals(b) ? a : (a.isEmpty() ? "?" : a) + "/" + (b.isEmpty() ? "?" : b);
        return c.with(key, known);
    }

    /// Switches and cables between two ports, from the links and switch ports of the intent.
    private record Way(OptionalInt hops, String cable) {

        static Way between(Cluster cluster, Host from, RailPort a, Host to, RailPort b) {
            Wiring wiring = new Wiring(cluster);
            Link.End one = Wiring.end(from, a);
            Link.End other = Wiring.end(to, b);
            Optional<Link> direct = wiring.linkAt(one);
            if (direct.isPresent() && wiring.linkAt(other).equals(direct)) {
                return new Way(OptionalInt.of(0), describe(direct.get().cable().stream().toList()));
            }
            Optional<String> near = wiring.switchAt(from, a);
            Optional<String> far = wiring.switchAt(to, b);
            OptionalInt hops =
                    near.isPresent() && far.isPresent()
                            ? wiring.switchesBetween(near.get(), far.get())
                            : OptionalInt.empty();
            if (hops.isEmpty()) {
                return new Way(hops, "");
            }
            List<Cable> cables = new ArrayList<>();
            wiring.cableAt(one).ifPresent(cables::add);
            wiring.cableAt(other).ifPresent(cables::add);
            return new Way(hops, describe(cables));
        }

        private static String describe(List<Cable> cables) {
            return String.join(
                    " + ",
                    cables.stream()
                            .map(
                                    c ->
                                            c.kind().word().toUpperCase(Locale.ROOT)
                                                    + " "
                                                    + (c.metres() == Math.rint(c.metres())
                                                            ? Long.toString((long) c.metres())
                                                            : Double.toString(c.metres()))
                                                    + " m")
                            .toList());
        }
    }
}
