package io.railhead.cli.report;

import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.Severity;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.store.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How every rail port stands, from the best evidence the report has: what the machine said, what
/// a check found, whether traffic passed. Without any it is unknown, never up.
final class LinkStates {

    enum State {
        UP("up"),
        DIFFERS("differs"),
        DOWN("down"),
        UNKNOWN("unknown");

        private final String word;

        State(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        /// Suffix of style classes.
        String style() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param why for the reader: `MTU 1500, wanted 9000`
    record PortState(State state, String why) {}

    private final Map<String, PortState> states = new HashMap<>();

    private LinkStates() {}

    static LinkStates of(ReportData data, Cluster cluster) {
        LinkStates all = new LinkStates();
        List<Measurement> measured =
                data.latest().map(ReportData.Measured::measurements).orElse(List.of());
        List<Finding> found =
                data.checks().isEmpty() ? List.of() : data.checks().getLast().findings();
        Map<String, String> carried = new HashMap<>();
        for (Measurement m : measured) {
            Paths.Way way = Paths.Way.of(m);
            // `9000`, or `1500/9000` when the ends differ, sender first.
            String[] mtus = m.conditions().get("mtu").split("/", 2);
            carried.put(way.from() + "/" + way.rail(), mtus[0]);
            carried.put(way.to() + "/" + way.rail(), mtus[mtus.length - 1]);
        }
        List<Run.Failed> failures =
                data.latest().map(ReportData.Measured::failures).orElse(List.of());
        for (Host host : cluster.hosts()) {
            for (RailPort port : host.rails()) {
                PortState state = state(data.facts(), host, port, found, carried);
                long failed = failures.stream().filter(f -> names(f.subject(), host, port)).count();
                all.states.put(key(host, port), failed > 0 ? doubted(state, failed) : state);
            }
        }
        return all;
    }

    /// Traffic may have passed before the port went down, or by the tests that got through.
    private static PortState doubted(PortState state, long failed) {
        return state.state() == State.UP
                ? new PortState(
                        State.DIFFERS,
                        state.why()
                                + ", but "
                                + Words.count((int) failed, "test", "tests")
                                + " gave no value")
                : state;
    }

    PortState of(Host host, RailPort port) {
        return states.getOrDefault(key(host, port), new PortState(State.UNKNOWN, "not looked at"));
    }

    boolean any(State state) {
        return states.values().stream().anyMatch(s -> s.state() == state);
    }

    long count(State state) {
        return states.values().stream().filter(s -> s.state() == state).count();
    }

    private static String key(Host host, RailPort port) {
        return host.name() + "/" + port.rail();
    }

    private static PortState state(
            Optional<Facts> facts,
            Host host,
            RailPort port,
            List<Finding> found,
            Map<String, String> carried) {
        if (facts.isPresent()) {
            if (facts.get().unreachable().containsKey(host.name())) {
                return new PortState(State.UNKNOWN, "the host was not reached");
            }
            Optional<NetInterface> is =
                    facts.get().of(host.name(), NetInterface.class).stream()
                            .filter(i -> i.name().equals(port.interfaceName()))
                            .findFirst();
            boolean looked = !facts.get().of(host.name(), NetInterface.class).isEmpty();
            if (is.isEmpty() && looked) {
                return new PortState(State.DOWN, "no interface " + port.interfaceName());
            }
            if (is.isPresent() && (!is.get().adminUp() || !is.get().carrier())) {
                return new PortState(State.DOWN, is.get().adminUp() ? "no carrier" : "set down");
            }
            if (is.isPresent() && is.get().mtu() != port.mtu()) {
                return new PortState(
                        State.DIFFERS, "MTU " + is.get().mtu() + ", wanted " + port.mtu());
            }
        }
        Optional<Finding> about =
                found.stream()
                        .filter(f -> f.severity().atLeast(Severity.WARNING))
                        .filter(f -> names(f.subject(), host, port))
                        .findFirst();
        if (about.isPresent()) {
            return new PortState(State.DIFFERS, about.get().code());
        }
        if (facts.isPresent()
                && facts.get().of(host.name(), NetInterface.class).stream()
                        .anyMatch(i -> i.name().equals(port.interfaceName()))) {
            return new PortState(State.UP, "up, MTU " + port.mtu());
        }
        String mtu = carried.get(key(host, port));
        if (mtu == null) {
            return new PortState(State.UNKNOWN, "not looked at");
        }
        return mtu.isEmpty() || mtu.equals("?") || mtu.equals(Integer.toString(port.mtu()))
                ? new PortState(State.UP, "traffic passed")
                : new PortState(State.DIFFERS, "MTU " + mtu + ", wanted " + port.mtu());
    }

    /// Whether a subject such as `gpu01 eth1` or `gpu01 <-> gpu02 rail0` is about the port.
    private static boolean names(String subject, Host host, RailPort port) {
        List<String> words = List.of(subject.split("[\\s/:,]+", -1));
        return words.contains(host.name())
                && (words.contains(port.interfaceName()) || words.contains(port.rail()));
    }
}
