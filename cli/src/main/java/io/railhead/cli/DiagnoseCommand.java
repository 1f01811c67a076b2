package io.railhead.cli;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.checks.diagnosis.Unexplained;
import io.railhead.cli.findings.DiagnosisHtml;
import io.railhead.cli.findings.DiagnosisText;
import io.railhead.cli.findings.Examined;
import io.railhead.cli.findings.FindingsJson;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.log.Catalogue;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Facts;
import io.railhead.model.Severity;
import io.railhead.model.intent.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead diagnose`.
@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Finds the root cause in logs and command outputs, with the line that proves it and the"
                    + " fix.",
            "",
            "Takes anything people paste: NCCL, PyTorch, MPI, vLLM and Slurm logs, dmesg, show_gids,"
                    + " nvidia-smi, perftest, switch shows; files, folders, archives"
                    + " (a sosreport, a switch's techsupport), bundles of «railhead collect». What each is, is known by its content."
        },
        footer = {
            "",
            "Example: railhead diagnose nccl.log show_gids.txt",
            "         kubectl logs trainer-0 | railhead diagnose -",
            "         grep Switch syslog | railhead diagnose --harmless -",
            "         railhead diagnose --format html -o page.html logs/",
            "Exit status: 0 nothing at or above --fail-on and no unexplained error, 1 findings or"
                    + " unexplained errors (not these with --fail-on critical), 2 wrong usage, or input"
                    + " that is empty, broken or not recognised at all.",
            "Ctrl-C ends reading: what was found until then is told (status 130); Ctrl-C again ends"
                    + " at once."
        })
public final class DiagnoseCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "Files, folders, bundles, archives (zip, tar; gzipped or xz); «-» is standard"
                            + " input.")
    List<String> paths = List.of();

    @Option(
            names = "--each",
            description = "Diagnose each PATH by itself; with --format json one object a line.")
    boolean each;

    @Mixin private OutputOptions output = new OutputOptions(OutputOptions.Format.html);

    @Mixin private FindingOptions findings = new FindingOptions();

    @Option(
            names = "--harmless",
            description =
                    "Say why lines that look like faults are none (without findings this is said"
                            + " anyway).")
    boolean harmless;

    DiagnoseCommand(Console console) {
        this.console = console;
    }

    /// Loads what every diagnosis needs, while another thread makes sense of its arguments.
    static void prepare() {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            Catalogue _ = Catalogue.installed();
                            Parsers _ = Parsers.installed();
                        });
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        for (String path : paths) {
            if (!path.equals("-") && !Files.exists(console.path(path))) {
                throw new UserError("there is no " + path);
            }
        }
        List<Examined> all = new ArrayList<>();
        try (Stopping stopping = new Stopping(console, "what was found so far is told")) {
            StoppableReading reading = new StoppableReading(stopping);
            if (each) {
                for (String path : paths) all.add(examined(List.of(path), reading));
            } else {
                all.add(examined(paths, reading));
            }
            output.write(console, written(all));
        }
        if (all.stream().anyMatch(this::fails)) return Exit.FINDINGS;
        // What could not be read or is not known at all is not known to be well.
        return all.stream().allMatch(e -> e.judgement().isVerdict()) ? Exit.OK : Exit.USAGE;
    }

    /// Errors that nobody explains are no state to go on from, whatever their cause.
    private boolean fails(Examined e) {
        return e.report().fails(findings.failOn)
                || (findings.failOn != Severity.CRITICAL
                        && e.report().findings().stream()
                                .anyMatch(
                                        f ->
                                                f.code().equals(Unexplained.CODE)
                                                        && f.severity() != Severity.INFO));
    }

    private String written(List<Examined> all) {
        StringBuilder text = new StringBuilder();
        switch (output.format()) {
            case json -> {
                for (Examined e : all) {
                    text.append(
                            each
                                    ? Json.writeLine(FindingsJson.of(e))
                                    : Json.write(FindingsJson.of(e)));
                }
            }
            case html -> text.append(DiagnosisHtml.of(all));
            case text, junit, sarif -> {
                for (Examined e : all) {
                    if (all.size() > 1) text.append("==> ").append(e.input()).append(" <==\n\n");
                    text.append(DiagnosisText.of(e, console, findings.verbose, harmless));
                    if (all.size() > 1) text.append('\n');
                }
            }
        }
        return text.toString();
    }

    private Examined examined(List<String> of, StoppableReading reading) {
        Paste paste = new Paste();
        Documents documents = new Documents(paste, this::waiting, reading);
        for (String path : of) {
            if (path.equals("-")) {
                documents.standardInput(console.in());
            } else {
                Path file = console.path(path);
                documents.path(file, path);
            }
        }
        Facts facts = paste.facts();
        String input = String.join(" ", of);
        // A bundle alone is its cluster: what is wanted of it stands in it.
        Optional<Cluster> cluster =
                documents
                        .intent()
                        .flatMap(y -> read(input, y))
                        .map(c -> SourceOptions.only(c, documents.machines()));
        Situation situation = new Situation(facts, cluster, PlannedWishes.of(documents.plan()));
        Report report =
                documents.areOfMachines()
                        ? Diagnosis.ofMachines(situation)
                        : Diagnosis.of(situation);
        return new Examined(
                input, Diagnosis.causes().size(), facts, cluster, report, paste.intake());
    }

    private void waiting(String words) {
        console.say("railhead: " + words + "; Ctrl-C ends reading and tells what was found so far");
    }

    /// An intent that cannot be used any more leaves the evidence.
    private Optional<Cluster> read(String input, String yaml) {
        try {
            return Optional.of(new ClusterOptions().parse(console, input + ":cluster.yaml", yaml));
        } catch (UserError e) {
            return Optional.empty();
        }
    }
}
