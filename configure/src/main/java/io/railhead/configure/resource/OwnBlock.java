package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Lines of Railhead's own between two marks in a file of others, whose other bytes stay as they
/// are. The file is read with `rh_see_file` and written whole by [FileTarget].
///
/// @param name what tells the block from others of Railhead in the file
/// @param lines between the marks, each with its newline
/// @param first true when the block goes before everything else, for files where the first word
///     counts
record OwnBlock(String name, String lines, boolean first) {

    private String begin() {
        return "# BEGIN railhead " + name + "\n";
    }

    private String end() {
        return "# END railhead " + name + "\n";
    }

    /// One character a byte, as the text around it.
    private String whole() {
        return new String(
                (begin() + lines + end()).getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1);
    }

    /// The lines between the marks in a text; empty when there is no such block.
    Optional<String> in(String text) {
        int from = start(text);
        int to = from < 0 ? -1 : text.indexOf("\n" + end(), from + begin().length() - 1);
        return to < 0
                ? Optional.empty()
                : Optional.of(text.substring(from + begin().length(), to + 1));
    }

    private int start(String text) {
        if (text.startsWith(begin())) {
            return 0;
        }
        int at = text.indexOf("\n" + begin());
        return at < 0 ? -1 : at + 1;
    }

    /// Whether there is the mark of a beginning and none of its end: then nobody can tell which
    /// lines are whose.
    boolean isTorn(String text) {
        return start(text) >= 0 && in(text).isEmpty();
    }

    /// The text with the block in it: in the place of the former one, or else before or behind
    /// everything.
    String put(String text) {
        Optional<String> former = in(text);
        if (former.isPresent()) {
            int from = start(text);
            int to = from + begin().length() + former.get().length() + end().length();
            return text.substring(0, from) + whole() + text.substring(to);
        }
        if (first) {
            return whole() + text;
        }
        return text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + whole();
    }

    /// The file's text as it was read, one character a byte, so that any bytes survive.
    static Optional<String> text(Observed is) {
        return switch (is.state("type")) {
            case "absent" -> Optional.of("");
            case "file" -> is.bytes("content").map(b -> new String(b, StandardCharsets.ISO_8859_1));
            default -> Optional.empty();
        };
    }

    /// The file with the block in it; the mode and owner of one that is there already are kept,
    /// but for what `most` forbids.
    ///
    /// @param most of a file that is there, the permissions it may have; octal
    Optional<FileTarget> file(
            String path, Observed is, String mode, String owner, String group, int most) {
        return text(is).map(
                        t -> {
                            boolean there = is.state("type").equals("file");
                            return new FileTarget(
                                    path,
                                    put(t).getBytes(StandardCharsets.ISO_8859_1),
                                    there ? masked(is.state("mode"), most) : mode,
                                    there ? account(is.state("owner"), is.state("uid")) : owner,
                                    there ? account(is.state("group"), is.state("gid")) : group,
                                    true);
                        });
    }

    /// The number where the machine has no name for it.
    private static String account(String name, String number) {
        return name.equals("UNKNOWN") ? number : name;
    }

    private static String masked(String mode, int most) {
        try {
            return Integer.toOctalString(Integer.parseInt(mode, 8) & most);
        } catch (NumberFormatException e) {
            return Integer.toOctalString(most);
        }
    }

    /// What keeps the block from being put there, if anything does.
    Optional<Obstacle> obstacle(Item item, String path, Observed is) {
        if (is.state("type").equals("link")) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            path + " is a symbolic link, maybe kept by somebody else",
                            "put a file in its place, or write these lines where it points to"));
        }
        if (is.state("type").equals("file") && text(is).isEmpty()) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            path
                                    + " is too large to be changed here: "
                                    + is.state("size")
                                    + " bytes",
                            "make it smaller than 256 KiB"));
        }
        if (isTorn(text(is).orElse(""))) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            path + " has the line «" + begin().strip() + "» without its end",
                            "remove that line, and what Railhead wrote below it"));
        }
        return Optional.empty();
    }
}
