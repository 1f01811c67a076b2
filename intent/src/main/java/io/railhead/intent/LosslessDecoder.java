package io.railhead.intent;

import io.railhead.model.Latency;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;
import io.railhead.model.intent.Lossless.Nic;
import io.railhead.model.intent.Lossless.Sizing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/// `lossless`.
final class LosslessDecoder {
    /// Bounds of a round trip in ns: two ends beside each other take several hundred; the longest
    /// link there is 1.2 ms ([RailDecoder#MOST_METRES] at 5 ns a metre, twice), and a path has few.
    private static final double LEAST_ROUND_TRIP = 100;

    private static final double MOST_ROUND_TRIP = 10e6;

    private LosslessDecoder() {}

    static Optional<Lossless> lossless(Decoding in, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, "lossless: {priority: 3, dscp: 26}"));
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Field> priorityField = section.require("priority", "3");
        OptionalInt priority = integer(in, priorityField, 7);
        OptionalInt dscp = integer(in, section.require("dscp", "26"), 63);
        Optional<Field> cnpField = section.get("cnp-dscp");
        OptionalInt cnpDscp = integer(in, cnpField, 63);
        Optional<Field> cnpPriorityField = section.get("cnp-priority");
        OptionalInt cnpPriority = integer(in, cnpPriorityField, 7);
        Ecn ecn = section.get("ecn").flatMap(f -> ecn(in, f)).orElse(new Ecn.Derive());
        Sizing sizing = sizing(in, section);
        Nic nic = section.get("nic").map(f -> NicDecoder.nic(in, f)).orElse(Nic.DEFAULT);
        section.close();
        if (priority.isEmpty() || dscp.isEmpty()) {
            return Optional.empty();
        }
        if (cnpPriority.equals(priority)) {
            in.problems.warning(
                    cnpPriorityField.orElseThrow().at(),
                    "congestion notifications would wait in the lossless queue they are to relieve",
                    "give them a priority of their own, 6 for example");
        }
        if (cnpDscp.equals(dscp)) {
            in.problems.warning(
                    cnpField.orElseThrow().at(),
                    "congestion notifications carry the DSCP of the data they are about",
                    "give them a DSCP of their own, 48 for example");
        }
        return Optional.of(
                new Lossless(
                        priority.getAsInt(),
                        dscp.getAsInt(),
                        cnpDscp,
                        cnpPriority,
                        ecn,
                        sizing,
                        nic));
    }

    private static Sizing sizing(Decoding in, Section section) {
        Optional<Integer> share = section.get("share").flatMap(f -> percent(in, f, 99));
        Optional<Field> incast = section.get("incast");
        Optional<Latency> roundTrip = section.get("round-trip").flatMap(f -> roundTrip(in, f));
        Optional<Double> cable = section.get("cable").flatMap(f -> RailDecoder.metres(in, f));
        return new Sizing(
                share.map(OptionalInt::of).orElse(OptionalInt.empty()),
                incast.isEmpty() ? OptionalInt.empty() : in.integer(incast.get(), 1, 65_536),
                roundTrip,
                cable.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    }

    private static Optional<Latency> roundTrip(Decoding in, Field field) {
        return in.quantity(field, LosslessDecoder::latency, "a time with its unit, such as 8us")
                .filter(
                        t ->
                                RailDecoder.within(
                                        in,
                                        field,
                                        t.nanoseconds() >= LEAST_ROUND_TRIP
                                                && t.nanoseconds() <= MOST_ROUND_TRIP,
                                        "no round trip within a fabric",
                                        "from 100ns to 10ms; there and back over 120km of fibre is"
                                                + " 1.2ms"));
    }

    private static Optional<Latency> latency(String text) {
        OptionalDouble nanos = Units.nanos(text);
        return nanos.isPresent() ? Optional.of(new Latency(nanos.getAsDouble())) : Optional.empty();
    }

    private static OptionalInt integer(Decoding in, Optional<Field> field, int high) {
        return field.isEmpty() ? OptionalInt.empty() : in.integer(field.get(), 0, high);
    }

    private static Optional<Ecn> ecn(Decoding in, Field field) {
        if (!(field.value() instanceof MappingNode)) {
            return in.choice(field, List.of("derive", "off"), "values besides {kmin: …}")
                    .map(word -> word.equals("off") ? new Ecn.Off() : new Ecn.Derive());
        }
        Section section = Section.open(in, field, "ecn: derive").orElseThrow();
        Optional<Long> kmin = section.require("kmin", "150KB").flatMap(f -> bytes(in, f));
        Optional<Field> kmaxField = section.require("kmax", "1500KB");
        Optional<Long> kmax = kmaxField.flatMap(f -> bytes(in, f));
        Optional<Integer> pmax = section.require("pmax", "10%").flatMap(f -> percent(in, f, 100));
        section.close();
        if (kmin.isEmpty() || kmax.isEmpty() || pmax.isEmpty()) {
            return Optional.empty();
        }
        if (kmax.get() < kmin.get()) {
            in.problems.error(
                    kmaxField.orElseThrow().at(),
                    "kmax is below kmin",
                    "marking starts at kmin and is full at kmax: let kmax be larger");
        }
        return Optional.of(new Ecn.Fixed(kmin.get(), kmax.get(), pmax.get()));
    }

    private static Optional<Long> bytes(Decoding in, Field field) {
        return in.quantity(
                field,
                text -> {
                    OptionalLong bytes = Units.bytes(text);
                    return bytes.isPresent() && bytes.getAsLong() > 0
                            ? Optional.of(bytes.getAsLong())
                            : Optional.empty();
                },
                "bytes with their unit, such as 150KB or 150KiB");
    }

    private static Optional<Integer> percent(Decoding in, Field field, int most) {
        return in.quantity(
                field,
                text -> {
                    OptionalInt percent = Units.percent(text);
                    return percent.isPresent()
                                    && percent.getAsInt() >= 1
                                    && percent.getAsInt() <= most
                            ? Optional.of(percent.getAsInt())
                            : Optional.empty();
                },
                "whole per cent from 1% to " + most + "%");
    }
}
