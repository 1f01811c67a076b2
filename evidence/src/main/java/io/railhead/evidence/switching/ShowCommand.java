package io.railhead.evidence.switching;

import io.railhead.evidence.CommandLine;
import java.util.List;

/// A switch's `show` command, as far as parsers tell them apart.
public final class ShowCommand {
    private ShowCommand() {}

    /// Whether a command line is `show` with these words first; `*` stands for any one word. What
    /// follows (an interface, a pipe) does not matter.
    public static boolean is(String command, String... words) {
        CommandLine c = CommandLine.of(command);
        if (!c.is("show")) return false;
        List<String> operands = c.arguments();
        if (operands.size() < words.length) return false;
        for (int i = 0; i < words.length; i++) {
            if (!words[i].equals("*") && !operands.get(i).equals(words[i])) return false;
        }
        return true;
    }
}
