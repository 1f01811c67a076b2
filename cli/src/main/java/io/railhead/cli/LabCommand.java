package io.railhead.cli;

import io.railhead.lab.HostKind;
import io.railhead.lab.Lab;
import io.railhead.lab.LabInfo;
import io.railhead.lab.LabInfo.Condition;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.Places;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `railhead lab`: hosts made of namespaces on this machine.
@Command(
        name = "lab",
        description =
                "Hosts made of namespaces on this Linux machine, with real sshd and two rails.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "{up|down|status|ssh|reboot|break|heal|queue}",
        footer = {"", "Example: railhead lab up --hosts 8 -o cluster.yaml"},
        subcommands = {
            LabUpCommand.class,
            LabCommand.Down.class,
            LabCommand.Status.class,
            LabCommand.Ssh.class,
            LabRebootCommand.class,
            LabBreakCommand.class,
            LabBreakCommand.Heal.class,
            LabQueueCommand.class
        })
public final class LabCommand implements Callable<Integer> {
    static final String DEFAULT_NAME = "lab";

    private final Console console;

    LabCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine lab =
                Objects.requireNonNull(Railhead.commandLine(console).getSubcommands().get("lab"));
        console.err().print(lab.getUsageMessage(CommandLine.Help.Ansi.OFF));
        return Exit.USAGE;
    }

    static Lab lab() {
        return new Lab(Places.DEFAULT);
    }

    private static List<LabInfo> all() {
        try {
            return lab().list();
        } catch (IOException e) {
            throw new UserError(
                    "cannot read "
                            + Places.DEFAULT.state()
                            + ": "
                            + Messages.of(e)
                            + " (labs are root's: sudo)");
        }
    }

    /// The lab that is meant when none is named: the only one, or the one with the default name.
    static LabInfo named(@Nullable String name) {
        List<LabInfo> labs = all();
        String names = String.join(", ", labs.stream().map(LabInfo::name).toList());
        if (name == null && labs.size() == 1) {
            return labs.getFirst();
        }
        String wanted = name == null ? DEFAULT_NAME : name;
        return labs.stream()
                .filter(l -> l.name().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () ->
                                new UserError(
                                        labs.isEmpty()
                                                ? "there is no lab; raise one: railhead lab up"
                                                        + " --hosts 2 -o cluster.yaml"
                                                : "there is no lab "
                                                        + wanted
                                                        + "; there is: "
                                                        + names));
    }

    @Command(
            name = "down",
            description = "Removes a lab, whatever state it is in, and leaves nothing behind.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example: railhead lab down --all"})
    static final class Down implements Callable<Integer> {
        private final Console console;

        @Parameters(arity = "0..*", paramLabel = "NAME", description = "Labs to remove.")
        List<String> names = new ArrayList<>();

        @Option(names = "--all", description = "Remove every lab of this machine.")
        boolean all;

        Down(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            List<String> wanted = names;
            if (all) {
                wanted = LabCommand.all().stream().map(LabInfo::name).toList();
            } else if (names.isEmpty()) {
                List<LabInfo> there = LabCommand.all();
                wanted = there.isEmpty() ? List.of() : List.of(named(null).name());
            }
            if (wanted.isEmpty()) {
                console.out().println("no lab to remove");
            }
            int code = Exit.OK;
            for (String name : wanted) {
                switch (lab().down(name)) {
                    case Lab.Removed.Gone _ -> console.out().println("lab " + name + " is removed");
                    case Lab.Removed.Absent _ ->
                            console.out().println("there is no lab " + name + " (any more)");
                    case Lab.Removed.Stuck(String why) -> {
                        console.err().println("railhead: lab " + name + " is not removed: " + why);
                        code = Exit.FINDINGS;
                    }
                }
            }
            return code;
        }
    }

    @Command(
            name = "status",
            description = "Lists labs, their hosts with addresses, and the faults built in.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example: railhead lab status --format json"})
    static final class Status implements Callable<Integer> {
        private final Console console;

        @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this lab.")
        @Nullable String name;

        @Mixin OutputOptions output = new OutputOptions();

        Status(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            output.refuseUnusable(console);
            List<LabInfo> labs = name == null ? all() : List.of(named(name));
            if (output.json()) {
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("schema", "railhead.lab/1");
                document.put("labs", labs.stream().map(LabCommand::document).toList());
                output.write(console, Json.write(document));
                return Exit.OK;
            }
            StringBuilder text = new StringBuilder();
            for (LabInfo lab : labs) {
                text.append("lab ").append(lab.name()).append(": ").append(words(lab)).append('\n');
                lab.faults().forEach(f -> text.append("  fault ").append(f).append('\n'));
                lab.recorded()
                        .ifPresent(r -> text.append("  tools recorded: ").append(r).append('\n'));
                Table table = new Table("host", "state", "management", "rail0", "rail1");
                for (HostInfo host : lab.hosts()) {
                    List<Object> row = new ArrayList<>();
                    row.add(host.name());
                    row.add(host.up() ? "up" : "down");
                    row.addAll(host.addresses());
                    table.row(row.toArray());
                }
                if (!table.isEmpty()) {
                    text.append(table.render(2));
                }
            }
            output.write(console, labs.isEmpty() ? "no lab\n" : text.toString());
            return Exit.OK;
        }

        private static String words(LabInfo lab) {
            return switch (lab.condition()) {
                case UP -> {
                    long up = lab.hosts().stream().filter(HostInfo::up).count();
                    yield up
                            + " of "
                            + lab.hosts().size()
                            + (lab.kind() == HostKind.NAMESPACE
                                    ? " hosts up"
                                    : " " + lab.kind().word() + " hosts up");
                }
                case RAISING -> "being raised";
                case REMAINS ->
                        "remains of a lab that runs no more (railhead lab down " + lab.name() + ")";
            };
        }
    }

    @Command(
            name = "ssh",
            description = {
                "Logs in to a host of a lab as root, or runs one command there.",
                "Exits with the command's own status, or ssh's 255."
            },
            mixinStandardHelpOptions = true,
            footer = {"", "Example: railhead lab ssh h1 ip -br address"})
    static final class Ssh implements Callable<Integer> {
        private final Console console;

        @Option(names = "--name", paramLabel = "NAME", description = "Of the lab.")
        @Nullable String name;

        @Parameters(index = "0", paramLabel = "HOST", description = "Such as h1.")
        String host = "";

        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "COMMAND",
                description = "Runs in the host's shell; without it, a login.")
        List<String> command = new ArrayList<>();

        Ssh(Console console) {
            this.console = console;
        }

        /// As ssh(1) takes it, a `--` between host and command is no part of the command.
        static List<String> spoken(List<String> words) {
            return !words.isEmpty() && words.getFirst().equals("--")
                    ? words.subList(1, words.size())
                    : words;
        }

        /// Options after the host are the command's.
        @Spec
        void leaveTheCommandAlone(CommandSpec spec) {
            spec.parser().stopAtPositional(true);
        }

        @Override
        public Integer call() {
            LabInfo lab = named(name);
            if (lab.condition() != Condition.UP) {
                throw new UserError("the lab " + lab.name() + " is not up");
            }
            HostInfo target =
                    lab.host(host)
                            .orElseThrow(
                                    () ->
                                            new UserError(
                                                    "the lab "
                                                            + lab.name()
                                                            + " has no host "
                                                            + host
                                                            + "; it has "
                                                            + lab.hosts().getFirst().name()
                                                            + " to "
                                                            + lab.hosts().getLast().name()));
            boolean terminal = command.isEmpty() && console.inTerminal();
            try {
                return new ProcessBuilder(Lab.sshCommand(lab, target, spoken(command), terminal))
                        .inheritIO()
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new UserError("cannot run ssh: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Exit.FINDINGS;
            }
        }
    }

    static Map<String, Object> document(LabInfo lab) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", lab.name());
        map.put("kind", lab.kind().word());
        map.put("state", lab.condition().name().toLowerCase(Locale.ROOT));
        List<Map<String, Object>> hosts = new ArrayList<>();
        for (HostInfo host : lab.hosts()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", host.name());
            one.put("up", host.up());
            one.put("address", host.address());
            one.put("rails", host.addresses().subList(1, host.addresses().size()));
            hosts.add(one);
        }
        map.put("hosts", hosts);
        map.put("faults", lab.faults());
        map.put("recorded", lab.recorded().orElse(""));
        map.put("clusterFile", lab.clusterFile().toString());
        map.put("key", lab.key().toString());
        map.put("knownHosts", lab.knownHosts().toString());
        map.put("networkNamespace", lab.networkNamespace().toString());
        return map;
    }
}
