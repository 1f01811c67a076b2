package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Risk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Files that decide more than what they were written for, by [Decides]. A change of one is made
/// under a dead-man's switch, and a program that knows whether such a file is sound is asked.
final class AccessFile {

    /// Programs that know whether such a file is sound, by the path it is for.
    private enum Judge {
        SSHD(
                "/etc/ssh/sshd_config(\\.d/.*)?",
                """
                sshd=$(command -v sshd || echo /usr/sbin/sshd)
                if [ -x "$sshd" ]; then
                    # It also fails for want of host keys, or of its directory.
                    said=$("$sshd" -t 2>&1) || case $said in */etc/ssh/sshd_config*)
                        rh_fail "sshd -t does not take it: $(printf %s "$said" | head -n 1)" ||
                            exit 1 ;; esac
                fi
                """),
        SUDO(
                "/etc/sudoers(\\.d/.*)?",
                """
                if rh_have visudo; then
                    said=$(visudo -c 2>&1) || rh_fail "visudo -c does not take it: $(printf %s \
                "$said" | grep -v ': parsed OK$' | head -n 1)" || exit 1
                fi
                """),
        /// Files of every login shell. One that ends, or waits, there lets nobody in, though a
        /// command over SSH, which needs no login shell, still works.
        SHELL(
                "/etc/(profile|bash\\.bashrc|bashrc|environment)|/etc/profile\\.d/.*\\.sh",
                """
                limit=
                if rh_have timeout; then limit='timeout 10'; fi
                for sh in sh bash; do
                    rh_have $sh || continue
                    said=$(cd / && HOME=${HOME:-/} $limit $sh -l -c 'echo rh-is-in' \
                        2>&1 </dev/null) || true
                    case $said in *rh-is-in*) continue ;; esac
                    rh_fail "a login shell ($sh -l) ends before its first command: $(printf %s \
                "$said" | tail -n 1)" || exit 1
                done
                """),
        FSTAB(
                "/etc/fstab",
                """
                if rh_have findmnt; then
                    said=$(findmnt --verify --tab-file /etc/fstab 2>&1) || case $said in
                    *'parse error'*)
                        rh_fail "findmnt --verify does not take it: $(printf %s "$said" |
                            grep -m 1 'parse error')" || exit 1 ;; esac
                fi
                """),
        UDEV(
                "/(etc|run)/udev/rules\\.d/.*\\.rules",
                """
                # Since systemd 254.
                if rh_have udevadm && udevadm verify --help >/dev/null 2>&1; then
                    said=$(udevadm verify "$rh_judged" 2>&1) || rh_fail \
                "udevadm verify does not take it: $(printf %s "$said" | head -n 1)" || exit 1
                fi
                """);

        private final Pattern paths;
        private final String script;

        Judge(String paths, String script) {
            this.paths = Pattern.compile(paths);
            this.script = script;
        }
    }

    /// As the intent refuses them by name: `PolicyFiles`.
    private static final Pattern TOOLS =
            Pattern.compile(
                    "/(?:usr/)?(?:s?bin/.*|lib[^/]*/.*\\.so(?:\\..*)?)|/var/lib/railhead(/.*)?");

    /// Of what lies elsewhere and has such a name too, as alternatives have.
    private static final Pattern CALLED =
            Pattern.compile(
                    "/(?:usr/)?(?:s?bin/(?:"
                            + Decides.TOOLS
                            + ")|lib[^/]*/.*\\.so(?:\\..*)?)|/var/lib/railhead(/.*)?");

    /// What sshd reads when it starts, with what its `Include` may name there: sshd_config(5).
    private static final Pattern SSHD_READS =
            Pattern.compile("/etc/ssh/(?!ssh_config|ssh_known_hosts|ssh_host_).*");

    private AccessFile() {}

    /// The risk of writing a file at a path that none of Railhead's own resources knows about, as
    /// it is named and where that leads on the host.
    static Risk risk(String path, Observed is) {
        return decides(path, is).isPresent() ? Risk.MAY_DISCONNECT : Risk.LOW;
    }

    /// The risk of one of Railhead's own files, where its path leads elsewhere on the host.
    static Risk raised(Risk risk, Observed is) {
        return is.state("real").isEmpty() && also(is).isEmpty() || decides("", is).isEmpty()
                ? risk
                : Risk.MAY_DISCONNECT;
    }

    static Risk risk(String path) {
        return Decides.of(path).isPresent() ? Risk.MAY_DISCONNECT : Risk.LOW;
    }

    private static Optional<Decides> decides(String path, Observed is) {
        return Stream.concat(Stream.of(path, is.state("real"), is.state("aim")), also(is).stream())
                .flatMap(p -> Decides.of(p).stream())
                .findFirst();
    }

    /// Other names that the file has on the host, by links and bind mounts. They decide how a
    /// change is made and not what it is, so they are no part of the fingerprint.
    private static List<String> also(Observed is) {
        return is.notes().entrySet().stream()
                .filter(e -> e.getKey().matches("also\\d+"))
                .map(Map.Entry::getValue)
                .toList();
    }

    /// Shell that looks for other names of a file, where its own decides nothing.
    ///
    /// @return a line, or nothing
    static String observe(String path) {
        return Decides.of(path).isPresent() ? "" : Sh.call("rh_see_names", path) + "\n";
    }

    /// Which part of the intent asks for it, and what the file decides, if anything.
    static String why(String path, String why) {
        return Decides.of(path).map(d -> why + "; it " + d.reason()).orElse(why);
    }

    /// The same, with where the path leads on the host and what that decides.
    ///
    /// @param why of the item, as [#why(String, String)] gave it
    static String why(String path, Observed is, String why) {
        String real = is.state("real");
        String aim = is.state("aim");
        String told =
                why
                        + (real.isEmpty() ? "" : "; on this host that path leads to " + real)
                        + (aim.isEmpty() ? "" : "; what is there now is a link to " + aim);
        if (Decides.of(path).isPresent()) {
            return told;
        }
        Optional<String> led = reason(Stream.of(real, aim));
        return led.map(r -> told + ", which " + r)
                .or(
                        () ->
                                also(is).stream()
                                        .filter(n -> Decides.of(n).isPresent())
                                        .findFirst()
                                        .map(n -> told + "; on this host it is also " + n)
                                        .flatMap(
                                                t ->
                                                        reason(also(is).stream())
                                                                .map(r -> t + ", which " + r)))
                .orElse(told);
    }

    private static Optional<String> reason(Stream<String> names) {
        return names.flatMap(n -> Decides.of(n).stream()).findFirst().map(Decides::reason);
    }

    /// What no plan may write, when a path that says otherwise leads there on the host: the
    /// programs, loader and libraries that changes are taken back with, and the journal.
    static Optional<Obstacle> obstacle(Item item, String path, Observed is) {
        String real = is.state("real");
        Optional<String> leads =
                Stream.concat(
                                Stream.of(real)
                                        .filter(r -> !r.isEmpty() && !r.equals(path))
                                        .filter(r -> TOOLS.matcher(r).matches())
                                        .map(r -> " leads to " + r),
                                also(is).stream()
                                        .filter(n -> CALLED.matcher(n).matches())
                                        .map(n -> " is also " + n))
                        .findFirst();
        return leads.map(
                l ->
                        new Obstacle(
                                item.device(),
                                item.id(),
                                path
                                        + l
                                        + " on this host, which is among what changes are taken"
                                        + " back with",
                                "name a path that does not lead there, or leave it out for this"
                                        + " host"));
    }

    /// The way there and back of a file that may decide who gets in. For what sshd reads, the login
    /// that this connection came by is kept before anything is changed, and judged afterwards.
    static Steps steps(String path, Observed is, Steps plain) {
        String real = is.state("real");
        String at = real.isEmpty() ? path : real;
        String verify = verify(at, plain.verify());
        return SSHD_READS.matcher(at).matches()
                ? new Steps(
                        plain.record() + " || exit 1\nrh_keep_login",
                        plain.apply(),
                        verify + "\n[ $? = 0 ] || exit 1\nrh_lets_in",
                        plain.undo())
                : new Steps(plain.record(), plain.apply(), verify, plain.undo());
    }

    /// @param verify shell that reads the file back
    /// @return the same, and then what the program that reads the file says of it
    static String verify(String path, String verify) {
        Optional<Judge> judge =
                List.of(Judge.values()).stream()
                        .filter(j -> j.paths.matcher(path).matches())
                        .findFirst();
        return judge.map(j -> verify + " || exit 1\nrh_judged=" + Sh.quote(path) + "\n" + j.script)
                .orElse(verify);
    }
}
