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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lines of Railhead's own in a file of somebody else, between two mark lines, and the shell that
/// sees, makes and checks them. The machine itself puts the lines in and takes them out, so what
/// others change in the file in the meantime, also between apply and rollback, stays.
///
/// A block that is there is replaced where it is; a new one goes behind the last line, or before
/// the first. Lines end as the first line of the file does.
///
/// @param name what tells the block from others in the file
/// @param comment what begins a comment line there
/// @param text what stands between the marks; without a newline at its end it is given one
/// @param first true when a new block goes before everything else, for files where the first word
///     counts
record BlockTarget(String path, String name, String comment, String text, boolean first) {

    BlockTarget(String path, String name, String comment, String text) {
        this(path, name, comment, text, false);
    }

    String begin() {
        return comment + " BEGIN railhead " + name;
    }

    String end() {
        return comment + " END railhead " + name;
    }

    /// Lines of the block without their ends.
    private List<String> lines() {
        List<String> all = new ArrayList<>();
        all.add(begin());
        text.lines().forEach(all::add);
        all.add(end());
        return all;
    }

    private byte[] bytes(Observed is) {
        String end = is.state("eol").equals("crlf") ? "\r\n" : "\n";
        return (String.join(end, lines()) + end).getBytes(StandardCharsets.UTF_8);
    }

    String observe() {
        return Sh.call("rh_see_block", path, begin(), end());
    }

    boolean isThere(Observed is) {
        return is.state("block").equals(Sha256.of(bytes(is)));
    }

    /// Whether the block is there, or somebody has written the same lines without its marks.
    boolean isMetBy(Observed is) {
        return isThere(is) || is.state("block").equals("absent") && isByHand(is);
    }

    private boolean isByHand(Observed is) {
        List<String> wanted = text.lines().map(String::stripTrailing).toList();
        List<String> there = foreign(is).stream().map(String::stripTrailing).toList();
        return wanted.stream().anyMatch(l -> !l.isEmpty())
                && java.util.Collections.indexOfSubList(there, ofBytes(wanted)) >= 0;
    }

    /// As the lines of the file are: one character a byte.
    private static List<String> ofBytes(List<String> lines) {
        return lines.stream()
                .map(
                        l ->
                                new String(
                                        l.getBytes(StandardCharsets.UTF_8),
                                        StandardCharsets.ISO_8859_1))
                .toList();
    }

    /// The lines of the file, one character a byte, with those of the block left empty, so that
    /// they keep their numbers.
    List<String> foreign(Observed is) {
        String whole = new String(content(is), StandardCharsets.ISO_8859_1);
        List<String> all = new ArrayList<>(List.of(whole.split("\n", -1)));
        for (int i = number(is.note("from")); i >= 1 && i <= number(is.note("to")); i++) {
            if (i <= all.size()) {
                all.set(i - 1, "");
            }
        }
        return all;
    }

    private static byte[] content(Observed is) {
        return is.bytes("content").orElse(new byte[0]);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// What keeps the block from being put there, if anything does.
    Optional<Obstacle> obstacle(Item item, Observed is) {
        Optional<Obstacle> leads = AccessFile.obstacle(item, path, is);
        if (leads.isPresent()) {
            return leads;
        }
        String odd = is.state("odd");
        String room = is.note("room");
        String why;
        String remedy = "move it away, or name another path in the intent";
        if (comment.isBlank() || comment.contains("\n") || name.isBlank() || name.contains("\n")) {
            why = "«" + begin().strip() + "» cannot mark the block's lines";
            remedy = "give the block a name, and a comment sign of that file, such as #";
        } else if (text.lines()
                .map(String::strip)
                .anyMatch(l -> l.equals(begin().strip()) || l.equals(end().strip()))) {
            why = "the content itself holds a line that marks the block's end or beginning";
            remedy = "take it out of the intent: Railhead adds the marks";
        } else if (odd.startsWith("link ")) {
            why = path + " is a symbolic link to " + odd.substring("link ".length());
            remedy =
                    "put a file in its place, or name the file itself where the intent names the"
                            + " path, if it is kept by nobody else";
        } else if (odd.equals("large")) {
            why = path + FileTarget.LARGE;
        } else if (!odd.isEmpty()) {
            why = path + " is " + (odd.equals("directory") ? "a directory" : "no regular file");
        } else if (is.state("block").isEmpty()) {
            why = path + " could not be read";
            remedy = "look at it on the machine: ls -l " + Sh.quote(path);
        } else if (is.state("block").equals("torn")) {
            why = torn(is);
            remedy = "remove these lines and what Railhead wrote between them, and plan again";
        } else if (room.startsWith("unwritable ")) {
            why = room.substring("unwritable ".length()) + " cannot be written (read-only?)";
            remedy = "mount it writable, or leave the block out of the intent for this host";
        } else if (room.startsWith("not-a-directory ")) {
            why = room.substring("not-a-directory ".length()) + " is no directory";
        } else {
            return Replaceable.obstacle(item, path, is);
        }
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    private String torn(Observed is) {
        String begins = is.note("begins").strip();
        String ends = is.note("ends").strip();
        if (ends.isEmpty()) {
            return path + ": «" + begin() + "» in line " + listed(begins) + " has no end";
        }
        if (begins.isEmpty()) {
            return path + ": «" + end() + "» in line " + listed(ends) + " has no beginning";
        }
        return path
                + ": the block's marks do not match: BEGIN in line "
                + listed(begins)
                + ", END in line "
                + listed(ends);
    }

    private static String listed(String numbers) {
        return numbers.replace(" ", ", ");
    }

    /// The block as it is, as text for a diff.
    String before(Observed is) {
        int from = number(is.note("from"));
        if (from == 0) {
            return "";
        }
        List<String> all =
                List.of(new String(content(is), StandardCharsets.ISO_8859_1).split("\n", -1));
        if (all.size() < number(is.note("to"))) {
            return "(lines " + from + " to " + is.note("to") + " of a file too large to show)\n";
        }
        String block = String.join("\n", all.subList(from - 1, number(is.note("to")))) + "\n";
        return shown(is, block.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// The block as it is wanted, as text for a diff, with a word about where it goes.
    String after(Observed is) {
        StringBuilder head = new StringBuilder();
        if (number(is.note("from")) == 0) {
            if (is.note("type").equals("absent")) {
                head.append("[new file, mode 644, root:root]\n");
            } else {
                boolean open = is.note("open").equals("yes");
                head.append(
                                first
                                        ? "[before line 1"
                                        : "[behind line "
                                                + (number(is.note("lines")) + (open ? 1 : 0))
                                                + ", the last"
                                                + (open ? ", which gets a newline" : ""))
                        .append(is.state("eol").equals("crlf") ? "; lines end with CR LF" : "")
                        .append("]\n");
            }
        }
        return head
                + shown(is, (String.join("\n", lines()) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String shown(Observed is, byte[] block) {
        String access = is.note("access");
        return Shown.text(block, access.isEmpty() ? "644" : access.split(" ")[0]).replace("\r", "");
    }

    /// The change that puts the lines there.
    ///
    /// @param risk of these lines in a file at that path
    Change change(Item item, Observed is, Risk risk) {
        return new Change(
                item.device(),
                item.id(),
                before(is),
                after(is),
                AccessFile.raised(risk, is),
                AccessFile.why(path, is, item.why()),
                Set.of(),
                List.of(back(is)));
    }

    Steps steps(Observed is) {
        return AccessFile.steps(path, is, new Steps(record(), put(is), verify(is), undo()));
    }

    String record() {
        return Sh.call("rh_keep_file", path, "file");
    }

    String put(Observed is) {
        String text = Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(bytes(is));
        return "base64 -d <<'RH_BLOCK' | "
                + Sh.call("rh_set_block", path, begin(), end(), is.state("eol"))
                + " \"$S/made\""
                + (first ? " first" : "")
                + "\n"
                + text
                + "\nRH_BLOCK";
    }

    String verify(Observed is) {
        return Sh.call("rh_is_block", path, begin(), end(), Sha256.of(bytes(is)));
    }

    String undo() {
        return Sh.call("rh_give_block", path, begin(), end()) + (first ? " first" : "");
    }

    /// How it is taken back, in words.
    String back(Observed is) {
        if (is.note("type").equals("absent")) {
            return "take the lines out, and the file when nothing else is in it";
        }
        return number(is.note("from")) == 0
                ? "take the lines out; what others have written in the file by then stays"
                : "put the former lines back; what others have written in the file by then stays";
    }
}
