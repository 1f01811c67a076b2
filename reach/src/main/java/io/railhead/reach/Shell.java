package io.railhead.reach;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// What is sent to a machine to run a script there: nothing of it stands in a process list, the
/// machine itself ends it when the connection is gone, and it can be killed with all it started.
final class Shell {
    private Shell() {}

    /// The one command that is ever run by sudo, without arguments: its script comes on standard
    /// input. So a single line in sudoers allows all there is, and nothing else
    /// ([SudoRights#rule]).
    static final String ROOT_SHELL = "/bin/sh";

    /// The first line of every script. The system's own programs come first: what stands in
    /// `/usr/local/bin`, or in a folder that the login's `PATH` names first, under the name of one
    /// of them would tell lies or be in the way. What only such folders have is still found.
    static final String PATH =
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin:$PATH; export PATH";

    /// Where `timeout` is.
    static final String TIMEOUT = "$(" + PATH + "; command -v timeout)";

    /// What to ask sshd for. The login shell replaces itself, so any login shell will do.
    ///
    /// @param limit after which the machine itself kills the script, where it has `timeout`; under
    ///     sudo that is in [#input]
    static String command(boolean sudo, Duration limit) {
        if (sudo) {
            return "exec sudo -n -- " + ROOT_SHELL;
        }
        String run =
                "t=" + TIMEOUT + " && exec $t -k 2 " + seconds(limit) + " /bin/sh; exec /bin/sh";
        return "exec /bin/sh -c '" + run + "'";
    }

    private static long seconds(Duration limit) {
        return limit.toSeconds() + 5;
    }

    /// What the shell that [#command] starts is to read.
    static byte[] input(boolean sudo, String mark, String script, Duration limit) {
        byte[] wrapped = wrap(mark, script);
        if (!sudo) {
            return wrapped;
        }
        String end = mark + "-END";
        return ("{\nif l="
                        + TIMEOUT
                        + "; then l=\"$l -k 2 "
                        + seconds(limit)
                        + "\"; else l=; fi\n$l /bin/sh <<'"
                        + end
                        + "'\n"
                        + new String(wrapped, StandardCharsets.UTF_8)
                        + end
                        + "\nexit $?\n}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /// The script in a group that the shell reads whole before it runs any of it, and that cannot
    /// read the rest of the shell's input. Mark and process numbers come first on both streams:
    /// what stands before them is the login shell's chatter.
    static byte[] wrap(String mark, String script) {
        return ("{\n"
                        + PATH
                        + "\nprintf '%s\\n' '"
                        + mark
                        + "'\nprintf '%s %s %s\\n' '"
                        + mark
                        + "' $$ $PPID >&2\n"
                        + script
                        + "\n} </dev/null\nexit\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Kills a script's shell, what descends from it, and the rest of its session where the session
    /// is its own. Only `/proc` and built-in commands are used.
    static String killer(Pids pids) {
        return """
        r=%d p=%d sid= all=" $r "
        if IFS= read -r l 2>/dev/null </proc/$r/stat; then l=${l##*) }; set -- $l; sid=$4; fi
        case $sid in $r|$p) ;; '') sid=$p ;; *) sid=none ;; esac
        scan() {
          for f in /proc/[0-9]*/stat; do
            { IFS= read -r l <"$f"; } 2>/dev/null || continue
            i=${l%%%% *}; l=${l##*) }; set -- $l
            case $all in *" $i "*) continue ;; esac
            case $4 in $sid) all="$all$i " more=1; continue ;; esac
            case $all in *" $2 "*) all="$all$i " more=1 ;; esac
          done
        }
        sweep() { n=0 more=1; while [ $more = 1 ] && [ $n -lt 20 ]; do more=0 n=$((n+1)); scan; done; }
        sweep
        kill -TERM $all 2>/dev/null
        sleep 0.2 2>/dev/null || sleep 1
        sweep
        kill -KILL $all 2>/dev/null
        exit 0
        """
                .formatted(pids.shell(), pids.parent());
    }

    /// Process numbers of a script's shell and of what started it.
    record Pids(int shell, int parent) {}

    /// Drops everything up to the mark's line and learns the process numbers from it.
    static final class AfterMark implements ByteSink {
        private static final int PREAMBLE_CAP = 256 << 10;

        private final byte[] mark;
        private final ByteSink rest;
        private byte[] seen = new byte[0];
        private boolean found;
        private volatile Optional<Pids> pids = Optional.empty();

        AfterMark(String mark, ByteSink rest) {
            this.mark = mark.getBytes(StandardCharsets.US_ASCII);
            this.rest = rest;
        }

        Optional<Pids> pids() {
            return pids;
        }

        /// What came instead of the mark, when it never came.
        synchronized String preamble() {
            return found ? "" : new String(seen, StandardCharsets.UTF_8);
        }

        synchronized boolean found() {
            return found;
        }

        @Override
        public synchronized boolean accept(byte[] bytes, int offset, int length) {
            if (found) {
                return length == 0 || rest.accept(bytes, offset, length);
            }
            byte[] all = new byte[seen.length + length];
            System.arraycopy(seen, 0, all, 0, seen.length);
            System.arraycopy(bytes, offset, all, seen.length, length);
            seen = all;
            int at = indexOf(all, mark, 0);
            int end = at < 0 ? -1 : indexOf(all, new byte[] {'\n'}, at);
            if (end < 0) {
                return all.length <= PREAMBLE_CAP;
            }
            found = true;
            seen = new byte[0];
            pids = read(new String(all, at, end - at, StandardCharsets.US_ASCII));
            return end + 1 == all.length || rest.accept(all, end + 1, all.length - end - 1);
        }

        private static Optional<Pids> read(String line) {
            String[] words = line.split(" ");
            if (words.length != 3 || !(words[1] + words[2]).matches("\\d{1,18}")) {
                return Optional.empty();
            }
            try {
                return Optional.of(
                        new Pids(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    static int indexOf(byte[] in, byte[] what, int from) {
        return indexOf(in, in.length, what, from);
    }

    /// Where `what` begins within the first `length` bytes, or -1.
    static int indexOf(byte[] in, int length, byte[] what, int from) {
        outer:
        for (int i = from; i <= length - what.length; i++) {
            for (int j = 0; j < what.length; j++) {
                if (in[i + j] != what[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }
}
