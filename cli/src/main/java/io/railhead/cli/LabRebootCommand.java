package io.railhead.cli;

import io.railhead.lab.LabInfo;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.Restart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead lab reboot`.
@Command(
        name = "reboot",
        description = {
            "Restarts booted hosts and waits until they accept logins, or starts those that were"
                    + " switched off. Needs no way in.",
            "What was only set live is gone afterwards; what files say is there."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example: railhead lab reboot h1 h2"})
final class LabRebootCommand implements Callable<Integer> {
    /// A boot takes 1 s where nothing else is at work, and minutes where a lot is.
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Console console;

    @Option(names = "--name", paramLabel = "NAME", description = "Of the lab.")
    @Nullable String name;

    @Option(
            names = "--hard",
            description = "As by the power switch: nothing is ended or written first.")
    boolean hard;

    @Parameters(
            arity = "0..*",
            paramLabel = "HOST",
            description = "Such as h1; all hosts when none is named.")
    List<String> hosts = new ArrayList<>();

    LabRebootCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        LabInfo lab = LabCommand.named(name);
        List<String> wanted =
                hosts.isEmpty() ? lab.hosts().stream().map(HostInfo::name).toList() : hosts;
        int code = Exit.OK;
        for (String host : wanted) {
            switch (LabCommand.lab().restart(lab, host, hard, LIMIT)) {
                case Restart.Booted _ -> console.out().println(host + " is up again");
                case Restart.Refused(String why) -> throw new UserError(why);
                case Restart.Late(String words) -> {
                    console.err()
                            .println(
                                    "railhead: "
                                            + host
                                            + " was not up within "
                                            + LIMIT.toMinutes()
                                            + " minutes: "
                                            + words);
                    code = Exit.FINDINGS;
                }
            }
        }
        return code;
    }
}
