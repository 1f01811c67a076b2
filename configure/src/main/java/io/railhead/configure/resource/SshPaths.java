package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.util.List;
import java.util.Optional;

/// `~/.ssh` itself and the key pair in it: made where there is none, and for the user alone. sshd
/// and ssh take nothing from a directory or a key that others may read or write.
final class SshPaths {
    private SshPaths() {}

    /// State `access` is mode, user and group by number, as `stat -c '%a %u %g'` prints them.
    static boolean isFor(Observed is, String mode) {
        return is.state("access").startsWith(mode + " " + is.note("uid") + " ");
    }

    static String access(Item item, Observed is) {
        String[] w = is.state("access").split(" ");
        if (w.length != 3) {
            return "";
        }
        String owner = w[1].equals(is.note("uid")) ? item.want("user") : "user " + w[1];
        return "[mode " + w[0] + ", " + owner + "]\n";
    }

    static String access(Item item, String mode) {
        return "[mode " + mode + ", " + item.want("user") + "]\n";
    }

    static Optional<Change> directory(Item item, Observed is) {
        boolean absent = is.state("type").equals("absent");
        if (!absent && (!is.state("type").equals("directory") || isFor(is, "700"))) {
            return Optional.empty();
        }
        return Optional.of(
                change(
                        item,
                        access(item, is),
                        access(item, "700"),
                        absent ? "remove it, if it is empty" : "set the former mode and owner"));
    }

    static Optional<Change> key(Item item, Observed is) {
        String pair = "key pair of this host, in " + TrustBlock.path(item, is) + "\n";
        if (is.state("type").equals("absent")) {
            return Optional.of(
                    change(
                            item,
                            "",
                            access(item, "600") + pair,
                            "remove it for good; no copy is kept"));
        }
        return isFor(is, "600")
                ? Optional.empty()
                : Optional.of(
                        change(
                                item,
                                access(item, is) + pair,
                                access(item, "600") + pair,
                                "set the former mode and owner"));
    }

    static Change change(Item item, String before, String after, String undo) {
        return new Change(
                item.device(),
                item.id(),
                before,
                after,
                Risk.LOW,
                item.why(),
                SshTrust.needs(item),
                List.of(undo));
    }

    /// In the account, or not at all.
    static String in(Item item, String script) {
        return Sh.call("rh_account", item.want("user")) + " || exit 1\n" + script;
    }

    static Steps directorySteps(Item item) {
        return new Steps(
                in(item, "rh_keep_ssh_dir"),
                in(item, "rh_put_ssh_dir"),
                in(
                        item,
                        "[ \"$(stat -c '%a %u' \"$rh_ssh_dir\")\" = \"700 $rh_uid\" ] ||"
                                + " rh_fail \"$rh_ssh_dir is not for its owner alone\""),
                in(item, "rh_give_ssh_dir"));
    }

    static Steps keySteps(Item item, String comment) {
        return new Steps(
                in(item, "rh_keep_key"),
                in(item, Sh.call("rh_put_key", comment)),
                in(item, "rh_is_key"),
                in(item, "rh_give_key"));
    }
}
