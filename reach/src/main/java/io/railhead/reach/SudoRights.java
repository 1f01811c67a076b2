package io.railhead.reach;

import java.util.List;
import java.util.Optional;

/// The right that a login without root needs on a machine: one line of sudoers(5).
///
/// It is deliberately one command and not a list of harmless-looking ones. Railhead writes files of
/// root, units and network settings, so its login is root's equal whatever the list would say: the
/// right to write below `/etc` with `tee`, `cp` or `install` is the right to everything. Honest is
/// the one entry that says so. It is exact: `""` allows no argument, so that nothing but a shell
/// that reads its script from standard input can be started, and sudo's log has each time.
public final class SudoRights {
    private SudoRights() {}

    /// The line: `ann ALL=(root) NOPASSWD: /bin/sh ""`.
    ///
    /// @param user login name; sudoers' special characters in it are escaped
    public static String rule(String user) {
        return escaped(user) + " ALL=(root) NOPASSWD: " + Shell.ROOT_SHELL + " \"\"";
    }

    private static String escaped(String user) {
        return user.replaceAll("([\\\\,:=!()\\s@\"#])", "\\\\$1");
    }

    /// A whole file for `/etc/sudoers.d`, for the logins of a cluster.
    ///
    /// @param hosts the machines that they log in to, folded, in the order of `users`
    public static String file(String cluster, List<String> users, List<String> hosts) {
        StringBuilder text = new StringBuilder();
        text.append("# Rights of Railhead's logins in cluster ").append(cluster).append(".\n");
        text.append(
                """
                #
                # What it gives: whoever can log in by these names is root on the machine, in all
                # but name. A tool that writes root's files, units and network settings cannot do
                # with less, and a longer list of narrower commands would only look like less.
                # So keep the login for this purpose, let it in by key alone, and remove this file
                # where it is not needed any more. The command is exact: "" allows no arguments;
                # the script comes on standard input and never stands in a process list. sudo logs
                # each use; Railhead's journal in /var/lib/railhead/runs says what was changed.
                # Without this right collect and check still work, less what only root may read.
                #
                # On each machine, as root:
                #   visudo -c -f FILE && install -o root -g root -m 440 FILE /etc/sudoers.d/railhead
                """);
        for (int i = 0; i < users.size(); i++) {
            text.append("\n# ").append(hosts.get(i)).append('\n');
            text.append(rule(users.get(i))).append('\n');
        }
        return text.toString();
    }

    /// Why sudo did not run a script, and what to do.
    ///
    /// @param said what it printed
    static String refusal(String said, Optional<String> user) {
        if (said.contains("not found")) {
            return "sudo is not installed there: log in as root, or install it";
        }
        return "sudo -n is not allowed there; add to /etc/sudoers.d/railhead there: "
                + rule(user.orElse("LOGIN"));
    }
}
