package io.railhead.configure;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who makes changes, and from where: named in every journal and lock, so that a second one is told
/// whom it meets.
///
/// @param host name of the machine that Railhead runs on
/// @param pid process there
/// @param born when that process started, in milliseconds since 1970: a process id may come again
/// @param version of Railhead
public record Controller(String host, String user, long pid, long born, String version) {

    private static final Pattern LINE =
            Pattern.compile("railhead \\S+ by .*@(\\S+) \\(process (\\d{1,18})\\) since (\\S+)");

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

    /// Whether the process that a text names as [#line] does ran on this machine and is dead. A
    /// process of its number that was born later is another one.
    public boolean knowsDead(String text) {
        Matcher named = LINE.matcher(text);
        if (!named.find() || !named.group(1).equals(host)) {
            return false;
        }
        try {
            long since = Instant.parse(named.group(3)).plusSeconds(1).toEpochMilli();
            return ProcessHandle.of(Long.parseLong(named.group(2)))
                    .map(p -> !p.isAlive() || born(p) > since)
                    .orElse(true);
        } catch (DateTimeParseException | NumberFormatException e) {
            return false;
        }
    }

    /// Whether the process that a text names as [#line] does runs on this machine and still lives.
    public boolean knowsAlive(String text) {
        Matcher named = LINE.matcher(text);
        return named.find() && named.group(1).equals(host) && !knowsDead(text) && isTime(named);
    }

    private static boolean isTime(Matcher named) {
        try {
            Instant.parse(named.group(3));
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
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
