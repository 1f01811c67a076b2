package io.railhead.bench.saturate;

import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Flows over one rail that all run at the same time.
///
/// @param flows each from its sender to its receiver; at least two
/// @param tcp by iperf3 even where every end has RDMA
public record SaturatePlan(
        Pattern pattern, String rail, List<Pair> flows, Settings settings, boolean tcp) {

    /// Who sends to whom.
    public enum Pattern {
        /// All hosts but one to that one: its port is the bottleneck, and its queue fills.
        INCAST("incast"),
        /// Every host to every other.
        ALL_TO_ALL("all-to-all");

        private final String word;

        Pattern(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    public SaturatePlan {
        flows = List.copyOf(flows);
    }

    /// @param to receiver of an incast; the first host of the rail where it is not said
    /// @return empty where the rail has not two hosts to send, or the receiver is not on it
    public static Optional<SaturatePlan> of(
            Cluster cluster, String rail, Pattern pattern, Optional<String> to, Settings settings) {
        List<String> hosts =
                cluster.hosts().stream()
                        .filter(h -> h.rail(rail).isPresent())
                        .map(Host::name)
                        .toList();
        if (hosts.size() < 3 && pattern == Pattern.INCAST || hosts.size() < 2) {
            return Optional.empty();
        }
        String sink = to.orElse(hosts.getFirst());
        if (!hosts.contains(sink)) {
            return Optional.empty();
        }
        List<Pair> flows = new ArrayList<>();
        for (String from : hosts) {
            for (String receiver : pattern == Pattern.INCAST ? List.of(sink) : hosts) {
                if (!from.equals(receiver)) {
                    flows.add(new Pair(rail, from, receiver));
                }
            }
        }
        return Optional.of(new SaturatePlan(pattern, rail, flows, settings, false));
    }

    /// The same by TCP whatever the hosts have.
    public SaturatePlan byTcp() {
        return new SaturatePlan(pattern, rail, flows, settings, true);
    }

    /// Hosts that send or receive, in order.
    List<String> hosts() {
        return flows.stream()
                .flatMap(f -> java.util.stream.Stream.of(f.from(), f.to()))
                .distinct()
                .sorted()
                .toList();
    }

    /// `3 flows to gpu01`, `12 flows between 4 hosts`.
    String words() {
        return pattern == Pattern.INCAST
                ? flows.size() + " flows to " + flows.getFirst().to()
                : flows.size() + " flows between " + hosts().size() + " hosts";
    }

    /// What both sides of a comparison must have sent, and where.
    String ports(Cluster cluster) {
        return hosts().stream()
                .map(
                        h ->
                                h
                                        + " "
                                        + cluster.host(h)
                                                .flatMap(host -> host.rail(rail))
                                                .map(p -> p.interfaceName())
                                                .orElse("?"))
                .collect(Collectors.joining(","));
    }
}
