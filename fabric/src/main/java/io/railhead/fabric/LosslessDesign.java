package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import io.railhead.model.Latency;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;
import io.railhead.model.intent.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What one switch should have for the lossless class: sizes for each port, and whether they fit
/// into its buffer.
///
/// @param device the switch
/// @param wanted the class
/// @param sharePercent of a port's bandwidth that the class may count on
/// @param incast senders that may converge on one port
/// @param buffer of the switch, where its model is known
/// @param xoffBytes what one sender of such an incast may hold before it is paused; 0 when the
///     buffer is not known
/// @param ports every port whose rate is known, in the order of the intent
/// @param arithmetic of what is common to all ports
/// @param assumptions what was taken for granted, and which key of the intent says otherwise
/// @param conflicts what does not fit together, in words; empty when all is well
public record LosslessDesign(
        String device,
        Lossless wanted,
        int sharePercent,
        int incast,
        Optional<SwitchBuffer> buffer,
        long xoffBytes,
        List<PortDesign> ports,
        List<String> arithmetic,
        List<String> assumptions,
        List<String> conflicts) {

    /// Of a port's bandwidth, where the intent says nothing: as `nv set qos roce` has it.
    public static final int SHARE_PERCENT = 50;

    static final double ROUND_TRIP_NANOS = 8_000;
    static final double CABLE_METRES = 5;

    public LosslessDesign {
        ports = List.copyOf(ports);
        arithmetic = List.copyOf(arithmetic);
        assumptions = List.copyOf(assumptions);
        conflicts = List.copyOf(conflicts);
    }

    /// ToS byte of the data, ECT(0) set: DSCP x 4 + 2 (RFC 2474, RFC 3168).
    public int dataTos() {
        return wanted.dscp() * 4 + 2;
    }

    /// Sizes the class on one switch.
    public static LosslessDesign of(Cluster cluster, Lossless wanted, Switch device) {
        return new Sizing(cluster, wanted, device).design();
    }

    /// The work of [#of].
    private static final class Sizing {
        private final Lossless wanted;
        private final Switch device;
        private final List<SizedPort> ports;
        private final int senders;
        private final List<String> arithmetic = new ArrayList<>();
        private final List<String> assumptions = new ArrayList<>();
        private final List<String> conflicts = new ArrayList<>();

        Sizing(Cluster cluster, Lossless wanted, Switch device) {
            this.wanted = wanted;
            this.device = device;
            this.ports = SizedPort.of(cluster, device);
            this.senders = SizedPort.mostSenders(cluster, device);
        }

        LosslessDesign design() {
            Lossless.Sizing given = wanted.sizing();
            int share = given.sharePercent().orElse(SHARE_PERCENT);
            int incast = given.incast().orElse(Math.max(1, senders));
            if (given.sharePercent().isEmpty()) {
                assume("the class may count on " + share + "% of a port", "share");
            }
            if (given.incast().isEmpty()) {
                assume(
                        incast == 1
                                ? "no more than one sender sends to a port at a time"
                                : "up to " + incast + " senders converge",
                        "incast");
            }
            double roundTrip = given.roundTrip().map(Latency::nanoseconds).orElse(ROUND_TRIP_NANOS);
            if (given.roundTrip().isEmpty() && wanted.ecn() instanceof Ecn.Derive) {
                assume(
                        format("a round trip without load takes %.1f us", roundTrip / 1e3),
                        "round-trip");
            }
            if (wanted.ecn() instanceof Ecn.Derive) {
                assume(
                        "just below kmax "
                                + EcnThresholds.PMAX_PERCENT
                                + "% of packets are marked, which is a choice and not derived",
                        "ecn.pmax");
            }
            Optional<SwitchBuffer> buffer = device.model().flatMap(SwitchBuffer::of);
            if (buffer.isEmpty()) {
                assumptions.add(
                        device.model()
                                        .map(m -> "the buffer of a " + m + " is not known here")
                                        .orElse("the model is not given")
                                + ": headroom counts bytes, not cells, and is not held against"
                                + " the buffer (switches."
                                + device.name()
                                + ".model)");
            }
            if (wanted.priority() == 0) {
                conflicts.add(
                        "lossless.priority 0 is that of every packet without a mark: all traffic"
                                + " would be lossless, and NX-OS has no class for it; take 3");
            }
            if (wanted.cnpPriority().isPresent() && wanted.cnpDscp().isEmpty()) {
                conflicts.add(
                        "lossless.cnp-priority has no cnp-dscp beside it: nothing tells the switch"
                                + " which packets are notifications; add cnp-dscp: 48");
            }
            if (ports.isEmpty()) {
                conflicts.add(
                        "the intent knows no port of it: name them in switches."
                                + device.name()
                                + ".ports, links, or a host's switch-port");
            }
            buffer.ifPresent(this::tooFast);
            List<PortDesign> sized = new ArrayList<>();
            List<Bare> bare = new ArrayList<>();
            for (SizedPort port : ports) {
                bare(port, buffer).ifPresent(bare::add);
            }
            long xoff = buffer.map(b -> fit(b, bare, incast)).orElse(0L);
            for (Bare one : bare) {
                sized.add(
                        new PortDesign(
                                one.port.name(),
                                one.port.peer(),
                                one.rate,
                                one.metres,
                                one.mtu,
                                one.headroom,
                                2L * one.mtu,
                                ecn(one, roundTrip, incast, xoff)));
            }
            return new LosslessDesign(
                    device.name(),
                    wanted,
                    share,
                    incast,
                    buffer,
                    xoff,
                    sized,
                    arithmetic,
                    assumptions,
                    conflicts.stream().distinct().toList());
        }

        /// Ports of a speed that the model has not, a sentence for each speed.
        private void tooFast(SwitchBuffer buffer) {
            Map<Bandwidth, List<String>> faster = new TreeMap<>();
            for (SizedPort port : ports) {
                port.speed()
                        .filter(s -> s.compareTo(buffer.fastest()) > 0)
                        .ifPresent(
                                s ->
                                        faster.computeIfAbsent(s, n -> new ArrayList<>())
                                                .add(port.name()));
            }
            faster.forEach(
                    (speed, names) ->
                            conflicts.add(
                                    format(
                                            "%s%s: a %s has no port of %.0f Gb/s, its fastest is of"
                                                    + " %.0f Gb/s (speed of the port, link or rail,"
                                                    + " or switches.%s.model)",
                                            names.getFirst(),
                                            names.size() == 1
                                                    ? ""
                                                    : " and " + (names.size() - 1) + " more",
                                            device.model().orElse(buffer.model()),
                                            speed.asGbps(),
                                            buffer.fastest().asGbps(),
                                            device.name())));
        }

        private Optional<Bare> bare(SizedPort port, Optional<SwitchBuffer> buffer) {
            if (port.speed().isEmpty()) {
                assumptions.add(
                        port.name()
                                + ": its speed is not given, so it is not sized (switches."
                                + device.name()
                                + ".ports, or speed of the link or rail)");
                return Optional.empty();
            }
            Bandwidth rate = port.speed().get();
            double metres =
                    port.metres()
                            .orElseGet(() -> wanted.sizing().cableMetres().orElse(CABLE_METRES));
            if (port.metres().isEmpty() && wanted.sizing().cableMetres().isEmpty()) {
                assumeOnce(
                        format("cables that no link names are %.0f m long", CABLE_METRES), "cable");
            }
            int mtu = port.mtu();
            Headroom headroom =
                    buffer.map(b -> b.headroom(rate, metres, mtu))
                            .orElseGet(() -> Headroom.general(rate, metres, mtu));
            return Optional.of(new Bare(port, rate, metres, mtu, headroom));
        }

        /// What one of several paused senders may hold: with a dynamic threshold of alpha times the
        /// free buffer, n of them hold T = alpha x pool / (1 + alpha x n) each (Choudhury and
        /// Hahne, IEEE/ACM ToN 6(2), 1998). Alpha is 1, the middle of what switches ship with.
        private long fit(SwitchBuffer buffer, List<Bare> bare, int incast) {
            long reserved = bare.stream().mapToLong(b -> b.headroom.bytes()).sum();
            long pool = buffer.bytes() - reserved;
            arithmetic.add(
                    format(
                            "buffer %,d B (%s) - headroom of %d ports %,d B = %,d B shared",
                            buffer.bytes(), buffer.asic(), bare.size(), reserved, pool));
            if (pool <= 0) {
                conflicts.add(
                        format(
                                "the headroom of %d ports, %,d B, does not fit into the buffer of"
                                        + " a %s, %,d B: fewer lossless ports, a smaller MTU or"
                                        + " shorter cables",
                                bare.size(), reserved, buffer.model(), buffer.bytes()));
                return 0;
            }
            long xoff = pool / (1 + incast);
            arithmetic.add(
                    format(
                            "one of %d senders is paused at pool / (1 + %d) = %,d B (alpha 1)",
                            incast, incast, xoff));
            return xoff;
        }

        private Optional<EcnThresholds> ecn(Bare port, double roundTrip, int incast, long xoff) {
            return switch (wanted.ecn()) {
                case Ecn.Off() -> Optional.empty();
                case Ecn.Derive() -> {
                    EcnThresholds derived =
                            EcnThresholds.derive(port.rate, roundTrip, incast, xoff);
                    conflicts.addAll(derived.conflicts());
                    yield Optional.of(derived);
                }
                case Ecn.Fixed(long kmin, long kmax, int pmax) -> {
                    EcnThresholds given = EcnThresholds.given(kmin, kmax, pmax, incast, xoff);
                    conflicts.addAll(given.conflicts());
                    yield Optional.of(given);
                }
            };
        }

        private void assume(String what, String key) {
            assumptions.add(what + " (lossless." + key + ")");
        }

        private void assumeOnce(String what, String key) {
            if (!assumptions.contains(what + " (lossless." + key + ")")) {
                assume(what, key);
            }
        }

        private static String format(String pattern, Object... arguments) {
            return String.format(Locale.ROOT, pattern, arguments);
        }

        private record Bare(
                SizedPort port, Bandwidth rate, double metres, int mtu, Headroom headroom) {}
    }
}
