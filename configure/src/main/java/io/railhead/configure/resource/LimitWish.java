package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Limits that a policy wants, by their names in limits.conf(5).
final class LimitWish {
    private LimitWish() {}

    static TreeMap<String, String> of(HostPolicy policy) {
        TreeMap<String, String> all = new TreeMap<>(policy.launch().limits());
        policy.memlock().ifPresent(v -> all.put("memlock", v));
        return all;
    }

    /// As [Item#want] keeps them, under `limit:`.
    static TreeMap<String, String> of(Item item) {
        TreeMap<String, String> all = new TreeMap<>();
        item.want()
                .forEach(
                        (k, v) -> {
                            if (k.startsWith("limit:")) {
                                all.put(k.substring("limit:".length()), v);
                            }
                        });
        return all;
    }

    static String why(Cluster cluster, Host host, TreeMap<String, String> wanted) {
        return Why.policy(
                cluster,
                host,
                p -> List.of(p.memlock(), p.launch().limits()),
                "limits",
                String.join(", ", wanted.keySet()));
    }

    /// The least with which a login works, in the unit of limits.conf(5). Tried with bash and sshd
    /// of Debian 13: a login shell with a pipe ends for want of memory below 500 KiB of data and
    /// below 64 KiB of stack; sshd, PAM, sudo and the shells of others need several times as much.
    ///
    /// No login needs anything of `core`, `locks`, `memlock`, `msgqueue`, `rss`, `rtprio` and
    /// `sigpending`.
    private record Least(long value, String unit, String why) {}

    private static final Map<String, Least> LEAST =
            Map.of(
                    "as",
                    new Least(
                            131_072,
                            " KiB",
                            "a login maps its libraries, and so does each command"),
                    "cpu",
                    new Least(1, " minute", "with 0 each process is ended after a second"),
                    "data",
                    new Least(16_384, " KiB", "sshd, PAM and a shell cannot start with less"),
                    "fsize",
                    new Least(1024, " KiB", "a login writes its records, and a run its journal"),
                    "maxlogins",
                    new Least(2, "", "a fresh login must be let in while another one is open"),
                    "maxsyslogins",
                    new Least(2, "", "a fresh login must be let in while another one is open"),
                    "nofile",
                    new Least(64, "", "sshd, PAM and a shell open libraries, pipes and sockets"),
                    "nproc",
                    new Least(32, "", "all processes and threads of a user count together"),
                    "stack",
                    new Least(256, " KiB", "programs and their arguments do not start in less"));

    private static Optional<Least> missed(String limit, String value) {
        return Optional.ofNullable(LEAST.get(limit))
                .filter(l -> value.matches("[0-9]{1,18}") && Long.parseLong(value) < l.value());
    }

    /// A login whose limits cannot be set is refused by `pam_limits`, so what the kernel would not
    /// take must not be written; nor what no login works with.
    ///
    /// @param most `fs.nr_open`: the most open files that a process may be allowed
    static Optional<String> refusal(String limit, String value, String most) {
        Optional<Least> missed = missed(limit, value);
        if (missed.isPresent()) {
            Least least = missed.get();
            return Optional.of(
                    "cannot be "
                            + value
                            + ": no login works with less than "
                            + least.value()
                            + least.unit()
                            + " ("
                            + least.why()
                            + ")");
        }
        if (!limit.equals("nofile") || !most.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        boolean tooMuch =
                !value.matches("[0-9]{1,18}") || Long.parseLong(value) > Long.parseLong(most);
        return tooMuch
                ? Optional.of(
                        "cannot be "
                                + value
                                + ": the kernel allows "
                                + most
                                + " at most (fs.nr_open), and refuses logins that ask for more")
                : Optional.empty();
    }

    /// What to do about a refusal.
    static String remedy(String limit, String value) {
        return missed(limit, value)
                .map(l -> "want " + l.value() + " or more, or leave it out")
                .orElse("want less of it");
    }
}
