package io.railhead.bench.path;

import io.railhead.model.Bandwidth;
import io.railhead.model.Expectation;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a collective over hosts should reach: a share of what the NICs of one host carry together,
/// since a ring enters and leaves every host through all of them.
///
/// NCCL that finds no RDMA goes by TCP sockets and says so only in its log; held against the NICs
/// that the hosts have, such a run is missed and not «slow».
public final class NicSum {
    /// Eight NICs of 400 Gb/s gave 386 GB/s of bus bandwidth to 64 GPUs, 0.96 of the line rate;
    /// headers and the ends of the ring take the rest of a healthy one.
    static final double LOW = 0.85;

    /// Trees and reduction in switches save some of the way.
    static final double HIGH = 1.5;

    /// Below it a collective over hosts is still on its way up.
    static final long LARGE = 256L << 20;

    private NicSum() {}

    /// Of the host whose RDMA ports on rails carry least. Empty when one has none, or when what its
    /// driver reports is no wire's rate.
    static Optional<Bandwidth> least(Cluster cluster, Facts facts) {
        Optional<Bandwidth> least = Optional.empty();
        for (Host host : cluster.hosts()) {
            double sum = 0;
            for (RailPort wanted : host.rails()) {
                Port port = Port.of(facts, host, wanted);
                if (port.rdma().end().isPresent() && !port.virtual()) {
                    sum += port.speed().map(Bandwidth::bitsPerSecond).orElse(0.0);
                }
            }
            if (sum <= 0) {
                return Optional.empty();
            }
            if (least.isEmpty() || sum < least.get().bitsPerSecond()) {
                least = Optional.of(new Bandwidth(sum));
            }
        }
        return least;
    }

    public static Expectation of(Measurement m) {
        String stated = m.conditions().get("nics");
        String transport = m.conditions().get("transport");
        if (!stated.matches("\\d{1,9} Gb/s")) {
            return Expectation.none(
                    "no physical expectation: the hosts show no RDMA port on a rail, and the data"
                            + " went by "
                            + transport);
        }
        // Whoever asks for sockets gets what TCP gives.
        if (!m.conditions().get("asked-transport").equals("auto")) {
            return Expectation.none("no physical expectation: RDMA was forbidden by the test");
        }
        String size = m.conditions().get("message");
        if (!size.matches("\\d{1,15}") || Long.parseLong(size) < LARGE) {
            return Expectation.none("no physical expectation: messages below 256 MiB");
        }
        if (!List.of("all_reduce", "all_gather", "reduce_scatter")
                .contains(m.conditions().get("collective"))) {
            return Expectation.none(
                    "no physical expectation: only all-reduce, all-gather and reduce-scatter have"
                            + " known figures");
        }
        double sum = Double.parseDouble(stated.replace(" Gb/s", "")) * 1e9;
        String fallen =
                transport.contains("NET/Socket")
                        ? "; NCCL went by TCP sockets although every host has RDMA: diagnose its log"
                        : "";
        return new Expectation(
                LOW * sum,
                sum,
                HIGH * sum,
                String.format(
                        Locale.ROOT,
                        "NICs of one host: %s = %.0f GB/s; %.2f of that is the least for large"
                                + " messages over hosts%s",
                        stated,
                        sum / 8e9,
                        LOW,
                        fallen));
    }
}
