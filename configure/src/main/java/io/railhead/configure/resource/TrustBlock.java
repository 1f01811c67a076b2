package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Peer;
import io.railhead.configure.Sh;
import io.railhead.configure.Sha256;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A block of [SshTrust] in a file of the user's `~/.ssh`. Only the block and the file's mode and
/// owner are read and watched: what stands beside it never leaves the machine, and may change
/// between a run and its rollback, as `known_hosts` does.
final class TrustBlock {
    /// Far below the longest line that any ssh reads, and the block of a large cluster stays short.
    private static final int HOSTS_A_LINE = 8;

    private TrustBlock() {}

    static String name(Item item) {
        return "ssh-trust " + item.want("cluster");
    }

    static String path(Item item, Observed is) {
        String home = is.note("home").equals("/") ? "" : is.note("home");
        return home
                + "/.ssh"
                + switch (SshTrust.Part.of(item)) {
                    case DIRECTORY -> "";
                    case KEY -> "/railhead_ed25519";
                    case AUTHORIZED -> "/authorized_keys";
                    case KNOWN -> "/known_hosts";
                    case CONFIG -> "/config";
                };
    }

    static Item with(Item item, TrustLines lines) {
        TreeMap<String, String> want = new TreeMap<>(item.want());
        want.put("lines", lines.lines().stream().map(l -> l + "\n").collect(Collectors.joining()));
        want.put("pending", String.join(" ", lines.pending()));
        want.put("missing", String.join(", ", lines.missing()));
        return new Item(item.device(), item.kind(), item.name(), want, item.why());
    }

    /// How ssh is to reach the hosts: with the pair, and only where the host key is the known one.
    /// ssh keeps the first value that it reads, so this stands first; the last line makes what
    /// follows hold for all hosts again.
    static Item withPorts(Item item, List<Peer> hosts) {
        StringBuilder text = new StringBuilder();
        for (Peer host : hosts) {
            if (!TrustLines.port(host).equals("22")) {
                text.append("Host ").append(String.join(" ", TrustLines.names(host)));
                text.append("\n    Port ").append(TrustLines.port(host)).append('\n');
            }
        }
        List<String> patterns = List.of(item.want("patterns").split("\n"));
        for (int i = 0; i < patterns.size(); i += HOSTS_A_LINE) {
            text.append("Host ")
                    .append(
                            String.join(
                                    " ",
                                    patterns.subList(
                                            i, Math.min(i + HOSTS_A_LINE, patterns.size()))))
                    .append('\n');
            text.append("    IdentityFile ~/.ssh/railhead_ed25519\n    IdentitiesOnly yes\n");
            text.append("    StrictHostKeyChecking yes\n    UpdateHostKeys no\n");
            text.append("    ForwardX11 no\n");
        }
        text.append("Host *\n");
        TreeMap<String, String> want = new TreeMap<>(item.want());
        want.put("lines", text.toString());
        return new Item(item.device(), item.kind(), item.name(), want, item.why());
    }

    private static String lines(Item item) {
        return "# Written by Railhead; the next apply replaces it.\n"
                + item.want().getOrDefault("lines", "");
    }

    private static String sha(Item item) {
        return Sha256.of(lines(item).getBytes(StandardCharsets.UTF_8));
    }

    /// Nobody else may write these files, or sshd and ssh pass them over.
    private static String mode(Item item, Observed is) {
        String mode = is.state("access").split(" ")[0];
        if (SshTrust.Part.of(item) == SshTrust.Part.AUTHORIZED || !mode.matches("[0-7]{3,4}")) {
            return "600";
        }
        return Integer.toOctalString(Integer.parseInt(mode, 8) & 0755 | 0600);
    }

    private static boolean isMet(Item item, Observed is) {
        return is.state("type").equals("file")
                && is.state("block").equals(sha(item))
                && SshPaths.isFor(is, mode(item, is));
    }

    private static List<String> pending(Item item) {
        String names = item.want().getOrDefault("pending", "");
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    static List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> all = new ArrayList<>();
        inTheWay(item, is).ifPresent(all::add);
        if (SshTrust.Part.of(item) == SshTrust.Part.KNOWN && TrustLines.hostKey(is).isEmpty()) {
            // It still learns those of the others.
            all.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "this host's own host key could not be read"
                                    + (is.note("sshd").isEmpty()
                                            ? ""
                                            : ": sshd " + is.note("sshd")),
                            "look at HostKey of sshd -T, and at the .pub files beside"));
        }
        String missing = item.want().getOrDefault("missing", "");
        if (!missing.isEmpty()) {
            all.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "not looked at, so without their keys: " + missing,
                            "apply again when they answer, and without leaving them out"));
        }
        return all;
    }

    private static Optional<Obstacle> inTheWay(Item item, Observed is) {
        String path = path(item, is);
        String type = is.state("type");
        if (!type.equals("file") && !type.equals("absent")) {
            return obstacle(
                    item,
                    path
                            + (type.isEmpty()
                                    ? " could not be read"
                                    : " is no regular file, but a " + type),
                    "put a file in its place: somebody else may keep what is there");
        }
        if (is.state("block").equals("torn")) {
            return obstacle(
                    item,
                    path
                            + " has one of the lines # BEGIN and # END railhead "
                            + name(item)
                            + " without the other",
                    "remove it, and what Railhead wrote beside it");
        }
        if (is.note("room").startsWith("unwritable")) {
            return obstacle(
                    item,
                    is.note("room").substring("unwritable".length()).strip()
                            + " cannot be written (read-only?)",
                    "mount it writable, or leave ssh-trust out of the intent for this host");
        }
        return switch (SshTrust.Part.of(item)) {
            case AUTHORIZED ->
                    SshdSettings.of(item.want("user"), is)
                            .fault(is)
                            .flatMap(f -> obstacle(item, f.why(), f.remedy()));
            case DIRECTORY, KEY, KNOWN, CONFIG -> Optional.empty();
        };
    }

    private static Optional<Obstacle> obstacle(Item item, String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    static Optional<Change> diff(Item item, Observed is) {
        if ((isMet(item, is) && pending(item).isEmpty()) || inTheWay(item, is).isPresent()) {
            return Optional.empty();
        }
        String was =
                is.state("type").equals("absent")
                        ? ""
                        : SshPaths.access(item, is) + TrustLines.shown(TrustLines.former(is));
        return Optional.of(
                SshPaths.change(
                        item,
                        was,
                        SshPaths.access(item, mode(item, is))
                                + TrustLines.shown(item.want("lines").lines().toList())
                                + pending(item).stream()
                                        .map(h -> "(the key of " + h + ", made there by apply)\n")
                                        .collect(Collectors.joining()),
                        is.state("type").equals("absent")
                                ? "remove it"
                                : "take the block out, or make it what it was"));
    }

    static Steps steps(Item item, Observed is) {
        String file = "\"$rh_ssh_dir/" + path(item, is).replaceFirst(".*/", "") + "\"";
        String block = Sh.quote(name(item));
        String where = SshTrust.Part.of(item) == SshTrust.Part.CONFIG ? "first" : "last";
        String mode = mode(item, is);
        String text =
                Base64.getMimeEncoder(76, new byte[] {'\n'})
                        .encodeToString(lines(item).getBytes(StandardCharsets.UTF_8));
        return new Steps(
                SshPaths.in(item, "rh_keep_file " + file + " file"),
                SshPaths.in(
                        item,
                        Sh.feed(
                                "rh_put_part " + file + " " + block + " " + where + " " + mode,
                                text)),
                SshPaths.in(
                        item, "rh_is_part " + file + " " + block + " " + mode + " " + sha(item)),
                SshPaths.in(item, "rh_give_part " + file + " " + block));
    }
}
