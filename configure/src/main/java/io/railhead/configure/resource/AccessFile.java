package io.railhead.configure.resource;

import io.railhead.model.Risk;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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

    private AccessFile() {}

    /// The risk of writing a file at a path that none of Railhead's own resources knows about.
    static Risk risk(String path) {
        return Decides.of(path).isPresent() ? Risk.MAY_DISCONNECT : Risk.LOW;
    }

    /// Which part of the intent asks for it, and what the file decides, if anything.
    static String why(String path, String why) {
        return Decides.of(path).map(d -> why + "; it " + d.reason()).orElse(why);
    }

    /// @param verify shell that reads the file back
    /// @return the same, and then what the program that reads the file says of it
    static String verify(String path, String verify) {
        Optional<Judge> judge =
                List.of(Judge.values()).stream()
                        .filter(j -> j.paths.matcher(path).matches())
                        .findFirst();
        return judge.map(
                        j ->
                                verify
                                        + " || exit 1\nrh_judged="
                                        + io.railhead.configure.Sh.quote(path)
                                        + "\n"
                                        + j.script)
                .orElse(verify);
    }
}
