package io.railhead.cli;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.checks.Situation;
import io.railhead.cli.findings.Examined;
import io.railhead.cli.findings.FindingsText;
import io.railhead.cli.report.HtmlReport;
import io.railhead.cli.report.ReportData;
import io.railhead.store.RunJson;
import io.railhead.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Where a quickstart plays: a scratch folder with journals of its own, so that nothing is
/// left behind, and the commands run as a user would run them.
///
/// @param console whose environment points into the scratch folder
/// @param into where the report goes
/// @param scratch removed at the end
record QuickstartStage(Console console, Path into, Path scratch, ReportData.Builder report)
        implements AutoCloseable {

    static QuickstartStage open(Console console, Path into, Instant now) {
        try {
            Path scratch = Files.createTempDirectory("railhead-quickstart-");
            Map<String, String> environment = new HashMap<>(console.environment());
            environment.put("RAILHEAD_STORE", scratch.resolve("store.db").toString());
            environment.put("XDG_STATE_HOME", scratch.resolve("state").toString());
            Console inner =
                    new Console(
                            console.out(),
                            console.err(),
                            console.in(),
                            console.outTerminal(),
                            console.errTerminal(),
                            console.inTerminal(),
                            Map.copyOf(environment),
                            console.directory());
            ReportData.Builder report =
                    ReportData.builder("Railhead quickstart", now, Version.number());
            return new QuickstartStage(inner, into, scratch, report);
        } catch (IOException e) {
            throw new UserError("cannot make a scratch folder: " + Messages.of(e));
        }
    }

    /// Says what comes next.
    void title(String text) {
        console.out().println();
        console.out().println(new Style(console).bold("== " + text));
        console.out().flush();
    }

    /// Runs a command in this process, as a user would type it, and gives its exit status.
    int run(String... command) {
        console.out().println(new Style(console).dim("$ railhead " + String.join(" ", command)));
        console.out().flush();
        int status = Railhead.commandLine(console).execute(command);
        console.out().flush();
        return status;
    }

    /// Checks what was collected, shows it, and puts it into the report.
    Examined examine(String label, SourceOptions.Gathered gathered, String input) {
        List<Check> checks = Checks.usual();
        Examined examined =
                new Examined(
                        input,
                        checks.size(),
                        gathered.facts(),
                        gathered.cluster(),
                        Checks.run(
                                new Situation(
                                        gathered.facts(), gathered.cluster(), gathered.wishes()),
                                checks));
        console.out().print(FindingsText.of(examined, console, false));
        console.out().flush();
        report.findings(label, examined.report().findings(), examined.report().notChecked());
        report.facts(gathered.facts());
        gathered.cluster().ifPresent(report::cluster);
        return examined;
    }

    /// Puts the measurements that were written beside the report into it.
    void measured() {
        Path file = into.resolve("run.json");
        try {
            report.run(RunJson.read(file.toString(), Files.readString(file)));
        } catch (IOException | StoreException e) {
            report.note("there are no measurements: " + e.getMessage());
        }
    }

    /// Writes the report and names it.
    void finish(String verdict) {
        Path html = into.resolve("report.html");
        OutputOptions.write(html, HtmlReport.render(report.build()));
        title(verdict);
        console.out().println("report:       " + html);
        if (Files.exists(into.resolve("run.json"))) {
            console.out().println("measurements: " + into.resolve("run.json"));
        }
        console.out().flush();
    }

    @Override
    public void close() {
        if (!Files.exists(scratch)) {
            return;
        }
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            console.err().println("railhead: " + scratch + " could not be removed: " + e);
        }
    }
}
