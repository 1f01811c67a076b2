package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.counters.PortCounts.Kind;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import java.util.Locale;
import java.util.Set;

/// Between two readings a priority was stopped for a good part of the time.
@AutoService(Check.class)
public final class PauseHigh implements Check {
    /// Of the time, in per cent. A judgement: a port that is stopped for a tenth of the time cannot
    /// carry more than nine tenths of its line, which is what its expectation asks for.
    private static final double STOPPED_PERCENT = 10;

    /// Frames a second, where no duration is counted: the alert of the reference lab of eight hosts
    /// (row C57 of its rows). A frame stops a port for 65,535 quanta of 512 bits at most (IEEE
    /// 802.1Qbb), 335 us at 100 Gb/s, so that so many can stop it all the time.
    private static final double FRAMES_A_SECOND = 10_000;

    @Override
    public String code() {
        return "pfc-pause-high";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A priority of a port was stopped by pause for a good part of the time between two
                readings, or got thousands of pause frames a second.
                """,
                """
                Bandwidth below the line although nothing is dropped; other senders into the same
                switch slow down, too.
                """,
                """
                More comes in than the receiver or a link behind it takes: an incast, a slow
                receiver (PCIe, IOMMU), a link at less than its speed; or ECN does not slow senders
                down in time.
                """,
                """
                Find where pause begins: the port that sends it and receives none. There look at the
                receiver (`railhead check --hosts NAME`) and at ECN thresholds.
                """,
                """
                  railhead check --over 10s --only pfc-pause-high      # under the same load
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Moved port : Moved.of(survey.facts())) {
            boolean told = false;
            for (CounterRise r : port.of(Kind.PAUSE_MICROS)) {
                if (r.seconds().isEmpty()) continue;
                double percent = r.rise() / 1e4 / r.seconds().getAsDouble();
                if (percent < STOPPED_PERCENT) continue;
                report(
                        port,
                        r,
                        String.format(Locale.ROOT, "it was stopped %.0f%% of the time", percent),
                        survey);
                told = true;
            }
            for (CounterRise r : port.of(Kind.PAUSE)) {
                if (told || r.perSecond().orElse(0) < FRAMES_A_SECOND) continue;
                report(
                        port,
                        r,
                        "so many can stop a port all the time, and for how long they did is not"
                                + " counted",
                        survey);
                told = true;
            }
        }
    }

    private static void report(Moved port, CounterRise r, String what, Survey survey) {
        survey.warning(port.name())
                .says(port.span() + " " + Moved.words(r) + ": " + what)
                .because(
                        r.isReceived()
                                ? "the peer, or what is behind it, takes less than this port sends"
                                : "this port takes less than its peer sends")
                .fix("the receiver at the end of the pauses; ECN before PFC")
                .cites(r, r.term())
                .explains("pfc-storm")
                .report();
    }
}
