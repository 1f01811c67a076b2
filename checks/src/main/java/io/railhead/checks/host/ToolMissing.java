package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PackageVersion;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A tool that benchmarks need is not installed.
@AutoService(Check.class)
public final class ToolMissing implements Check {

    @Override
    public String code() {
        return "tool-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A tool that Railhead's benchmarks run on the hosts is not installed.
                """,
                """
                `railhead bench` says that it cannot run iperf3, sockperf or perftest on the
                host.
                """,
                """
                They are not part of a standard installation.
                """,
                """
                  apt-get install iperf3 sockperf perftest
                """,
                """
                  iperf3 --version
                  railhead check --only tool-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PackageVersion.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(PackageVersion.class, h -> !h.rails().isEmpty())) {
            List<PackageVersion> packages = survey.facts().of(host.name(), PackageVersion.class);
            List<String> wanted = new ArrayList<>(List.of("iperf3", "sockperf"));
            if (host.rails().stream().anyMatch(p -> p.rdma().isPresent())) {
                wanted.add("perftest");
            }
            List<String> missing =
                    wanted.stream()
                            .filter(w -> packages.stream().noneMatch(p -> p.name().equals(w)))
                            .toList();
            if (!missing.isEmpty()) {
                survey.info(host.name())
                        .says("not installed, benchmarks need it: " + String.join(", ", missing))
                        .because("not part of a standard installation")
                        .fix("`apt-get install " + String.join(" ", missing) + "`")
                        .cites(
                                survey.lacking(
                                        packages.getFirst(),
                                        "no " + String.join(", ", missing) + " among the packages"))
                        .report();
            }
        }
    }
}
