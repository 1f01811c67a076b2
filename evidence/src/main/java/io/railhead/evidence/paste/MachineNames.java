package io.railhead.evidence.paste;

import java.util.Set;
import java.util.regex.Pattern;

/// Which machine a document's name speaks of. Only a hint: what prompts and lines say goes before.
final class MachineNames {
    private static final Pattern HOST = Pattern.compile("[A-Za-z][A-Za-z0-9-]*\\d[A-Za-z0-9-]*");

    /// First words of file names that end in a digit and name no machine.
    private static final Set<String> COMMANDS = Set.of("iperf3", "ibdev2netdev", "nvme0n1", "ip6");

    private MachineNames() {}

    /// `gpu01` of `gpu01.ethtool.txt` and of `logs/gpu01/dmesg.txt`; empty when the name says none.
    static String ofDocument(String document) {
        String[] parts = document.split("[/\\\\]");
        String file = parts[parts.length - 1];
        int dot = file.indexOf('.');
        if (dot > 0 && file.indexOf('.', dot + 1) > 0) {
            String first = file.substring(0, dot);
            if (HOST.matcher(first).matches() && !COMMANDS.contains(first)) return first;
        }
        if (parts.length > 1 && HOST.matcher(parts[parts.length - 2]).matches()) {
            return parts[parts.length - 2];
        }
        return "";
    }

    /// The file's name without its endings.
    static String stem(String document) {
        String file = document.substring(document.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }
}
