package io.railhead.intent;

import io.railhead.model.Visible;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.SoftwarePolicy.Block;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// `files` and `blocks` of a policy.
final class PolicyFiles {
    /// Name and comment sign of a block that gives none.
    static final String NAME = "railhead";

    static final String COMMENT = "#";

    /// Where a machine keeps what was done to it, and how that is taken back.
    static final String RECORDS = "/var/lib/railhead";

    /// The system's programs, their loader and libraries: without them nothing can be undone.
    private static final Pattern TOOLS =
            Pattern.compile("/(?:usr/)?(?:s?bin/.*|lib[^/]*/.*\\.so(?:\\..*)?)");

    /// Files that Railhead's own wishes are kept in, such as `sysctl`, `limits` and `nccl`.
    private static final Pattern OWN =
            Pattern.compile(
                    "/etc/(?:netplan|sysctl\\.d|modprobe\\.d|modules-load\\.d|profile\\.d"
                            + "|security/limits\\.d|cloud/cloud\\.cfg\\.d|systemd/.*)"
                            + "/(?:\\d+-)?(?:z[yz]-)?railhead"
                            + "(?:-(?:rails|network|nccl|governor|nic-qos|switch).*)?\\.[a-z]+");

    private static final Pattern MODE = Pattern.compile("0?[0-7]{3}|[0-7]{4}");
    private static final Pattern OWNER = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");
    private static final Pattern BLOCK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern SIGN = Pattern.compile("[!-~]{1,8}");

    private PolicyFiles() {}

    static Map<String, Optional<WholeFile>> files(Decoding in, Field field) {
        Map<String, Optional<WholeFile>> files = new LinkedHashMap<>();
        for (Field item : in.items(field, "a list of {path: …, content: …}")) {
            Section.open(in, item, "{path: /etc/…, content: …}")
                    .ifPresent(section -> file(in, section, files));
        }
        return files;
    }

    private static void file(Decoding in, Section section, Map<String, Optional<WholeFile>> files) {
        Optional<Field> pathField = section.require("path", "/etc/…");
        Optional<String> path = pathField.flatMap(in::word);
        Optional<Field> contentField = section.require("content", "the text of the file");
        boolean without = contentField.isPresent() && Decoding.isNull(contentField.get().value());
        Optional<String> content = without ? Optional.of("") : contentField.flatMap(in::text);
        contentField.ifPresent(f -> content.ifPresent(c -> Credentials.absent(in, f, c)));
        Optional<String> mode = section.get("mode").flatMap(f -> mode(in, f));
        Optional<String> owner = section.get("owner").flatMap(f -> owner(in, f));
        Optional<String> group = section.get("group").flatMap(f -> owner(in, f));
        section.close();
        if (path.isEmpty() || !absolute(in, pathField.get(), path.get())) {
            return;
        }
        String name = path.get();
        if (files.containsKey(name)) {
            in.problems.error(
                    pathField.get().at(), name + " is listed twice", "keep one of the two");
        } else if (content.isPresent()) {
            files.put(
                    name,
                    without
                            ? Optional.empty()
                            : Optional.of(
                                    new WholeFile(
                                            name,
                                            content.get(),
                                            mode.orElse("0644"),
                                            owner.orElse("root"),
                                            group.orElse("root"))));
        }
    }

    /// Blocks by [Block#id].
    ///
    /// @param spots where they are written, by path
    static Map<String, Optional<Block>> blocks(Decoding in, Field field, Map<String, Spot> spots) {
        Map<String, Optional<Block>> blocks = new LinkedHashMap<>();
        for (Field item : in.items(field, "a list of {path: …, content: …}")) {
            Section.open(in, item, "{path: /etc/…, content: …}")
                    .ifPresent(section -> block(in, section, blocks, spots));
        }
        return blocks;
    }

    private static void block(
            Decoding in,
            Section section,
            Map<String, Optional<Block>> blocks,
            Map<String, Spot> spots) {
        Optional<Field> pathField = section.require("path", "/etc/…");
        Optional<String> path = pathField.flatMap(in::word);
        Optional<Field> contentField = section.require("content", "the lines of the block");
        boolean without = contentField.isPresent() && Decoding.isNull(contentField.get().value());
        Optional<String> content = without ? Optional.of("") : contentField.flatMap(in::word);
        contentField.ifPresent(f -> content.ifPresent(c -> Credentials.absent(in, f, c)));
        Optional<String> name =
                section.get("name")
                        .map(
                                f ->
                                        matching(
                                                in,
                                                f,
                                                BLOCK,
                                                "cannot name a block",
                                                "use up to 63 letters, digits, '-', '_' and '.'"))
                        .orElse(Optional.of(NAME));
        Optional<String> comment =
                section.get("comment")
                        .map(
                                f ->
                                        matching(
                                                in,
                                                f,
                                                SIGN,
                                                "cannot begin a comment",
                                                "write what begins a comment line in that file,"
                                                        + " such as \"#\" or \"//\""))
                        .orElse(Optional.of(COMMENT));
        section.close();
        if (path.isEmpty() || !absolute(in, pathField.get(), path.get())) {
            return;
        }
        if (content.isEmpty() || name.isEmpty() || comment.isEmpty()) {
            return;
        }
        Block block = new Block(path.get(), name.get(), whole(content.get()), comment.get());
        if (blocks.containsKey(block.id())) {
            in.problems.error(
                    section.at(),
                    block.path() + " has the block " + block.name() + " already",
                    "give each block of a file a name of its own");
            return;
        }
        blocks.put(block.id(), without ? Optional.empty() : Optional.of(block));
        if (!without) {
            spots.putIfAbsent(block.path(), section.at());
        }
    }

    /// A block is whole lines.
    private static String whole(String content) {
        return content.isEmpty() || content.endsWith("\n") ? content : content + "\n";
    }

    private static Optional<String> matching(
            Decoding in, Field field, Pattern pattern, String fault, String remedy) {
        Optional<String> text = in.word(field);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(), "\"" + Ranges.shortened(text.get()) + "\" " + fault, remedy);
            return Optional.empty();
        }
        return text;
    }

    /// Reports what is not the plain absolute path of a file, or is one that nobody may write;
    /// false then.
    static boolean absolute(Decoding in, Field field, String path) {
        List<String> parts = List.of(path.split("/", -1));
        boolean fits =
                path.startsWith("/")
                        && path.codePoints().allMatch(c -> c != '\t' && Visible.isPlain(c))
                        && path.indexOf('\n') < 0
                        && parts.stream().skip(1).noneMatch(List.of("", ".", "..")::contains);
        if (!fits) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(path) + "\" is not the absolute path of a file",
                    "write a path that begins with / and has no . or .. and no // in it");
            return false;
        }
        if (path.equals(RECORDS) || path.startsWith(RECORDS + "/")) {
            in.problems.error(
                    field.at(),
                    Ranges.shortened(path) + " is among the records of Railhead itself",
                    "name another path: from " + RECORDS + " runs are taken back");
            return false;
        }
        if (OWN.matcher(path).matches()) {
            in.problems.error(
                    field.at(),
                    Ranges.shortened(path) + " is a file that Railhead itself writes",
                    "ask for what it holds by its own key, or name another path");
            return false;
        }
        if (TOOLS.matcher(path).matches()) {
            in.problems.error(
                    field.at(),
                    Ranges.shortened(path)
                            + " is among the programs that changes are taken back with",
                    "leave it to its package, and put a program of your own under /usr/local");
            return false;
        }
        return true;
    }

    private static Optional<String> mode(Decoding in, Field field) {
        Optional<String> text = in.text(field);
        if (text.isPresent() && !MODE.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" is not a mode",
                    "write octal digits in quotes, such as \"0644\"");
            return Optional.empty();
        }
        return text.map(t -> t.length() == 3 ? "0" + t : t);
    }

    static Optional<String> owner(Decoding in, Field field) {
        return matching(in, field, OWNER, "is not a user or group", "write a name such as root");
    }
}
