package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Bandwidth;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.IperfRun;
import io.railhead.model.fact.OsuRun;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestRun;
import java.util.List;
import java.util.Optional;

/// A benchmark's figure is above what the line carries.
@AutoService(Cause.class)
public final class FigureImpossible implements Cause {
    /// Above the line rate by more than clocks and rounding explain.
    private static final double SLACK = 1.02;

    @Override
    public String code() {
        return "figure-impossible";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            for (PerftestRun run : clues.facts().of(machine, PerftestRun.class)) {
                Optional<PerftestBandwidth> row = Figure.largest(run);
                if (row.isEmpty()) continue;
                Wire.of(clues.facts(), machine, run.device(), run)
                        .filter(
                                r ->
                                        row.get().average().bitsPerSecond()
                                                > SLACK
                                                        * (run.bidirectional() ? 2 : 1)
                                                        * r.line().bitsPerSecond())
                        .ifPresent(
                                r ->
                                        say(verdict, run, row.get().average(), r)
                                                .cites(clues.facts().cite(row.get().source()))
                                                .cites(r.told()));
            }
            for (IperfRun run : clues.facts().of(machine, IperfRun.class)) {
                run.received()
                        .or(run::sent)
                        .ifPresent(
                                rate ->
                                        Wire.of(clues.facts(), machine, Optional.empty(), run)
                                                .filter(
                                                        r ->
                                                                rate.bitsPerSecond()
                                                                        > SLACK
                                                                                * r.line()
                                                                                        .bitsPerSecond())
                                                .ifPresent(
                                                        r ->
                                                                say(verdict, run, rate, r)
                                                                        .cites(run)
                                                                        .cites(r.told())));
            }
            for (OsuRun run : clues.facts().of(machine, OsuRun.class)) {
                for (OsuRun.Row row : run.rows()) {
                    double bus = run.busBandwidth(row).orElse(0);
                    Optional<Wire.Rate> line =
                            Wire.of(clues.facts(), machine, Optional.empty(), run)
                                    .filter(r -> bus > SLACK * r.line().bitsPerSecond());
                    if (line.isEmpty()) continue;
                    say(verdict, run, new Bandwidth(bus), line.get())
                            .cites(clues.facts().cite(row.source()))
                            .cites(line.get().told());
                    break;
                }
            }
        }
    }

    private static Suspicion say(Verdict verdict, Fact run, Bandwidth figure, Wire.Rate rate) {
        return verdict.possible(
                        List.of(),
                        figure
                                + " is more than the line carries ("
                                + rate.line()
                                + "): it did not go over this port, or it is no measurement")
                .of(run)
                .warning();
    }
}
