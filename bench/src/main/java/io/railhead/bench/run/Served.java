package io.railhead.bench.run;

import io.railhead.bench.tool.Reader;
import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A benchmark's server on a machine, from a free port to the end of its process group.
///
/// It runs in a session of its own on the machine, detached from the connection, under `timeout`:
/// when this program or the connection dies, it ends by itself at its limit and leaves nothing.
public final class Served {
    /// How long a server may take from its start until it listens.
    private static final int LISTEN_TENTHS = 50;

    private static final Pattern STARTED =
            Pattern.compile("(?m)^railhead-server (\\d+) (\\d+) (\\S+)$");

    private final Session session;
    private final int port;
    private final int pid;
    private final String directory;

    private Served(Session session, int port, int pid, String directory) {
        this.session = session;
        this.port = port;
        this.pid = pid;
        this.directory = directory;
    }

    /// Ends all of them at the same time and empties the set. One that cannot be reached ends by
    /// itself at its limit.
    ///
    /// @param patience with each
    public static void stopAll(Set<Served> servers, Duration patience) {
        List<Runnable> stopping = new ArrayList<>();
        for (Served server : servers) {
            stopping.add(
                    () -> {
                        try {
                            Transcript _ = server.stop();
                        } catch (Unreachable e) {
                            // It ends by itself at its limit.
                        }
                    });
        }
        servers.clear();
        Afoot.together(stopping, patience);
    }

    public int port() {
        return port;
    }

    /// @param server empty when it did not come up
    /// @param why what it said, then
    public record Start(Optional<Served> server, String why) {}

    /// One whose listening port shows that it takes clients.
    static Start start(Session session, String label, String command, int firstPort, Duration limit)
            throws Unreachable {
        return start(session, label, command, firstPort, Optional.empty(), limit);
    }

    /// Starts the command on the first free port and waits until it listens.
    ///
    /// @param command uses `$port`
    /// @param firstPort tried first (firewalls often open the tool's own); then others
    /// @param limit after which the server ends by itself
    /// @param says what it prints once it takes clients, where no listening TCP port shows it
    public static Start start(
            Session session,
            String label,
            String command,
            int firstPort,
            Optional<String> says,
            Duration limit)
            throws Unreachable {
        Transcript t =
                session.run(
                        label + " (start of the server)",
                        startScript(command, firstPort, says, Math.max(1, limit.toSeconds())),
                        Duration.ofSeconds(30));
        Matcher m = STARTED.matcher(t.stdout());
        if (m.find()) {
            return new Start(
                    Optional.of(
                            new Served(
                                    session,
                                    Integer.parseInt(m.group(1)),
                                    Integer.parseInt(m.group(2)),
                                    m.group(3))),
                    "");
        }
        return new Start(Optional.empty(), "server: " + Reader.why(t, List.of()));
    }

    /// Ends the server and gives what it printed. Safe to call when it has ended already.
    Transcript stop() throws Unreachable {
        return session.run(
                "server log",
                """
                d='%s'
                [ -d "$d" ] || exit 0
                kill -TERM -%d 2>/dev/null
                n=0
                while kill -0 -%d 2>/dev/null && [ $n -lt 20 ]; do sleep 0.05; n=$((n+1)); done
                kill -KILL -%d 2>/dev/null
                head -c 65536 "$d/log" 2>/dev/null
                rm -rf "$d"
                """
                        .formatted(directory, pid, pid, pid),
                Duration.ofSeconds(10));
    }

    static String startScript(
            String command, int firstPort, Optional<String> says, long limitSeconds) {
        return """
        d=$(mktemp -d "${TMPDIR:-/tmp}/railhead-bench.XXXXXX") || exit 1
        cat >"$d/run" <<'RAILHEAD'
        port=$1; d=$2
        timeout --foreground -k 1 @LIMIT@ @COMMAND@ >"$d/log" 2>&1 </dev/null
        echo "ended with status $?" >>"$d/log"
        # Whoever started this reads the log within the time; otherwise it goes by itself.
        sleep 20
        rm -rf "$d"
        RAILHEAD
        listening() { ss -Htln "sport = :$1" 2>/dev/null | grep -q .; }
        serving() { @SERVING@; }
        port=@FIRST@
        tries=0
        while [ $tries -lt 8 ]; do
            if ! listening $port; then
                : >"$d/log"
                setsid sh "$d/run" $port "$d" >/dev/null 2>&1 </dev/null &
                pid=$!
                n=0
                while [ $n -lt @TENTHS@ ]; do
                    if serving; then
                        echo "railhead-server $port $pid $d"
                        exit 0
                    fi
                    # It has ended, or could not start at all.
                    grep -q '^ended with status' "$d/log" && break
                    kill -0 $pid 2>/dev/null || break
                    sleep 0.1
                    n=$((n+1))
                done
                kill -KILL -$pid 2>/dev/null
                # Only a port that someone else took is worth another try.
                grep -qi 'in use' "$d/log" || break
            fi
            tries=$((tries+1))
            port=$(( 20000 + ( @FIRST@ * 7 + $$ * 31 + tries * 977 ) % 10000 ))
        done
        if [ -s "$d/log" ]; then
            grep -v -e '^ended with' -e 'exiting$' "$d/log" | tail -n 3 >&2
        else
            echo "no free port, or it never listened" >&2
        fi
        rm -rf "$d"
        exit 1
        """
                .replace("@LIMIT@", Long.toString(limitSeconds))
                .replace("@COMMAND@", command)
                .replace(
                        "@SERVING@",
                        says.map(w -> "grep -qF '" + w + "' \"$d/log\"").orElse("listening $port"))
                .replace("@FIRST@", Integer.toString(firstPort))
                .replace("@TENTHS@", Integer.toString(LISTEN_TENTHS));
    }
}
