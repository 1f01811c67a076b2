package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Clock;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.HostPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The clocks of two hosts differ by more than the policy allows.
@AutoService(Check.class)
public final class ClockSkew implements Check {

    @Override
    public String code() {
        return "clock-skew";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The clocks of two hosts differ by more than cluster.yaml tolerates, and by more
                than the measurement is uncertain.
                """,
                """
                Logs of a failed job cannot be put in order; certificates are "not yet valid";
                munge and Slurm refuse credentials; checkpoints of the "future" are skipped.
                """,
                """
                No time service, one that cannot reach its servers, or a machine whose hardware
                clock was wrong at boot and is only slowly corrected.
                """,
                """
                  timedatectl status
                  chronyc tracking            # or: systemctl status systemd-timesyncd
                  chronyc makestep            # put it right at once
                """,
                """
                  chronyc tracking | grep 'System time'
                  railhead check --only clock-skew
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Clock.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Read> read = new ArrayList<>();
        for (String machine : survey.machines(Clock.class)) {
            survey.facts()
                    .first(machine, Clock.class)
                    .ifPresent(
                            c ->
                                    read.add(
                                            new Read(
                                                    machine,
                                                    c,
                                                    (c.epochNanos() - c.collectorEpochNanos())
                                                            / 1e6,
                                                    c.uncertaintyNanos() / 1e6)));
        }
        if (read.size() < 2) {
            return;
        }
        read.sort(Comparator.comparingDouble(Read::offset));
        double limit = limitMillis(survey, read);
        Read low = read.getFirst();
        Read high = read.getLast();
        Read middle = read.get((read.size() - 1) / 2);
        boolean any = false;
        if (read.size() > 2) {
            for (Read r : read) {
                if (r != middle && apart(r, middle) > limit) {
                    any = true;
                    report(survey, r.machine(), r, middle, limit);
                }
            }
        }
        if (!any && apart(low, high) > limit) {
            any = true;
            report(survey, low.machine() + " <-> " + high.machine(), high, low, limit);
        }
        if (!any && high.offset() - low.offset() > limit) {
            survey.notChecked(
                    "",
                    String.format(
                            Locale.ROOT,
                            "%s and %s seem %.0f ms apart, but the measurement is uncertain by %.0f"
                                    + " ms",
                            low.machine(),
                            high.machine(),
                            high.offset() - low.offset(),
                            low.uncertainty() + high.uncertainty()));
        }
    }

    /// @param offset ahead of the collector, milliseconds
    private record Read(String machine, Clock clock, double offset, double uncertainty) {}

    private static double limitMillis(Survey survey, List<Read> read) {
        return read.stream()
                .flatMap(r -> survey.host(r.machine()).stream())
                .mapToInt(h -> h.policy().timeSkewMillis())
                .min()
                .orElse(HostPolicy.DEFAULT.timeSkewMillis());
    }

    /// How far apart two clocks are for certain, milliseconds; never below 0.
    private static double apart(Read a, Read b) {
        return Math.max(0, Math.abs(a.offset() - b.offset()) - a.uncertainty() - b.uncertainty());
    }

    private static void report(Survey survey, String subject, Read a, Read b, double limit) {
        double difference = a.offset() - b.offset();
        survey.error(subject)
                .says(
                        String.format(
                                Locale.ROOT,
                                "%s's clock is %.0f ms %s %s's (uncertain by %.0f ms), allowed are"
                                        + " %.0f ms",
                                a.machine(),
                                Math.abs(difference),
                                difference > 0 ? "ahead of" : "behind",
                                b.machine(),
                                a.uncertainty() + b.uncertainty(),
                                limit))
                .because("the time service does not run, or cannot reach its servers")
                .fix(
                        "on both: `timedatectl status`, `chronyc tracking`; then `chronyc makestep`"
                                + " (or `systemctl restart systemd-timesyncd`)")
                .cites(a.clock(), b.clock())
                .report();
    }
}
