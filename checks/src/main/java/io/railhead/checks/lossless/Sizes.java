package io.railhead.checks.lossless;

import io.railhead.fabric.Headroom;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.NicDesign;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Headroom that ports need, as `railhead design lossless` derives it from the intent; a switch is
/// designed once, at the first of its ports that is asked for.
final class Sizes {
    private final Cluster cluster;
    private final Lossless wanted;
    private final Map<String, Optional<LosslessDesign>> switches = new HashMap<>();

    /// @param from what it was derived from: `100 Gb/s, 5 m, frames of 9216 B`
    record Need(Headroom headroom, Bandwidth rate, double metres, String from) {
        /// What no model of a switch does without at such a port.
        Need least() {
            return new Need(
                    Headroom.least(rate, metres),
                    rate,
                    metres,
                    String.format(
                            Locale.ROOT,
                            "%.0f Gb/s, %s, what is on the cable and what a peer may send in its"
                                    + " response time",
                            rate.asGbps(),
                            Headroom.metres(metres)));
        }

        long bytes() {
            return headroom.bytes();
        }
    }

    Sizes(Cluster cluster, Lossless wanted) {
        this.cluster = cluster;
        this.wanted = wanted;
    }

    /// Empty where the intent tells no speed of the port.
    Optional<Need> of(String machine, String port, boolean host) {
        return host ? ofHost(machine, port) : ofSwitch(machine, port);
    }

    private Optional<Need> ofHost(String machine, String port) {
        return cluster.hosts().stream()
                .filter(h -> h.name().equals(machine))
                .flatMap(
                        h ->
                                h.rails().stream()
                                        .filter(r -> r.interfaceName().equals(port))
                                        .map(r -> NicDesign.of(cluster, wanted, h, r)))
                .findFirst()
                .flatMap(
                        d ->
                                d.rate()
                                        .map(
                                                rate ->
                                                        new Need(
                                                                Headroom.general(
                                                                        rate,
                                                                        d.metres(),
                                                                        d.frame()),
                                                                rate,
                                                                d.metres(),
                                                                words(
                                                                        rate.asGbps(),
                                                                        d.metres(),
                                                                        d.frame()))));
    }

    private Optional<Need> ofSwitch(String machine, String port) {
        return switches.computeIfAbsent(
                        machine,
                        name ->
                                cluster.switches().stream()
                                        .filter(s -> s.name().equals(name))
                                        .map(s -> LosslessDesign.of(cluster, wanted, s))
                                        .findFirst())
                .flatMap(d -> d.ports().stream().filter(p -> p.port().equals(port)).findFirst())
                .map(
                        p ->
                                new Need(
                                        p.headroom(),
                                        p.rate(),
                                        p.metres(),
                                        words(p.rate().asGbps(), p.metres(), p.mtu())));
    }

    private static String words(double gbps, double metres, int frame) {
        return String.format(
                Locale.ROOT, "%.0f Gb/s, %s, frames of %d B", gbps, Headroom.metres(metres), frame);
    }
}
