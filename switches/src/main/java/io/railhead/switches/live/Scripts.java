package io.railhead.switches.live;

import io.railhead.configure.Sh;
import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Unreachable;
import java.time.Duration;

/// Scripts as root on a switch that is a Linux. One at a time on the whole switch: a script whose
/// connection was lost goes on by itself, and the next one waits for its end.
final class Scripts implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /// Held while a script runs; `flock` is in util-linux, which SONiC and Cumulus have.
    private static final String LOCK =
            "exec 9>\"${TMPDIR:-/run/lock}/railhead-switch.lock\" || exit 90\n"
                    + "flock -w 300 9 || { echo 'another script of Railhead is at work' >&2; exit 91; }\n";

    private final Session session;

    Scripts(Session session) {
        this.session = session;
    }

    /// @param what is done, as a person would say it
    /// @param script POSIX shell; the first command that fails ends it
    /// @throws SwitchRefusal when the script fails
    String run(String what, String script) throws Unreachable, SwitchRefusal {
        Transcript t = session.runAsRoot(what, LOCK + "set -e\n" + script, LIMIT);
        if (t.truncated()) {
            throw new Unreachable(
                    session.target().name()
                            + ": «"
                            + what
                            + "» did not end within "
                            + LIMIT.toMinutes()
                            + " min");
        }
        if (t.exitCode() != 0) {
            String said = t.stderr().isBlank() ? t.stdout() : t.stderr() + "\n" + t.stdout();
            throw new SwitchRefusal(
                    what, said.isBlank() ? "it ended with status " + t.exitCode() : said);
        }
        return t.stdout();
    }

    static String quote(String word) {
        return Sh.quote(word);
    }

    static String feed(String command, String text) {
        return Sh.feed(command, text);
    }

    @Override
    public void close() {
        session.close();
    }
}
