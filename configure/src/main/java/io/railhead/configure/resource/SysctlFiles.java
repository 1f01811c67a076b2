package io.railhead.configure.resource;

import io.railhead.configure.Observed;
import io.railhead.configure.Sh;
import io.railhead.model.sysctl.SysctlKey;
import io.railhead.model.sysctl.SysctlOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What all files that set kernel settings at boot say of some keys (sysctl.d(5)).
final class SysctlFiles {
    private SysctlFiles() {}

    /// Shell that notes every line of them that sets one of the keys.
    static String observe(List<String> keys) {
        String regex =
                "^[[:space:]]*-?[[:space:]]*("
                        + keys.stream().map(SysctlFiles::either).collect(Collectors.joining("|"))
                        + ")[[:space:]]*=";
        return "rh_n settings \"$(grep -HnE "
                + Sh.quote(regex)
                + " /etc/sysctl.conf /etc/sysctl.d/*.conf /run/sysctl.d/*.conf"
                + " /usr/local/lib/sysctl.d/*.conf /usr/lib/sysctl.d/*.conf /lib/sysctl.d/*.conf"
                + " 2>/dev/null | rh_b64)\"";
    }

    /// An extended regular expression for a key written with dots or with slashes.
    private static String either(String key) {
        return escaped(SysctlKey.dotted(key)) + "|" + escaped(SysctlKey.path(key));
    }

    private static String escaped(String key) {
        return key.replaceAll("([^A-Za-z0-9_/-])", "\\\\$1");
    }

    /// A line of a file read after ours that gives the key another value.
    static Optional<String> overriding(Observed is, String file, String key, String value) {
        return lines(is)
                .filter(
                        part ->
                                !part[0].equals(SysctlOrder.SYSCTL_CONF)
                                        && SysctlOrder.isNamedAfter(part[0], file)
                                        && SysctlKey.path(key(part[2])).equals(SysctlKey.path(key))
                                        && !value(part[2]).equals(value))
                .map(part -> part[0] + " line " + part[1])
                .findFirst();
    }

    /// Whether the last line that sets a key, of those read at boot, stands in somebody else's file
    /// below `/etc/sysctl.d` with the wanted value. Files elsewhere may be hidden by one of their
    /// name there, so they do not count.
    static boolean keep(Observed is, String key, String value) {
        Optional<String[]> last =
                lines(is)
                        .filter(part -> part[0].matches(".*/sysctl\\.d/[^/]+"))
                        .filter(part -> SysctlKey.path(key(part[2])).equals(SysctlKey.path(key)))
                        .max(
                                Comparator.comparing((String[] part) -> SysctlOrder.name(part[0]))
                                        .thenComparing(part -> part[0].startsWith("/etc/") ? 1 : 0)
                                        .thenComparing(part -> Integer.parseInt(part[1])));
        return last.filter(part -> part[0].startsWith("/etc/sysctl.d/"))
                .filter(part -> value(part[2]).equals(value))
                .isPresent();
    }

    /// `FILE`, `LINE`, `KEY = VALUE` of every line in a file that sets one of the keys.
    private static Stream<String[]> lines(Observed is) {
        String text = new String(is.bytes("settings").orElse(new byte[0]), StandardCharsets.UTF_8);
        return text.lines()
                .map(l -> l.split(":", 3))
                .filter(part -> part.length == 3 && part[1].matches("[0-9]{1,9}"))
                .filter(part -> part[0].startsWith("/") && part[2].contains("="));
    }

    static String key(String assignment) {
        return assignment.split("=", 2)[0].strip().replaceFirst("^-\\s*", "").strip();
    }

    private static String value(String assignment) {
        return SysctlKey.folded(assignment.split("=", 2)[1]);
    }
}
