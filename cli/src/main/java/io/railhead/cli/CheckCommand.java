package io.railhead.cli;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.cli.findings.Examined;
import io.railhead.cli.findings.FindingsJson;
import io.railhead.cli.findings.FindingsJunit;
import io.railhead.cli.findings.FindingsSarif;
import io.railhead.cli.findings.FindingsText;
import io.railhead.evidence.Parsers;
import io.railhead.intent.NearestName;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import io.railhead.store.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `railhead check`.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Finds what is wrong with a cluster, root causes first.",
            "",
            "Collects evidence from every host in one round trip (read-only, nothing is installed)"
                    + " and holds it against the intent, the other hosts and itself; from the"
                    + " switches, too, where the intent has a lossless class."
        },
        footer = {
            "",
            "Example: railhead check -c cluster.yaml --hosts 'gpu[001-064]' --fail-on warning",
            "         railhead check --over 10s       # while a job runs: what counters do now",
            "         railhead check --hosts leaf1    # a switch alone, for what it tells by itself",
            "Exit status: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage or input,"
                    + " 3 a host could not be reached."
        })
public final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private SourceOptions source = new SourceOptions();
    @Mixin private ReachOptions reach = new ReachOptions();

    @Mixin
    private OutputOptions output =
            new OutputOptions(OutputOptions.Format.junit, OutputOptions.Format.sarif);

    @Mixin private KeepOptions keep = new KeepOptions();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "CODE",
            description = "Make only these checks («railhead explain» lists them).")
    @Nullable List<String> only;

    @Option(
            names = "--over",
            paramLabel = "TIME",
            description = {
                "Read counters twice, so long apart («10s», «2m»), and judge what came in between:"
                        + " rise, rate and ratio. Without it counters are totals since an unknown"
                        + " time."
            })
    @Nullable String over;

    /// Codes of checks that ask what a plan would say.
    private static final Set<String> PLANNED =
            Set.of("config-drift", "wish-not-met", "sysctl-not-as-intended");

    @Mixin private FindingOptions findings = new FindingOptions();

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        clusters.admitSwitches();
        List<Check> checks = checks();
        Instant began = Instant.now();
        boolean all = only == null;
        // Without --only all that collect asks for: lines of any output may tell an event.
        Set<Class<? extends Fact>> needs = all ? Parsers.installed().kinds() : Checks.needs(checks);
        SourceOptions.Gathered gathered =
                over == null
                        ? source.gather(console, clusters, reach, needs, planned(checks))
                        : new TwoReadings(console, source, clusters, reach)
                                .gather(needs, planned(checks), TwoReadings.apart(over));
        Situation situation =
                new Situation(gathered.facts(), gathered.cluster(), gathered.wishes());
        Report checked = Checks.run(situation, checks);
        Report report = all ? Diagnosis.beside(checked, situation) : checked;
        Examined examined =
                new Examined(
                        source.name().orElse(gathered.cluster().map(Cluster::file).orElse("")),
                        checks.size(),
                        gathered.facts(),
                        gathered.cluster(),
                        report);
        output.write(
                console,
                switch (output.format()) {
                    case json -> Json.write(FindingsJson.of(examined));
                    case junit -> FindingsJunit.of(examined, checks, findings.failOn);
                    case sarif -> Json.write(FindingsSarif.of(examined, checks));
                    case text, html, diff -> FindingsText.of(examined, console, findings.verbose);
                });
        keep.keep(console, record(examined, began));
        if (gathered.someUnreachable()) {
            return Exit.UNREACHABLE;
        }
        return report.fails(findings.failOn) ? Exit.FINDINGS : Exit.OK;
    }

    /// Whether a check asks what a plan would say.
    private static boolean planned(List<Check> checks) {
        return checks.stream().anyMatch(k -> PLANNED.contains(k.code()));
    }

    /// What was found, for reports.
    private static Run record(Examined examined, Instant began) {
        String cluster = examined.cluster().map(Cluster::name).orElse("");
        Run run =
                KeepOptions.run("check", "check", cluster, began)
                        .withFindings(examined.report().findings(), examined.report().notChecked())
                        .with("input", examined.input())
                        .with("checks", Integer.toString(examined.checks()));
        return examined.facts().recorded().isEmpty()
                ? run
                : run.with("recorded", String.join("; ", examined.facts().recorded()));
    }

    private List<Check> checks() {
        if (only == null) {
            return Checks.usual();
        }
        List<Check> chosen = new ArrayList<>();
        for (String code : only) {
            chosen.add(
                    Checks.byCode(code.strip().toLowerCase(Locale.ROOT))
                            .orElseThrow(() -> new UserError(unknown(code.strip()))));
        }
        return chosen;
    }

    static String unknown(String code) {
        List<String> codes = Checks.all().stream().map(Check::code).toList();
        return "there is no check \""
                + code
                + "\""
                + NearestName.of(code, codes).map(n -> "; did you mean " + n + "?").orElse("")
                + " («railhead explain» lists all)";
    }
}
