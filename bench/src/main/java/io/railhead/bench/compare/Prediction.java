package io.railhead.bench.compare;

import io.railhead.bench.Values;
import io.railhead.bench.ceiling.Hop;
import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.twins.Judged;
import io.railhead.bench.twins.Repeats;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What values will be once switches are put in (or taken out), told before the change so that it
/// can be held against what is measured after it: a latency grows by what each hop takes, and
/// by the frame's time on the wire where the switch stores frames; a bandwidth stays, since a
/// switch that forwards at line rate takes none.
public final class Prediction {
    /// The condition of a predicted value: `hops 0 -> 1, cut-through`.
    public static final String PREDICTED = "predicted";

    /// A bandwidth that stays may differ by what healthy runs do.
    private static final double SAME = 0.05;

    private static final Pattern GBPS = Pattern.compile("([0-9.]{1,8}) Gb/s");

    private Prediction() {}

    /// The values that were measured with what is predicted as their expectation; those of which
    /// nothing can be said are left out.
    ///
    /// @param now hops of values that do not state theirs; empty to leave those out
    /// @param then hops after the change
    public static List<Measurement> of(
            List<Measurement> measured, Optional<Integer> now, int then, Hop hop) {
        List<Measurement> predicted = new ArrayList<>();
        for (Measurement m : measured) {
            boolean latency =
                    m.unit().equals("ns")
                            && (m.metric().endsWith(".latency") || m.metric().equals("ping.rtt"));
            boolean bandwidth = m.metric().endsWith(".bandwidth") && m.unit().equals("bit/s");
            if (Repeats.isOfOthers(m)
                    || Judged.of(m).isEmpty()
                    || !(latency || bandwidth)
                    || m.conditions().get("rail").isEmpty()) {
                continue;
            }
            String stated = m.conditions().get("hops");
            Optional<Integer> hops =
                    stated.matches("\\d{1,3}") ? Optional.of(Integer.valueOf(stated)) : now;
            if (hops.isEmpty()) {
                continue;
            }
            int more = then - hops.get();
            Conditions c =
                    m.conditions()
                            .with("hops", Integer.toString(then))
                            .with(
                                    PREDICTED,
                                    "hops " + hops.get() + " -> " + then + ", " + hop.name());
            predicted.add(
                    new Measurement(
                            m.metric(),
                            m.value(),
                            m.unit(),
                            m.statistic(),
                            c,
                            m.source(),
                            Optional.of(latency ? latency(m, more, hop) : bandwidth(m))));
        }
        return predicted;
    }

    private static Expectation bandwidth(Measurement m) {
        return new Expectation(
                m.value() * (1 - SAME),
                m.value(),
                m.value() * (1 + SAME),
                "a switch that forwards at line rate takes no bandwidth: "
                        + Values.text(m)
                        + " +- 5 %");
    }

    private static Expectation latency(Measurement m, int more, Hop hop) {
        int trips = m.conditions().get("trip").equals("full") ? 2 : 1;
        Matcher line = GBPS.matcher(m.conditions().get("line"));
        double frame = 0;
        if (hop.stores() && line.find()) {
            String message = m.conditions().get("message");
            int bytes = message.matches("\\d{1,9}") ? Integer.parseInt(message) : 64;
            frame =
                    Hop.serialization(
                            bytes + RdmaCeiling.ROCE_V2 - RdmaCeiling.PREAMBLE_AND_GAP,
                            Double.parseDouble(line.group(1)) * 1e9);
        }
        double a = m.value() + trips * more * (hop.low() + frame);
        double b = m.value() + trips * more * (hop.high() + frame);
        double typical = (a + b) / 2;
        return new Expectation(
                Math.max(0, Math.min(a, b)),
                typical,
                Math.max(a, b),
                String.format(
                        Locale.ROOT,
                        "%s %+d x %d x (%.0f to %.0f ns a hop, %s%s)",
                        Values.text(m),
                        trips,
                        more,
                        hop.low(),
                        hop.high(),
                        hop.name(),
                        frame > 0 ? String.format(Locale.ROOT, ", frame %.0f ns", frame) : ""));
    }

    /// A predicted value and what came.
    ///
    /// @param before with the prediction as its expectation
    public record Outcome(Measurement before, Measurement after) {

        /// Whether what came lies within what was predicted.
        public boolean held() {
            return after.expecting(before.expectation().orElseThrow()).verdict() == Verdict.MET;
        }
    }

    /// Whether a run holds predictions.
    public static boolean isOne(List<Measurement> run) {
        return !run.isEmpty()
                && run.stream().noneMatch(m -> m.conditions().get(PREDICTED).isEmpty());
    }

    /// Each prediction that has a value of its kind after the change. A value whose stated hops are
    /// not those that were predicted for is none.
    public static List<Outcome> outcomes(List<Measurement> predicted, List<Measurement> after) {
        List<String> about = List.of(PREDICTED, "cable", "hops", "runs");
        List<Outcome> outcomes = new ArrayList<>();
        for (Measurement p : predicted) {
            after.stream()
                    .filter(m -> m.metric().equals(p.metric()) && m.statistic() == p.statistic())
                    .filter(
                            m ->
                                    m.conditions().get("hops").isEmpty()
                                            || m.conditions()
                                                    .get("hops")
                                                    .equals(p.conditions().get("hops")))
                    .filter(m -> p.conditions().differences(m.conditions(), about).isEmpty())
                    .findFirst()
                    .ifPresent(m -> outcomes.add(new Outcome(p, m)));
        }
        return outcomes;
    }
}
