package io.railhead.cli;

import io.railhead.configure.Plan;
import io.railhead.configure.PlanFile;
import io.railhead.evidence.Parsers;
import io.railhead.model.Probe;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import io.railhead.reach.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `railhead collect`: everything that can be read of the machines, into one file.
@Command(
        name = "collect",
        description = {
            "Collects evidence from the machines of cluster.yaml into a bundle.",
            "",
            "One login and one read-only script a machine; nothing is installed or written there."
                    + " The bundle (a zip) holds what the machines printed and the intent, with"
                    + " secrets masked; other commands read it with --bundle."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example: railhead collect -o cluster.bundle",
            "Exit status: 0 every machine was reached, 3 some were not (the bundle says why)."
        })
public final class CollectCommand implements Callable<Integer> {
    private final Console console;

    @Mixin ClusterOptions clusters = new ClusterOptions();
    @Mixin ReachOptions reach = new ReachOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The bundle to write (default: ${DEFAULT-VALUE}).",
            defaultValue = "cluster.bundle")
    String output = "cluster.bundle";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Of the summary: text or json (default: text).")
    OutputOptions.Format format = OutputOptions.Format.text;

    CollectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (format != OutputOptions.Format.text && format != OutputOptions.Format.json) {
            throw new UserError("--format " + format + ": this command writes only text and json");
        }
        clusters.admitSwitches();
        Cluster cluster = clusters.load(console);
        List<Switch> switches = SwitchEvidence.asked(clusters, cluster);
        Path file = console.path(output);
        OutputOptions.refuseUnwritable(file);
        long began = System.nanoTime();
        List<Probe> probes = Parsers.installed().probes(Parsers.installed().kinds());
        List<Collected> collected;
        Optional<Plan> plan;
        try (Transport transport = SourceOptions.transport(console, reach)) {
            PlanLook.Taken taken =
                    SourceOptions.collect(
                            console,
                            cluster,
                            transport,
                            reach,
                            probes,
                            Optional.of(PlanLook.of(console, clusters, cluster)));
            plan = taken.plan();
            collected = new ArrayList<>(taken.collected());
            collected.addAll(SwitchEvidence.collect(console, cluster, switches, transport, reach));
        }
        Bundle bundle =
                new Bundle(
                        Version.number(),
                        Instant.now(),
                        intent(),
                        plan.map(p -> Json.write(PlanFile.document(p))),
                        collected);
        try {
            BundleFile.write(file, bundle);
            summary(file, collected, Duration.ofNanos(System.nanoTime() - began));
        } catch (IOException e) {
            throw new UserError("cannot write " + file + ": " + Messages.of(e));
        }
        boolean all = collected.stream().allMatch(c -> c.unreachable().isEmpty());
        return all ? Exit.OK : Exit.UNREACHABLE;
    }

    private Optional<String> intent() {
        return clusters.text(console);
    }

    private void summary(Path file, List<Collected> collected, Duration took) throws IOException {
        List<Collected> failed =
                collected.stream().filter(c -> c.unreachable().isPresent()).toList();
        long transcripts = collected.stream().mapToLong(c -> c.transcripts().size()).sum();
        long bytes = collected.stream().mapToLong(Collected::size).sum();
        double seconds = took.toMillis() / 1000.0;
        if (format == OutputOptions.Format.json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("schema", "railhead.collect/1");
            document.put("bundle", file.toString());
            document.put("machines", collected.size());
            document.put("unreachable", reasons(failed));
            document.put("transcripts", transcripts);
            document.put("outputBytes", bytes);
            document.put("bundleBytes", Files.size(file));
            document.put("seconds", seconds);
            console.out().print(Json.write(document));
            console.out().flush();
            return;
        }
        console.out()
                .println(
                        String.format(
                                Locale.ROOT,
                                "%s: %d of %d machines, %d outputs, %s in a file of %s, %.1f s",
                                output,
                                collected.size() - failed.size(),
                                collected.size(),
                                transcripts,
                                size(bytes),
                                size(Files.size(file)),
                                seconds));
        if (!failed.isEmpty()) {
            console.out().println("not reached, or not wholly:");
            failed.forEach(c -> console.out().println("  " + c.unreachable().orElse("")));
        }
        console.out().flush();
    }

    private static Map<String, String> reasons(List<Collected> failed) {
        Map<String, String> reasons = new LinkedHashMap<>();
        failed.forEach(c -> reasons.put(c.machine(), c.unreachable().orElse("")));
        return reasons;
    }

    /// Bytes with decimal prefixes, as file managers show them.
    private static String size(long bytes) {
        if (bytes < 10_000) {
            return bytes + " B";
        }
        return bytes < 10_000_000
                ? bytes / 1000 + " kB"
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
