package io.railhead.bench.judge;

import io.railhead.bench.Values;
import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.twins.Judged;
import io.railhead.model.Bandwidth;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What healthy adapters of a kind were measured to give, from `known-figures.txt`, beside physics
/// and twins. A value may stray from it as far as healthy twins stray from each other ([Judged]); a
/// latency also by what each switch hop may take.
final class KnownFigures {
    private static final List<Figure> ALL = read();

    private KnownFigures() {}

    /// @param usual in the unit of the measurement
    private record Figure(
            List<String> cards,
            Bandwidth line,
            PcieLink pcie,
            String metric,
            String verb,
            int mtu,
            int flows,
            double usual,
            String source) {

        private boolean is(PciDevice card) {
            return cards.stream()
                    .anyMatch(
                            name ->
                                    card.id().filter(name::equals).isPresent()
                                            || card.model()
                                                    .filter(m -> m.contains("[" + name + "]"))
                                                    .isPresent());
        }

        private boolean is(Port port) {
            return port.card().filter(this::is).isPresent()
                    && port.speed().filter(s -> s.equals(line)).isPresent()
                    && port.slotNow()
                            .filter(s -> s.gigaTransfers() >= pcie.gigaTransfers())
                            .filter(s -> s.width() >= pcie.width())
                            .isPresent();
        }

        private boolean is(Measurement m) {
            boolean latency = metric.endsWith("latency");
            long message = number(m, "message");
            return m.metric().equals(metric)
                    && m.conditions().get("together").isEmpty()
                    && Judged.of(m).isPresent()
                    && (verb.equals("-") || m.conditions().get("verb").equals(verb))
                    && number(m, metric.startsWith("tcp") ? "mtu" : "path-mtu") == mtu
                    && (flows == 0
                            || number(m, metric.startsWith("tcp") ? "streams" : "qps") == flows)
                    && !m.conditions().get("direction").equals("both")
                    && (!metric.startsWith("rdma") || (latency ? message == 2 : message >= 65_536))
                    && (!latency || m.statistic() == io.railhead.model.Statistic.P50);
        }
    }

    private static long number(Measurement m, String key) {
        String text = m.conditions().get(key);
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : -1;
    }

    /// Empty when nothing is known of these cards in these slots at this line rate, or of this
    /// test.
    static Optional<Expectation> of(Measurement m, Path path) {
        if (path.lab() || path.from().virtual() || path.to().virtual()) {
            return Optional.empty();
        }
        return ALL.stream()
                .filter(f -> f.is(m) && f.is(path.from()) && f.is(path.to()))
                .max(Comparator.comparingInt(Figure::flows))
                .map(f -> expectation(f, m, path));
    }

    private static Expectation expectation(Figure f, Measurement m, Path path) {
        Judged judged = Judged.of(m).orElseThrow();
        String known =
                "known of %s: %s (%s)".formatted(f.cards().getFirst(), text(f, m), f.source());
        if (judged.moreIsBetter()) {
            double low = f.usual() * (1 - judged.tolerance());
            return new Expectation(
                    low,
                    f.usual(),
                    Double.POSITIVE_INFINITY,
                    known
                            + ", at least %s".formatted(Values.text(m, low))
                            + ": healthy twins differ by as much");
        }
        int hops = path.hops().orElse(RdmaCeiling.UNKNOWN_HOPS);
        double high = f.usual() * (1 + judged.tolerance()) + hops * RdmaCeiling.HOP_NANOS;
        return new Expectation(
                Double.NEGATIVE_INFINITY,
                f.usual(),
                high,
                known
                        + ", at most %s: healthy twins differ by as much%s"
                                .formatted(
                                        Values.text(m, high),
                                        hops == 0
                                                ? ""
                                                : ", and %d x %.1f µs of switches"
                                                        .formatted(
                                                                hops,
                                                                RdmaCeiling.HOP_NANOS / 1e3)));
    }

    private static String text(Figure f, Measurement m) {
        return Values.text(m, f.usual());
    }

    private static List<Figure> read() {
        try (InputStream in =
                Objects.requireNonNull(
                        KnownFigures.class.getResourceAsStream("known-figures.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .map(KnownFigures::figure)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Figure figure(String line) {
        String[] cell =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
        String[] lanes = cell[2].split("x", 2);
        double unit = cell[3].endsWith("latency") ? 1e3 : 1e9;
        return new Figure(
                List.of(cell[0].split(", *")),
                Bandwidth.gbps(Double.parseDouble(cell[1])),
                new PcieLink(Double.parseDouble(lanes[0]), Integer.parseInt(lanes[1])),
                cell[3],
                cell[4],
                Integer.parseInt(cell[5]),
                Integer.parseInt(cell[6]),
                Double.parseDouble(cell[7]) * unit,
                cell[8]);
    }
}
