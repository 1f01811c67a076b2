package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The two overlay layers that all hosts of a lab share, above the machine's own root.
///
/// The mask hides whatever of the machine is not listed as kept; the skeleton, on top, has what
/// every host has in its place. Two layers, because a name cannot be hidden and be there in one.
/// What is hidden is hidden by not being listed, so that a secret in a new place stays hidden.
final class Layers {
    /// Programs and libraries; everything else at the root is hidden.
    private static final Set<String> ROOT_KEPT =
            Set.of("bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr", "etc", "var", "opt");

    /// Vendors' tool trees. Others may hold anything.
    private static final Predicate<String> OPT_KEPT =
            n -> n.matches("mellanox|nvidia|hpcx.*|rocm.*|openmpi.*");

    private static final Set<String> VAR_LIB_KEPT = Set.of("dpkg");

    /// System users stay, so that files keep their owners' names; people do not.
    private static final int FIRST_PERSON = 1000;

    private static final int NOBODY = 65_534;

    private final Path machine;
    private final Path layers;
    private final Tree skeleton;

    /// @param machine the machine's root, `/`
    /// @param layers where the keeper mounted the layers' file system, as seen from here
    Layers(Path machine, Path layers) {
        this.machine = machine;
        this.layers = layers;
        this.skeleton = new Tree(layers.resolve("skeleton"));
    }

    Tree skeleton() {
        return skeleton;
    }

    void mask() throws IOException {
        keepOnly("", ROOT_KEPT::contains);
        Set<String> etc = Set.copyOf(Resources.lines("etc-kept.txt"));
        keepOnly("etc", n -> etc.contains(n) || wildcard(etc, n));
        hideUnreadable(machine.resolve("etc"));
        hide("etc/security/limits.d");
        keepOnly("var", "lib"::equals);
        keepOnly("var/lib", VAR_LIB_KEPT::contains);
        keepOnly("opt", OPT_KEPT);
        hide("usr/local/etc");
    }

    /// True when a host sees what the machine has under this path.
    boolean shows(Path path) {
        Path relative = machine.relativize(path);
        if (!ROOT_KEPT.contains(relative.getName(0).toString())) {
            return false;
        }
        Path mark = layers.resolve("mask");
        for (Path part : relative) {
            mark = mark.resolve(part);
            if (!Files.exists(mark, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
            if (!Files.isDirectory(mark, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return true;
    }

    /// The layers that stand above the machine's directory `path` in a host, topmost first.
    List<String> above(Path path) {
        String relative = machine.relativize(path).toString();
        return Stream.of("skeleton", "mask")
                .filter(l -> Files.isDirectory(layers.resolve(l).resolve(relative)))
                .map(l -> relative.isEmpty() ? l : l + "/" + relative)
                .toList();
    }

    private static boolean wildcard(Set<String> names, String name) {
        return names.stream()
                .anyMatch(n -> n.endsWith("*") && name.startsWith(n.substring(0, n.length() - 1)));
    }

    private void keepOnly(String directory, Predicate<String> kept) throws IOException {
        Path there = machine.resolve(directory);
        if (!Files.isDirectory(there, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (Path entry : entries(there)) {
            String name = entry.getFileName().toString();
            if (!kept.test(name)) {
                hide(directory.isEmpty() ? name : directory + "/" + name);
            }
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.sorted().toList();
        }
    }

    private void hide(String path) throws IOException {
        if (!Files.exists(machine.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path mark = layers.resolve("mask").resolve(path);
        if (Files.exists(mark, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path parent = mark.getParent();
        if (parent != null) {
            Files.createDirectories(
                    parent,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Files.createLink(mark, layers.resolve("whiteout"));
    }

    /// What not every user may read, the machine itself holds to be secret.
    private void hideUnreadable(Path directory) throws IOException {
        for (Path entry : entries(directory)) {
            String path = machine.relativize(entry).toString();
            Path mark = layers.resolve("mask").resolve(path);
            boolean hidden =
                    Files.exists(mark, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(mark);
            if (hidden || Files.isSymbolicLink(entry)) {
                continue;
            }
            Set<PosixFilePermission> mode =
                    Files.getPosixFilePermissions(entry, LinkOption.NOFOLLOW_LINKS);
            boolean isDirectory = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
            if (!mode.contains(PosixFilePermission.OTHERS_READ)
                    || (isDirectory && !mode.contains(PosixFilePermission.OTHERS_EXECUTE))) {
                hide(path);
            } else if (isDirectory) {
                hideUnreadable(entry);
            }
        }
    }

    /// What every host has in place of what is hidden.
    ///
    /// @param authorizedKey the line that logs in as root
    void skeleton(String authorizedKey) throws IOException {
        for (String directory :
                List.of(
                        "/boot",
                        "/dev",
                        "/home",
                        "/media",
                        "/mnt",
                        "/opt",
                        "/proc",
                        "/srv",
                        "/sys",
                        "/run/sshd",
                        "/etc/netplan",
                        "/etc/sysctl.d",
                        "/etc/profile.d",
                        "/etc/modules-load.d",
                        "/etc/security/limits.d",
                        "/var/backups",
                        "/var/cache",
                        "/var/lib/misc",
                        "/var/local",
                        "/var/log",
                        "/var/mail",
                        "/var/opt",
                        "/var/spool")) {
            skeleton.directory(directory);
        }
        sticky("/tmp");
        sticky("/var/tmp");
        sticky("/run/lock");
        Files.createSymbolicLink(skeleton.at("/var/run"), Path.of("/run"));
        Files.createSymbolicLink(skeleton.at("/var/lock"), Path.of("/run/lock"));
        skeleton.directory("/root", "rwx------")
                .directory("/root/.ssh", "rwx------")
                .file("/root/.ssh/authorized_keys", authorizedKey + "\n", "rw-------");
        skeleton.file("/etc/ssh/sshd_config", Resources.text("sshd_config"), "rw-------")
                .file("/etc/ssh/ssh_config", "Host *\n    HashKnownHosts no\n")
                .file("/etc/pam.d/sshd", Resources.text("pam-sshd"))
                .file("/etc/environment", "")
                .file("/etc/profile", "umask 022\n")
                .file("/etc/bash.bashrc", "")
                .file("/etc/fstab", "# The root of a lab host is an overlay; nothing to mount.\n")
                .file("/etc/resolv.conf", "# A lab has no name server; names are in /etc/hosts.\n")
                .file("/etc/sysctl.conf", "")
                .file("/etc/security/limits.conf", "")
                .file("/etc/motd", "")
                .file("/etc/subuid", "")
                .file("/etc/subgid", "");
        accounts();
    }

    private void sticky(String path) throws IOException {
        skeleton.directory(path, "rwxrwxrwx");
        // The sticky bit has no letter in PosixFilePermissions.
        Files.setAttribute(skeleton.at(path), "unix:mode", 01777);
    }

    private void accounts() throws IOException {
        List<String> users = new ArrayList<>();
        List<String> secrets = new ArrayList<>();
        for (String line : Files.readAllLines(machine.resolve("etc/passwd"))) {
            String[] fields = line.split(":", -1);
            if (fields.length == 7 && isSystem(fields[2])) {
                boolean root = fields[0].equals("root");
                String shell = root ? "/bin/bash" : "/usr/sbin/nologin";
                users.add(
                        String.join(
                                ":", fields[0], "x", fields[2], fields[3], "", fields[5], shell));
                secrets.add(fields[0] + ":*:19000:0:99999:7:::");
            }
        }
        List<String> groups = new ArrayList<>();
        List<String> groupSecrets = new ArrayList<>();
        for (String line : Files.readAllLines(machine.resolve("etc/group"))) {
            String[] fields = line.split(":", -1);
            if (fields.length == 4 && isSystem(fields[2])) {
                groups.add(String.join(":", fields[0], "x", fields[2], ""));
                groupSecrets.add(fields[0] + ":*::");
            }
        }
        skeleton.file("/etc/passwd", lines(users))
                .file("/etc/group", lines(groups))
                .file("/etc/shadow", lines(secrets), "rw-------")
                .file("/etc/gshadow", lines(groupSecrets), "rw-------");
    }

    private static boolean isSystem(String number) {
        try {
            int id = Integer.parseInt(number);
            return id < FIRST_PERSON || id == NOBODY;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String lines(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }
}
