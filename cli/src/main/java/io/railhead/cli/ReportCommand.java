package io.railhead.cli;

import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.report.HtmlReport;
import io.railhead.cli.report.ReportData;
import io.railhead.cli.report.TextReport;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.NamedFile;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import io.railhead.store.Store;
import io.railhead.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead report`.
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Shows what was found, changed and measured: as text, or as one self-contained HTML file"
                    + " with drawings that needs no network.",
            "",
            "A RUN is a railhead.run/1 file, an id or its beginning, last, last-1, last:bench"
                    + " (default: last). Of several runs the last is drawn, the first is compared with"
                    + " it, and all stand there with their findings, changes and tables."
        },
        footer = {
            "",
            "Example: railhead report last -o report.html",
            "Exit status: 0 written, 2 wrong usage or no such run."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final int LISTED = 50;

    private final Console console;

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Runs, earliest first.")
    List<String> names = List.of();

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private OutputOptions output = new OutputOptions(OutputOptions.Format.html);
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(
            names = "--findings",
            split = ",",
            paramLabel = "FILE",
            description =
                    "Findings to show, as «check --format json» writes them; of several files the"
                            + " first is before, the last after.")
    List<String> findings = List.of();

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the report.")
    @Nullable String title;

    @Option(names = "--list", description = "List the runs that are kept, latest first.")
    boolean list;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        if (list) {
            output.write(console, listed());
            return Exit.OK;
        }
        List<Run> runs = new ArrayList<>();
        List<String> wanted = names.isEmpty() && findings.isEmpty() ? List.of("last") : names;
        wanted.forEach(name -> runs.add(store.find(console, name)));
        Optional<Cluster> cluster = clusters.loadIfPresent(console);
        switch (output.format()) {
            case json -> output.write(console, Json.write(document(runs)));
            case html -> output.write(console, HtmlReport.render(data(runs, cluster)));
            case text, junit, sarif, diff ->
                    output.write(console, TextReport.render(data(runs, cluster), console.width()));
        }
        return Exit.OK;
    }

    private ReportData data(List<Run> runs, Optional<Cluster> cluster) {
        String heading =
                title != null
                        ? title
                        : "Report on "
                                + runs.stream()
                                        .map(Run::cluster)
                                        .filter(c -> !c.isEmpty())
                                        .reduce((a, b) -> b)
                                        .or(() -> cluster.map(Cluster::name))
                                        .orElse("a cluster");
        ReportData.Builder data = ReportData.builder(heading, Instant.now(), Version.number());
        // A drawing of another cluster than the one measured would mislead.
        cluster.filter(
                        c ->
                                runs.stream()
                                        .allMatch(
                                                r ->
                                                        r.cluster().isEmpty()
                                                                || r.cluster().equals(c.name())))
                .ifPresent(data::cluster);
        for (int i = 0; i < findings.size(); i++) {
            String label =
                    findings.size() == 1 ? "check" : i == 0 ? "before" : stage(i, findings.size());
            data.findings(label, readFindings(findings.get(i)), List.of());
        }
        runs.forEach(data::run);
        return data.build();
    }

    private static String stage(int i, int of) {
        return i == of - 1 ? "after" : "then";
    }

    private List<io.railhead.model.Finding> readFindings(String name) {
        try {
            return RunJson.readFindings(
                    name, console.read(console.path(name), NamedFile.BY_RAILHEAD));
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Object> document(List<Run> runs) {
        if (runs.isEmpty()) {
            throw new UserError("--format json: name a run; --findings are JSON already");
        }
        Map<String, Object> document = BenchRun.document(runs.getLast());
        if (runs.size() > 1) {
            document.put("runs", runs.stream().map(BenchRun::document).toList());
        }
        return document;
    }

    private String listed() {
        Path file = store.path(console);
        List<Run.Summary> all = List.of();
        if (Files.exists(file)) {
            try (Store opened = store.open(console)) {
                all = opened.runs(LISTED);
            } catch (StoreException e) {
                throw new UserError(String.valueOf(e.getMessage()));
            }
        }
        if (output.json()) {
            return Json.write(Map.of("schema", "railhead.store/1", "runs", all));
        }
        if (all.isEmpty()) {
            return "no runs in " + file + "\n";
        }
        Table table = new Table("run", "what", "cluster", "values", "findings", "changes");
        for (Run.Summary s : all) {
            table.row(
                    s.id(),
                    s.kind().equals("bench") ? s.title() : s.kind(),
                    s.cluster(),
                    s.measurements(),
                    s.findings(),
                    s.changes());
        }
        return table.render(0);
    }
}
