package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.IperfRun;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The other side of a benchmark did not serve it: nothing listens there, or another run has it.
@AutoService(Cause.class)
public final class BenchmarkServer implements Cause {
    @Override
    public String code() {
        return "benchmark-server-unavailable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<Fact> refused = new ArrayList<>();
        List<Fact> busy = new ArrayList<>();
        List<Fact> silent = new ArrayList<>();
        for (IperfRun run : clues.all(IperfRun.class)) {
            String error = run.error().orElse("").toLowerCase(Locale.ROOT);
            if (error.contains("server is busy")) busy.add(run);
            else if (error.contains("refused")) refused.add(run);
            else if (error.contains("unable to connect")) silent.add(run);
        }
        for (PerftestRun run : clues.all(PerftestRun.class)) {
            boolean failed =
                    run.errors().stream().anyMatch(e -> e.startsWith("Couldn't connect to"));
            if (failed && run.bandwidths().isEmpty() && run.latencies().isEmpty()) silent.add(run);
        }
        if (!busy.isEmpty()) {
            tell(
                    verdict.possible(
                            List.of(),
                            "iperf3's server runs another test: this run gave no figure"),
                    busy);
        } else if (!refused.isEmpty()) {
            tell(
                    verdict.possible(
                            List.of(),
                            "nothing listens at the benchmark's port of the other host"
                                    + " (connection refused): this run gave no figure"),
                    refused);
        } else if (!silent.isEmpty()) {
            tell(
                    verdict.possible(
                            List.of(),
                            "the benchmark could not connect to its server: this run gave no"
                                    + " figure"),
                    silent);
        }
    }

    private static void tell(Suspicion s, List<Fact> runs) {
        s.warning();
        runs.stream().limit(6).forEach(r -> s.cites(ToolErrors.line(s.facts(), r)));
    }
}
