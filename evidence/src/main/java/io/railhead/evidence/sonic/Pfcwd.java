package io.railhead.evidence.sonic;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.switching.ShowCommand;

/// The two ways to ask the PFC watchdog: `pfcwd show stats`, `show pfcwd stats`.
final class Pfcwd {
    private Pfcwd() {}

    static boolean isCommand(String command, String what) {
        CommandLine c = CommandLine.of(command);
        return ShowCommand.is(command, "pfcwd", what) || (c.is("pfcwd", "show") && c.has(what));
    }
}
