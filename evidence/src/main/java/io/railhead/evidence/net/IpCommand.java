package io.railhead.evidence.net;

import io.railhead.evidence.CommandLine;
import java.util.List;

/// What an `ip` command line shows. Objects may be shortened to any length: `ip a`, `ip -br addr`.
final class IpCommand {
    private IpCommand() {}

    static boolean shows(CommandLine line, String... objects) {
        if (!line.is("ip")) return false;
        List<String> words = line.operands();
        int i = 0;
        // `ip -n NAMESPACE …`, `ip -f inet …`
        if (line.has("-n") || line.has("-netns") || line.has("-f") || line.has("-family")) i++;
        if (i >= words.size()) return false;
        String word = words.get(i);
        for (String object : objects) {
            if (object.startsWith(word) || (object.equals("neighbour") && word.equals("neighbor")))
                return true;
        }
        return false;
    }
}
