package io.railhead.evidence.bmc;

import io.railhead.evidence.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Command lines of `ipmitool`: options of the connection stand before the words that matter.
final class Ipmitool {
    private static final Set<String> WITH_VALUE =
            Set.of(
                    "-I", "-H", "-U", "-P", "-C", "-L", "-p", "-k", "-y", "-f", "-e", "-D", "-t",
                    "-b", "-S", "-N", "-R", "-A", "-O", "-l", "-o", "-m", "-z");

    /// Before a call on the machine itself: without a driver for its BMC there is nobody to ask.
    private static final String GUARD =
            "[ -e /dev/ipmi0 ] || { echo 'no /dev/ipmi0: no BMC, or its driver is not loaded' >&2;"
                    + " exit 1; }; ";

    private Ipmitool() {}

    /// The probe's script for a call on the machine itself.
    static String guarded(String call) {
        return GUARD + call;
    }

    /// Whether a command line is `ipmitool` with these words first.
    static boolean is(String command, String... wanted) {
        String line = command.startsWith(GUARD) ? command.substring(GUARD.length()) : command;
        CommandLine c = CommandLine.of(line);
        if (!c.is("ipmitool")) return false;
        List<String> words = new ArrayList<>();
        List<String> all = c.arguments();
        for (int i = 0; i < all.size(); i++) {
            if (WITH_VALUE.contains(all.get(i))) i++;
            else if (!all.get(i).startsWith("-")) words.add(all.get(i));
        }
        return words.size() >= wanted.length
                && words.subList(0, wanted.length).equals(List.of(wanted));
    }
}
