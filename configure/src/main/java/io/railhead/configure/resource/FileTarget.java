package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Sh;
import io.railhead.configure.Sha256;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A file as it is wanted, whole: bytes, mode and owner; and the shell that sees, makes and checks
/// it.
///
/// @param mode octal, as `stat -c %a` prints it: `644`
/// @param owner name or number
/// @param own true for a file that is Railhead's own: shown whatever its mode
record FileTarget(
        String path, byte[] content, String mode, String owner, String group, boolean own) {

    /// Lines of base64 this long are readable in a journal and far below any limit of a shell.
    private static final int LINE = 76;

    /// `rh_is_large`.
    static final String LARGE = " is larger than 1 GiB, more than the journal keeps";

    FileTarget {
        mode = mode.replaceFirst("^0+(?=.)", "");
    }

    String sha256() {
        return Sha256.of(content);
    }

    /// @param skipContent true when content that is already as wanted need not be sent
    static String observe(String path, String skipContent) {
        return Sh.call("rh_see_file", path, skipContent);
    }

    boolean isMetBy(Observed is) {
        return is.state("type").equals("file")
                && is.state("sha256").equals(sha256())
                && is.state("mode").equals(mode)
                && (is.state("owner").equals(owner) || is.state("uid").equals(owner))
                && (is.state("group").equals(group) || is.state("gid").equals(group));
    }

    /// What keeps the file from being put there, if anything does.
    Optional<Obstacle> obstacle(Item item, Observed is) {
        Optional<Obstacle> leads = AccessFile.obstacle(item, path, is);
        if (leads.isPresent()) {
            return leads;
        }
        String type = is.state("type");
        String room = is.note("room");
        String why;
        String remedy;
        if (type.equals("directory") || type.equals("special")) {
            why = path + " is " + (type.equals("directory") ? "a directory" : "no regular file");
            remedy = "move it away, or name another path in the intent";
        } else if (type.equals("link") && is.state("to").equals("directory")) {
            why = path + " is a symbolic link to a directory";
            remedy = "move it away, or name another path in the intent";
        } else if (is.state("large").equals("yes")) {
            why = path + LARGE;
            remedy = "move it away; what is there could not be put back";
        } else if (room.startsWith("unwritable ")) {
            why = room.substring("unwritable ".length()) + " cannot be written (read-only?)";
            remedy = "mount it writable, or leave the file out of the intent for this host";
        } else if (room.startsWith("not-a-directory ")) {
            why = room.substring("not-a-directory ".length()) + " is no directory";
            remedy = "move it away, or name another path in the intent";
        } else if (type.isEmpty()) {
            why = path + " could not be read";
            remedy = "look at it on the machine: ls -l " + Sh.quote(path);
        } else {
            return Replaceable.obstacle(item, path, is);
        }
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    /// What is there now, as text for a diff.
    String before(Observed is) {
        return switch (is.state("type")) {
            case "absent" -> "";
            case "link" -> "symbolic link to " + linkTarget(is) + "\n";
            case "file" ->
                    head(is.state("mode"), is.state("owner"), is.state("group"))
                            + (is.state("sha256").equals(sha256())
                                    ? shown(content, is.state("mode"))
                                    : is.bytes("content")
                                            .map(b -> shown(b, is.state("mode")))
                                            .orElse(
                                                    Shown.unseen(
                                                            is.state("size"), is.state("sha256"))));
            default -> is.state("type") + "\n";
        };
    }

    private static String linkTarget(Observed is) {
        try {
            return new String(
                            Base64.getDecoder().decode(is.state("target")), StandardCharsets.UTF_8)
                    .strip();
        } catch (IllegalArgumentException e) {
            return "?";
        }
    }

    /// What is wanted, as text for a diff.
    String after() {
        return head(mode, owner, group) + shown(content, mode);
    }

    private String shown(byte[] bytes, String withMode) {
        return own ? Shown.open(bytes) : Shown.text(bytes, withMode);
    }

    private static String head(String mode, String owner, String group) {
        return "[mode " + mode + ", " + owner + ":" + group + "]\n";
    }

    /// The change that puts it there.
    Change change(Item item, Observed is, Risk risk) {
        return new Change(
                item.device(),
                item.id(),
                before(is),
                after(),
                AccessFile.raised(risk, is),
                AccessFile.why(path, is, item.why()),
                Set.of(),
                List.of(
                        is.state("type").equals("absent")
                                ? "remove it, and directories made for it"
                                : "put the former one back, byte for byte"));
    }

    Steps steps(Observed is) {
        return AccessFile.steps(path, is, new Steps(record(), put(), verify(), undo()));
    }

    String record() {
        return Sh.call("rh_keep_file", path, "file");
    }

    String put() {
        String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return Sh.feed(Sh.call("rh_put_file", path, mode, owner, group), text);
    }

    String verify() {
        return Sh.call("rh_is_file", path, mode, owner, group, sha256());
    }

    String undo() {
        return Sh.call("rh_give_file", path, "file");
    }
}
