package io.railhead.cli;

import io.railhead.checks.Checks;
import io.railhead.cli.findings.Examined;
import io.railhead.configure.Plan;
import io.railhead.configure.PlanFile;
import io.railhead.configure.PlannedChange;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/// The quickstart on two lab hosts.
final class QuickstartLab {
    /// The planted fault, and the check that has to find it.
    private static final String FAULT = "rail-mtu:h2/eth1";

    private static final String FINDING = "mtu-mismatch";

    private final QuickstartStage stage;
    private final boolean yes;
    private final String lab = "quickstart-" + ProcessHandle.current().pid();

    QuickstartLab(QuickstartStage stage, boolean yes) {
        this.stage = stage;
        this.yes = yes;
    }

    int run() {
        // Also when the user interrupts: nothing is left behind.
        Thread cleaner = new Thread(this::down, "quickstart-cleaner");
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            return play();
        } finally {
            down();
            Runtime.getRuntime().removeShutdownHook(cleaner);
        }
    }

    private int play() {
        Path intent = stage.scratch().resolve("cluster.yaml");
        Path plan = stage.scratch().resolve("change.plan");
        String cluster = intent.toString();

        stage.title("1/7 Raise two hosts; one rail of h2 is left at MTU 1500");
        int status = yes ? stage.run(up(cluster, "--yes")) : stage.run(up(cluster));
        if (status != Exit.OK) {
            return status;
        }
        stage.report()
                .note(
                        "Both hosts are namespaces of one machine (a lab): speeds are this machine's.");
        stage.report().provenance("planted fault", FAULT);

        stage.title("2/7 Check: what is wrong?");
        Examined before = stage.examine("before", gather(cluster), cluster);
        if (before.report().findings().stream().noneMatch(f -> f.code().equals(FINDING))) {
            stage.finish("The planted fault was not found: this is a fault of Railhead's");
            return Exit.FINDINGS;
        }

        stage.title("3/7 Plan: what would be changed?");
        status = stage.run("plan", "-c", cluster, "-o", plan.toString());
        if (status != Exit.OK) {
            return status;
        }
        changes(plan);

        stage.title("4/7 Apply it");
        status =
                yes || !stage.console().inTerminal()
                        ? stage.run("apply", "-c", cluster, "--yes", plan.toString())
                        : stage.run("apply", "-c", cluster, plan.toString());
        if (status != Exit.OK) {
            return status;
        }

        stage.title("5/7 Check again");
        Examined after = stage.examine("after", gather(cluster), cluster);

        stage.title("6/7 Measure every pair, both ways");
        int bench =
                stage.run(
                        "bench",
                        "tcp",
                        "-c",
                        cluster,
                        "--time",
                        "2",
                        "--streams",
                        "1",
                        "--no-store",
                        "--format",
                        "json",
                        "-o",
                        stage.into().resolve("run.json").toString());
        stage.measured();

        stage.title("7/7 Remove the hosts");
        down();
        boolean clean = !after.report().fails(Severity.ERROR);
        stage.finish(
                clean
                        ? "Found, mended and proven"
                        : "Not clean after applying: "
                                + String.join(
                                        ", ",
                                        after.report().findings().stream()
                                                .filter(f -> f.severity().atLeast(Severity.ERROR))
                                                .map(Finding::code)
                                                .distinct()
                                                .toList()));
        return clean && bench == Exit.OK ? Exit.OK : Exit.FINDINGS;
    }

    private String[] up(String cluster, String... more) {
        String[] command = {
            "lab", "up", "--name", lab, "--hosts", "2", "--fault", FAULT, "-o", cluster
        };
        String[] all = java.util.Arrays.copyOf(command, command.length + more.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return all;
    }

    private SourceOptions.Gathered gather(String cluster) {
        // The options as `railhead check -c FILE` would have them.
        Options options = new Options();
        new CommandLine(options).parseArgs("-c", cluster);
        stage.console()
                .out()
                .println(new Style(stage.console()).dim("$ railhead check -c " + cluster));
        stage.console().out().flush();
        return options.source.gather(
                stage.console(), options.clusters, options.reach, Checks.needs(), true);
    }

    @CommandLine.Command(name = "check")
    private static final class Options {
        @CommandLine.Mixin private ClusterOptions clusters = new ClusterOptions();
        @CommandLine.Mixin private SourceOptions source = new SourceOptions();
        @CommandLine.Mixin private ReachOptions reach = new ReachOptions();
    }

    private void changes(Path file) {
        try {
            Plan plan = PlanFile.read(Files.readString(file));
            stage.report()
                    .changes(
                            "planned and applied",
                            plan.changes().stream().map(PlannedChange::change).toList());
        } catch (IOException | PlanFile.NotAPlan e) {
            stage.report().note("the plan could not be read back: " + e.getMessage());
        }
    }

    /// Takes the lab down; does nothing when it is down already.
    private synchronized void down() {
        Railhead.commandLine(quiet()).execute("lab", "down", lab);
    }

    private Console quiet() {
        Console c = stage.console();
        java.io.PrintStream nowhere =
                new java.io.PrintStream(java.io.OutputStream.nullOutputStream(), false);
        return new Console(
                nowhere, nowhere, c.in(), false, false, false, c.environment(), c.directory());
    }
}
