package io.railhead.configure;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who makes changes, and from where: named in every journal and lock, so that a second one is told
/// whom it meets.
///
/// @param host name of the machine that Railhead runs on
/// @param pid process there
/// @param born when that process started, in milliseconds since 1970: a process id may come again
/// @param version of Railhead
public record Controller(String host, String user, long pid, long born, String version) {

    /// This process.
    public static Controller ofThisProcess(String host, String user, String version) {
        ProcessHandle self = ProcessHandle.current();
        return new Controller(host, user, self.pid(), born(self), version);
    }

    private static long born(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// One line: `railhead apply by ann@admin (process 123) since 2026-11-28T00:00:00Z`.
    String line(String doing, Instant now) {
        return "railhead "
                + doing
                + " by "
                + user
                + "@"
                + host
                + " (process "
                + pid
                + ") since "
                + now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
    }

    /// What a run's journal says about who began it.
    Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("controller", host);
        about.put("user", user);
        about.put("pid", Long.toString(pid));
        about.put("born", Long.toString(born));
        about.put("version", version);
        return about;
    }

    /// Whether a run was begun by a process of this machine that no longer lives, so that nobody
    /// will confirm it any more.
    boolean knowsDead(RunReport run) {
        if (!host.equals(run.about().get("controller"))) {
            return false;
        }
        try {
            long theirs = Long.parseLong(run.about().getOrDefault("pid", ""));
            long theirBirth = Long.parseLong(run.about().getOrDefault("born", ""));
            return ProcessHandle.of(theirs)
                    .map(p -> !p.isAlive() || born(p) != theirBirth)
                    .orElse(true);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
