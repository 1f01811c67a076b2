package io.railhead.cli;

import io.railhead.lab.Lab;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `railhead quickstart`.
@Command(
        name = "quickstart",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "The main job in two minutes: break, find, mend, prove, measure.",
            "",
            "Raises two lab hosts on this machine with one planted fault (a rail at MTU 1500 on one"
                    + " side), checks, plans, applies, checks again, measures, and writes a report."
                    + " Leaves nothing else behind. Where no lab can be raised (not root, no"
                    + " namespaces), it says why and looks at this machine alone."
        },
        footer = {"", "Example: sudo railhead quickstart --yes -o quickstart"})
public final class QuickstartCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = {"-y", "--yes"},
            description = "Ask nothing: install missing packages by apt-get, and apply the plan.")
    boolean yes;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "railhead-quickstart",
            description = "Where report.html and run.json go (default: ${DEFAULT-VALUE}).")
    String directory = "railhead-quickstart";

    QuickstartCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path into = console.path(directory);
        try {
            Files.createDirectories(into);
        } catch (IOException e) {
            throw new UserError("cannot make the folder " + into + ": " + Messages.of(e));
        }
        try (QuickstartStage stage = QuickstartStage.open(console, into, Instant.now())) {
            Lab lab = new Lab(Places.DEFAULT);
            if (lab.ready() instanceof Readiness.Lacks lacks) {
                // `lab up` names them again and offers to install them.
                console.out()
                        .println("The lab needs packages: " + String.join(", ", lacks.packages()));
            }
            if (lab.ready() instanceof Readiness.Cannot cannot) {
                return here(stage, cannot);
            }
            int status = new QuickstartLab(stage, yes).run();
            // What the machine cannot do may show only once the packages are there.
            return status != Exit.OK && lab.ready() instanceof Readiness.Cannot cannot
                    ? here(stage, cannot)
                    : status;
        }
    }

    private int here(QuickstartStage stage, Readiness.Cannot cannot) {
        console.out().println("No lab on this machine: " + cannot.reason() + ".");
        console.out().println("(" + cannot.remedy() + ")");
        console.out().println("Looking at this machine alone instead.");
        return new QuickstartHere(stage).run();
    }
}
