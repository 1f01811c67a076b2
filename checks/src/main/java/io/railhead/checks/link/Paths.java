package io.railhead.checks.link;

import io.railhead.checks.Survey;
import io.railhead.model.fact.PingResult;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What pings between rail addresses say of each way from host to host: a small one, and one as
/// large as the rail's MTU that may not be fragmented.
final class Paths {
    /// Payloads up to here tell of reachability only.
    private static final int SMALL = 1000;

    /// A host that is on this many ways, all of which fail, is named alone.
    private static final int ALL_OF = 3;

    private Paths() {}

    /// How one way from a host to a peer fares.
    enum State {
        /// The large ping was answered.
        FITS,
        /// Small pings are answered; a large one was not tried.
        REACHED,
        /// Not even a small ping is answered.
        UNREACHABLE,
        /// Small pings are answered (or were not tried), the large one is lost without a word.
        SILENT,
        /// The large ping was refused, with the MTU that would pass.
        REFUSED
    }

    /// One way.
    record Path(
            String from,
            String to,
            RailPort target,
            Optional<PingResult> small,
            Optional<PingResult> large) {

        String rail() {
            return target.rail();
        }

        State state() {
            if (large.isPresent()) {
                PingResult ping = large.get();
                if (ping.received() > 0) {
                    return State.FITS;
                }
                if (ping.reportedMtu().isPresent()) {
                    return State.REFUSED;
                }
                boolean saysUnreachable =
                        ping.error()
                                .filter(e -> e.toLowerCase(Locale.ROOT).contains("unreachable"))
                                .isPresent();
                boolean smallLost = small.isPresent() && small.get().received() == 0;
                return smallLost || saysUnreachable ? State.UNREACHABLE : State.SILENT;
            }
            return small.filter(s -> s.received() > 0).isPresent()
                    ? State.REACHED
                    : State.UNREACHABLE;
        }

        /// The ping that shows the state.
        PingResult proof() {
            return switch (state()) {
                case FITS, SILENT, REFUSED -> large.orElseThrow();
                case REACHED -> small.orElseThrow();
                case UNREACHABLE -> small.or(() -> large).orElseThrow();
            };
        }
    }

    /// Ways that fail alike, said in one finding.
    ///
    /// @param words how many of them, and in which direction
    record Failing(String subject, String words, List<Path> paths) {}

    /// Every way that was pinged. Hosts that pinged nobody are reported as not checked.
    static List<Path> of(Survey survey) {
        Map<String, Map.Entry<Host, RailPort>> byAddress = new HashMap<>();
        for (Host host : survey.wanted().map(Cluster::hosts).orElse(List.of())) {
            host.rails().forEach(p -> byAddress.put(canonical(p.address()), Map.entry(host, p)));
        }
        boolean alone = survey.wanted().filter(c -> c.hosts().size() < 2).isPresent();
        List<Path> paths = new ArrayList<>();
        for (Host host : survey.hosts(PingResult.class, h -> !alone && !h.rails().isEmpty())) {
            Map<String, PingResult> small = new LinkedHashMap<>();
            Map<String, PingResult> large = new LinkedHashMap<>();
            for (PingResult ping : survey.facts().of(host.name(), PingResult.class)) {
                boolean big = ping.dontFragment() && ping.payload().orElse(0) > SMALL;
                (big ? large : small).putIfAbsent(ping.target(), ping);
            }
            Set<String> targets = new LinkedHashSet<>(small.keySet());
            targets.addAll(large.keySet());
            for (String target : targets) {
                Map.Entry<Host, RailPort> peer = byAddress.get(canonical(target));
                if (peer != null && !peer.getKey().name().equals(host.name())) {
                    paths.add(
                            new Path(
                                    host.name(),
                                    peer.getKey().name(),
                                    peer.getValue(),
                                    Optional.ofNullable(small.get(target)),
                                    Optional.ofNullable(large.get(target))));
                }
            }
        }
        return paths;
    }

    /// One text for each way to write an IPv6 address.
    private static String canonical(String address) {
        return Subnet.bytes(address).map(Arrays::toString).orElse(address);
    }

    /// Says of each rail of a host on which no large ping was tried that the path MTU is unknown.
    static void untried(Survey survey, List<Path> paths) {
        Set<String> said = new LinkedHashSet<>();
        for (Path p : paths) {
            if (p.state() == State.REACHED && said.add(p.from() + " " + p.rail())) {
                survey.notChecked(p.from() + " " + p.rail(), "no ping of the rail's MTU was tried");
            }
        }
    }

    /// The ways in a state, gathered: all ways of one host where they all fail, otherwise pair by
    /// pair with both directions together.
    static List<Failing> failing(List<Path> paths, State state) {
        Map<String, List<Path>> tried = new TreeMap<>();
        Map<String, List<Path>> bad = new TreeMap<>();
        for (Path p : paths) {
            for (String end : List.of(p.from(), p.to())) {
                String key = end + " " + p.rail();
                tried.computeIfAbsent(key, k -> new ArrayList<>()).add(p);
                if (p.state() == state) {
                    bad.computeIfAbsent(key, k -> new ArrayList<>()).add(p);
                }
            }
        }
        List<Failing> groups = new ArrayList<>();
        Set<Path> told = new LinkedHashSet<>();
        bad.forEach(
                (key, ways) -> {
                    String host = key.substring(0, key.indexOf(' '));
                    oneWay(key, host, ways, tried.getOrDefault(key, List.of()), told)
                            .ifPresent(
                                    f -> {
                                        groups.add(f);
                                        told.addAll(f.paths());
                                    });
                });
        for (Path p : paths) {
            if (p.state() == state && !told.contains(p)) {
                Optional<Path> back =
                        paths.stream()
                                .filter(b -> b.from().equals(p.to()) && b.to().equals(p.from()))
                                .filter(b -> b.rail().equals(p.rail()))
                                .findFirst();
                groups.add(pair(p, back, state));
                told.add(p);
                back.filter(b -> b.state() == state).ifPresent(told::add);
            }
        }
        return groups;
    }

    /// All ways to, or from, or to and from one host fail.
    private static Optional<Failing> oneWay(
            String key, String host, List<Path> bad, List<Path> tried, Set<Path> told) {
        List<Path> to = bad.stream().filter(p -> p.to().equals(host)).toList();
        List<Path> from = bad.stream().filter(p -> p.from().equals(host)).toList();
        long triedTo = tried.stream().filter(p -> p.to().equals(host)).count();
        long triedFrom = tried.size() - triedTo;
        boolean allTo = to.size() >= ALL_OF && to.size() == triedTo;
        boolean allFrom = from.size() >= ALL_OF && from.size() == triedFrom;
        List<Path> all = new ArrayList<>();
        if (allTo) {
            all.addAll(to);
        }
        if (allFrom) {
            all.addAll(from);
        }
        if (all.isEmpty() || told.containsAll(all)) {
            return Optional.empty();
        }
        String words =
                allTo && allFrom
                        ? "to and from all " + to.size() + " peers tried"
                        : allTo
                                ? "from all " + to.size() + " peers tried"
                                : "to all " + from.size() + " peers tried";
        return Optional.of(new Failing(key, words, all));
    }

    private static Failing pair(Path p, Optional<Path> back, State state) {
        if (back.filter(b -> b.state() == state).isPresent()) {
            return new Failing(
                    p.from() + " <-> " + p.to() + " " + p.rail(),
                    "in both directions",
                    List.of(p, back.get()));
        }
        String other =
                back.isEmpty()
                        ? "the other direction was not tried"
                        : switch (back.get().state()) {
                            case FITS -> "the other direction is well";
                            case REACHED -> "the other direction answers small packets";
                            case UNREACHABLE -> "the other direction does not answer at all";
                            case SILENT -> "the other direction loses them silently";
                            case REFUSED -> "the other direction refuses them with an MTU";
                        };
        return new Failing(
                p.from() + " -> " + p.to() + " " + p.rail(),
                "in this direction; " + other,
                List.of(p));
    }

    /// Bytes of the IP packet of a ping: payload, 8 of ICMP, and the IP header.
    static int packet(Path p) {
        int header = p.target().address().contains(":") ? 40 : 20;
        return p.proof().payload().orElse(0) + 8 + header;
    }
}
