package io.railhead.cli;

import io.railhead.lab.Fault;
import io.railhead.lab.HostKind;
import io.railhead.lab.LabEvents;
import io.railhead.lab.LabInfo;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.LabRequest;
import io.railhead.lab.LabResult;
import io.railhead.lab.Packages;
import io.railhead.lab.Readiness;
import io.railhead.lab.Recorded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `railhead lab up`.
@Command(
        name = "up",
        description = "Raises a lab and writes the cluster.yaml that fits it. Needs root.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = "Example: railhead lab up --hosts 2 --fault rail-mtu:h2/eth1 -o cluster.yaml")
final class LabUpCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description =
                    "How many hosts, 2 to 256, of booted ones 2 to 8, of virtual ones 2 to 4 (default:"
                            + " ${DEFAULT-VALUE}).",
            defaultValue = "2")
    int hosts;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "namespace: sshd over this machine's own files, up in a second. booted: systemd,"
                            + " networkd and netplan on a root of its own, built once; can be"
                            + " restarted. virtual: machines of their own under QEMU with Debian's"
                            + " kernel and soft-RoCE (default: ${DEFAULT-VALUE}).",
            defaultValue = "namespace")
    String kind = HostKind.NAMESPACE.word();

    @Option(
            names = "--rdma",
            description = "Hosts with real RDMA verbs (soft-RoCE): the same as --kind virtual.")
    boolean rdma;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the lab (default: ${DEFAULT-VALUE}).",
            defaultValue = LabCommand.DEFAULT_NAME)
    String name = LabCommand.DEFAULT_NAME;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "Build a fault in; may be repeated. Kinds are listed below.")
    List<String> faults = new ArrayList<>();

    @Option(
            names = "--recorded",
            arity = "0..1",
            paramLabel = "PROFILE",
            fallbackValue = Recorded.DEFAULT,
            description =
                    "NIC and GPU tools answer from recorded samples, and what rests on them is"
                            + " marked so. Profiles are listed below.")
    @Nullable String recorded;

    @Option(
            names = {"-y", "--yes"},
            description = "Install missing packages (apt-get) without asking.")
    boolean yes;

    @Mixin OutputOptions output = OutputOptions.ofFiles(".yaml", ".yml");

    LabUpCommand(Console console) {
        this.console = console;
    }

    @Spec
    void listFaults(CommandSpec spec) {
        List<String> lines = new ArrayList<>(List.of("", "Faults; they go with the lab:"));
        for (Fault.Kind kind : Fault.Kind.values()) {
            lines.add("  " + kind.form());
            lines.add("      " + kind.meaning());
        }
        lines.add("");
        lines.add("Profiles of --recorded (default " + Recorded.DEFAULT + "):");
        Recorded.names().forEach((profile, meaning) -> lines.add("  " + profile + "  " + meaning));
        lines.add("");
        lines.addAll(List.of(spec.usageMessage().footer()));
        spec.usageMessage().footer(lines.toArray(String[]::new));
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        List<Fault> parsed = new ArrayList<>();
        for (String text : faults) {
            switch (Fault.parse(text)) {
                case Fault.Parsed.Good(Fault fault) -> parsed.add(fault);
                case Fault.Parsed.Bad(String why) -> throw new UserError("--fault " + why);
            }
        }
        HostKind wanted =
                HostKind.of(rdma ? HostKind.VIRTUAL.word() : kind)
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "--kind "
                                                        + kind
                                                        + ": there are namespace, booted and"
                                                        + " virtual"));
        if (hosts < wanted.fewest() || hosts > wanted.most()) {
            throw new UserError(
                    "--hosts "
                            + hosts
                            + ": a lab of "
                            + wanted.word()
                            + " hosts has "
                            + wanted.fewest()
                            + " to "
                            + wanted.most());
        }
        LabRequest request =
                new LabRequest(name, wanted, hosts, parsed, Optional.ofNullable(recorded));
        offerPackages(wanted);
        LabResult result = raise(request);
        return switch (result) {
            case LabResult.Up(LabInfo lab) -> done(lab);
            case LabResult.Refused(String reason, String remedy) ->
                    throw new UserError(reason + ": " + remedy);
            case LabResult.Unready(Readiness readiness) -> throw new UserError(unready(readiness));
            case LabResult.Failed(String reason) ->
                    throw new UserError(Exit.FINDINGS, "the lab failed: " + reason);
        };
    }

    private LabResult raise(LabRequest request) {
        try (Progress progress = new Progress(console, "hosts", hosts)) {
            return LabCommand.lab()
                    .up(
                            request,
                            new LabEvents() {
                                @Override
                                public void hostReady(String host) {
                                    progress.step(host);
                                }

                                @Override
                                public void note(String text) {
                                    progress.note("railhead: " + text);
                                }
                            });
        }
    }

    /// Names what is missing, all at once, and installs it when told to. Goes on without what is
    /// only useful.
    private void offerPackages(HostKind wanted) {
        List<String> missing;
        boolean needed;
        switch (LabCommand.lab().ready(wanted)) {
            case Readiness.Ready ready -> {
                missing = ready.useful();
                needed = false;
            }
            case Readiness.Lacks lacks -> {
                missing = lacks.packages();
                needed = true;
            }
            case Readiness.Cannot cannot -> throw new UserError(unready(cannot));
        }
        if (missing.isEmpty()) {
            return;
        }
        List<String> command = Packages.command(missing);
        String line = String.join(" ", command.isEmpty() ? missing : command);
        String why = needed ? "a lab needs packages" : "lab hosts would lack tools";
        if (!command.isEmpty()
                && (yes || console.confirm(why + ". Install now with \"" + line + "\"?"))) {
            console.err().println("railhead: " + line);
            if (!installed(missing) && needed) {
                throw new UserError(Exit.FINDINGS, "the packages could not be installed: " + line);
            }
        } else if (!needed) {
            console.err().println("railhead: " + why + "; install them by: " + line);
        }
    }

    private static boolean installed(List<String> packages) {
        try {
            return Packages.install(packages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private int done(LabInfo lab) {
        String intent;
        try {
            intent = Files.readString(lab.clusterFile());
        } catch (IOException e) {
            throw new UserError("cannot read " + lab.clusterFile() + ": " + Messages.of(e));
        }
        output.output().ifPresent(o -> OutputOptions.write(console.path(o), intent));
        String file = output.output().orElse(lab.clusterFile().toString());
        if (output.json()) {
            console.out().print(Json.write(LabCommand.document(lab)));
        } else {
            HostInfo first = lab.hosts().getFirst();
            HostInfo last = lab.hosts().getLast();
            console.out()
                    .println(
                            "lab "
                                    + lab.name()
                                    + " is up: "
                                    + lab.hosts().size()
                                    + (lab.kind() == HostKind.NAMESPACE
                                            ? " hosts, "
                                            : " " + lab.kind().word() + " hosts, ")
                                    + first.name()
                                    + " to "
                                    + last.name());
            lab.faults().forEach(f -> console.out().println("  fault " + f));
            lab.recorded().ifPresent(r -> console.out().println("  tools recorded: " + r));
            console.out().println("  intent  " + file);
            console.out().println("  check   railhead check -c " + file);
            console.out()
                    .println(
                            "  log in  railhead lab ssh --name " + lab.name() + " " + first.name());
            console.out().println("  remove  railhead lab down " + lab.name());
        }
        return Exit.OK;
    }

    /// Why there is no lab, in words, with what to do.
    static String unready(Readiness readiness) {
        return switch (readiness) {
            case Readiness.Ready _ -> "the machine is ready";
            case Readiness.Cannot(String reason, String remedy) -> reason + "; " + remedy;
            case Readiness.Lacks lacks -> {
                List<String> command = Packages.command(lacks.packages());
                yield "a lab needs packages that are not installed: "
                        + (command.isEmpty()
                                ? String.join(" ", lacks.packages())
                                : String.join(" ", command));
            }
        };
    }
}
