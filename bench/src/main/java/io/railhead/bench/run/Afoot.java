package io.railhead.bench.run;

import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Unreachable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What a run has started on hosts and not ended yet: servers, and clients that hosts run now. It
/// can be ended from another thread.
public final class Afoot {
    /// How long one `timeout` may take to end what it runs, in seconds, before it kills it: fio
    /// closes its files and its folder goes.
    public static final int KILL_AFTER = 5;

    private final Set<Served> servers = ConcurrentHashMap.newKeySet();
    private final Set<Client> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /// @param mark in the environment of all that it started
    private record Client(Session session, String mark) {
        void end() {
            try {
                Transcript _ =
                        session.run(
                                "end of a client",
                                endScript(mark),
                                Duration.ofSeconds(KILL_AFTER + 5));
            } catch (Unreachable e) {
                // Its host ends it when it sees the connection gone.
            }
        }
    }

    public Set<Served> servers() {
        return servers;
    }

    /// Whether the run is to end.
    public boolean stopped() {
        return stopped;
    }

    /// Runs clients on a host and waits for their end, as [Machine#run] does.
    ///
    /// @param script whose programs stand under `timeout`
    public Transcript client(Machine on, String label, String script, Duration limit)
            throws Unreachable {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        Client client = new Client(on.session(), HexFormat.of().formatHex(random));
        clients.add(client);
        try {
            return on.run(
                    label, tethered(client.mark(), script), limit.plusSeconds(KILL_AFTER + 2));
        } finally {
            clients.remove(client);
        }
    }

    /// Ends all clients and then all servers. What is about to be started is waited for, so that
    /// nothing outlives this. One that cannot be reached ends by itself.
    ///
    /// @param patience with all clients together, then with each server
    public void stop(Duration patience) {
        stopped = true;
        long until = System.nanoTime() + patience.toNanos();
        while (!clients.isEmpty() && System.nanoTime() < until) {
            together(clients.stream().<Runnable>map(c -> c::end).toList(), patience);
            together(List.of(() -> pause(100)), patience);
        }
        Served.stopAll(servers, patience);
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// All at the same time.
    ///
    /// @param patience with each
    static void together(List<Runnable> all, Duration patience) {
        List<Thread> running = new ArrayList<>();
        all.forEach(one -> running.add(Thread.startVirtualThread(one)));
        for (Thread thread : running) {
            try {
                thread.join(patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /// The script, ended when what started its shell is gone: sshd ends nothing when a connection
    /// dies, and a client without output would run to its limit. What is watched is the parent, or
    /// above a `timeout` that the session put there, its parent.
    private static String tethered(String mark, String script) {
        return """
        @END@
        RAILHEAD_CLIENT=@MARK@; export RAILHEAD_CLIENT
        p=$PPID
        IFS= read -r n 2>/dev/null </proc/$p/comm
        if [ "$n" = timeout ]; then
            IFS= read -r l </proc/$p/stat; l=${l##*) }; set -- $l; p=$2
        fi
        (
        @SCRIPT@
        ) &
        c=$!
        (
        s=; trap 'kill $s 2>/dev/null; exit 0' TERM
        [ -d "/proc/$p" ] || exit 0
        while [ -d "/proc/$p" ]; do sleep 2 & s=$!; wait $s; done
        ended
        ) >/dev/null 2>&1 &
        w=$!
        wait $c
        r=$?
        kill $w 2>/dev/null
        wait $w 2>/dev/null
        [ $r = 0 ] || kill -KILL $(marked all) 2>/dev/null
        exit $r
        """
                .replace("@END@", end(mark))
                .replace("@MARK@", mark)
                .replace("@SCRIPT@", script);
    }

    /// Each `timeout` passes the signal on to all of its group; a `sleep` is before a client that
    /// has not begun. What is left then has gone into a session of its own, as the jobs of fio do.
    private static String end(String mark) {
        return """
        marked() {
            for f in $(grep -ls 'RAILHEAD_CLIENT=@MARK@' /proc/[0-9]*/environ); do
                i=${f#/proc/}; i=${i%/environ}; n=
                IFS= read -r n </proc/$i/comm || continue
                case $1:$n in all:*|:timeout|:sleep) echo $i ;; esac
            done 2>/dev/null
        }
        ended() {
            kill -TERM $(marked) 2>/dev/null
            n=0
            while [ -n "$(marked)" ] && [ $n -lt @TENTHS@ ]; do sleep 0.1; n=$((n+1)); done
            kill -KILL $(marked all) 2>/dev/null
        }
        """
                .replace("@TENTHS@", Integer.toString((KILL_AFTER + 1) * 10))
                .replace("@MARK@", mark);
    }

    private static String endScript(String mark) {
        return end(mark) + "ended\nexit 0\n";
    }
}
