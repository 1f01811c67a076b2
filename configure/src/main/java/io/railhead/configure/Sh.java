package io.railhead.configure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Pieces of POSIX shell.
public final class Sh {
    private static final String LIBRARY =
            Stream.of(
                            "lib.sh",
                            "sysctl.sh",
                            "block.sh",
                            "network.sh",
                            "links.sh",
                            "ssh.sh",
                            "sshd.sh",
                            "live.sh",
                            "look.sh",
                            "journal.sh",
                            "seal.sh",
                            "switch.sh",
                            "begin.sh",
                            "back.sh")
                    .map(Sh::load)
                    .collect(Collectors.joining());

    /// As in `lib.sh`: already `cat` may stand in `/usr/local/bin` under the name of the system's.
    private static final String PATH =
            "export PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin\n";

    private Sh() {}

    /// One word, whatever it holds.
    public static String quote(String text) {
        if (!text.isEmpty() && text.matches("[A-Za-z0-9_./:@%+=,-]+")) {
            return text;
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /// A command line of words, each quoted; the first one, a function or command, is not.
    public static String call(String command, String... words) {
        return Stream.concat(Stream.of(command), Stream.of(words).map(Sh::quote))
                .collect(Collectors.joining(" "));
    }

    /// A command with `text` on its standard input, unchanged but for a newline at its end.
    public static String feed(String command, String text) {
        String end = "RH_END";
        for (int i = 0; text.contains(end); i++) {
            end = "RH_END_" + i;
        }
        return command + " <<'" + end + "'\n" + text + (text.endsWith("\n") ? "" : "\n") + end;
    }

    /// A whole script for a machine: the library, and `body` in a function that is called on the
    /// last line, so that a script cut on its way does nothing.
    public static String script(String body) {
        return PATH
                + feed("rh_library=$(cat", LIBRARY)
                + "\n)\neval \"$rh_library\"\nrh_main() {\n"
                + body
                + "\nrh_say complete\n}\nrh_main\n";
    }

    /// A further part of the library, for the scripts that need it.
    static String part(String name) {
        return load(name);
    }

    private static String load(String name) {
        try (InputStream in = Sh.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not beside " + Sh.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
