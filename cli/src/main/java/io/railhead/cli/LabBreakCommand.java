package io.railhead.cli;

import io.railhead.lab.Fault;
import io.railhead.lab.LabInfo;
import io.railhead.lab.LabInfo.HostInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead lab break`.
@Command(
        name = "break",
        description = {
            "Breaks rails of a lab that is up, as a hand or a cable would: no file changes, and a"
                    + " restarted host is whole again (its cable is not).",
            "FAULT is as in lab up --fault: rail-mtu, wrong-prefix, duplicate-address, bare-rail,"
                    + " link-down."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example: railhead lab break link-down:h2/eth1"})
final class LabBreakCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--name", paramLabel = "NAME", description = "Of the lab.")
    @Nullable String name;

    @Parameters(arity = "1..*", paramLabel = "FAULT", description = "Such as rail-mtu:h2/eth1.")
    List<String> faults = new ArrayList<>();

    LabBreakCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Fault> parsed = new ArrayList<>();
        for (String text : faults) {
            switch (Fault.parse(text)) {
                case Fault.Parsed.Good(Fault fault) -> parsed.add(fault);
                case Fault.Parsed.Bad(String why) -> throw new UserError(why);
            }
        }
        LabInfo lab = LabCommand.named(name);
        for (Fault fault : parsed) {
            Optional<String> why = LabCommand.lab().breakNow(lab.name(), fault);
            if (why.isPresent()) {
                throw new UserError(fault + ": " + why.get());
            }
            console.out().println("broken: " + fault);
        }
        return Exit.OK;
    }

    /// `railhead lab heal`.
    @Command(
            name = "heal",
            description = {
                "Makes the rails of a lab that is up as they were meant: address, MTU, cable, live.",
                "What a host's files say stays as it is."
            },
            mixinStandardHelpOptions = true,
            footer = {"", "Example: railhead lab heal h2"})
    static final class Heal implements Callable<Integer> {
        private final Console console;

        @Option(names = "--name", paramLabel = "NAME", description = "Of the lab.")
        @Nullable String name;

        @Parameters(
                arity = "0..*",
                paramLabel = "HOST",
                description = "Such as h2; all hosts when none is named.")
        List<String> hosts = new ArrayList<>();

        Heal(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            LabInfo lab = LabCommand.named(name);
            List<String> wanted =
                    hosts.isEmpty() ? lab.hosts().stream().map(HostInfo::name).toList() : hosts;
            Optional<String> why = LabCommand.lab().heal(lab.name(), wanted);
            if (why.isPresent()) {
                throw new UserError(why.get());
            }
            console.out().println("healed: " + String.join(", ", wanted));
            return Exit.OK;
        }
    }
}
