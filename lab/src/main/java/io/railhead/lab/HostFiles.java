package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/// The files that make one host: those it sees (in its own overlay layer) and those `host.sh`
/// reads.
final class HostFiles {
    private final Path state;
    private final Path seen;
    private final List<OverlayMount> overlays;
    private final List<HostPlan> all;
    private final KnownNeighbours neighbours;

    /// An overlay over a directory of the machine.
    ///
    /// @param point the directory, `/` for the host's root
    /// @param lower its lower layers as paths, topmost first
    record OverlayMount(Path point, List<String> lower) {}

    /// @param state the lab's directory as the keeper sees it
    /// @param seen the same as seen from here
    /// @param overlays the root's first
    /// @param all every host of the lab
    HostFiles(Path state, Path seen, List<OverlayMount> overlays, List<HostPlan> all) {
        this.state = state;
        this.seen = seen;
        this.all = List.copyOf(all);
        this.neighbours = new KnownNeighbours(this.all);
        this.overlays = List.copyOf(overlays);
    }

    void write(HostPlan host, SshKeyPair key) throws IOException {
        Tree home = new Tree(seen.resolve("hosts").resolve(host.name()));
        home.directory("/root", "rwx------");
        for (int i = 0; i < overlays.size(); i++) {
            home.directory(upper(i)).directory(work(i), "rwx------");
        }
        home.file("/hostname", host.hostname() + "\n")
                .file("/fstab", fstab(host))
                .file("/links", links(host) + neighbours.of(host))
                .file("/sysctl", sysctl(host));

        Tree own = new Tree(home.at(upper(0)));
        own(host, key, own);
        own.directory("/run");
    }

    /// What is the host's alone, whatever it is made of.
    ///
    /// @param own its layer
    void own(HostPlan host, SshKeyPair key, Tree own) throws IOException {
        own.directory("/etc")
                .file("/etc/hostname", host.hostname() + "\n")
                .file("/etc/hosts", hosts(host))
                .file("/etc/machine-id", machineId(host) + "\n", "r--r--r--")
                .file("/etc/netplan/50-rails.yaml", netplan(host), "rw-------")
                .file("/etc/ssh/ssh_host_ed25519_key", key.privateFile(), "rw-------")
                .file("/etc/ssh/ssh_host_ed25519_key.pub", key.publicLine() + "\n");
        host.files().forEach((path, text) -> write(own, path, text));
    }

    private static void write(Tree own, String path, String text) {
        try {
            own.file(path, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String upper(int overlay) {
        return "/upper" + (overlay == 0 ? "" : overlay);
    }

    private static String work(int overlay) {
        return "/work" + (overlay == 0 ? "" : overlay);
    }

    /// All mounts of a host, made by one `mount --all`. The last lines make `/proc` read-only
    /// except `/proc/sys/net`, which is the host's own: sysrq-trigger, `vm.*`, `kernel.*`, irq and
    /// whatever else the kernel has there is out of reach.
    private String fstab(HostPlan host) {
        Path home = state.resolve("hosts").resolve(host.name());
        Path root = home.resolve("root");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < overlays.size(); i++) {
            OverlayMount overlay = overlays.get(i);
            mount(
                    text,
                    "overlay",
                    i == 0 ? root : root.resolve(Path.of("/").relativize(overlay.point())),
                    "overlay",
                    "nodev,lowerdir="
                            + String.join(":", overlay.lower())
                            + ",upperdir="
                            + home
                            + upper(i)
                            + ",workdir="
                            + home
                            + work(i)
                            + ",index=off,xino=off");
        }
        mount(text, state + "/dev", root.resolve("dev"), "none", "bind,ro,nosuid,noexec");
        mount(
                text,
                "devpts",
                root.resolve("dev/pts"),
                "devpts",
                "newinstance,ptmxmode=0666,mode=0620,gid=5,nosuid,noexec");
        mount(text, "shm", root.resolve("dev/shm"), "tmpfs", "nosuid,nodev,mode=1777");
        Path proc = root.resolve("proc");
        mount(text, "proc", proc, "proc", "nosuid,nodev,noexec");
        mount(text, proc + "/sys/net", proc.resolve("sys/net"), "none", "bind");
        mount(text, "none", proc, "none", "remount,bind,ro,nosuid,nodev,noexec");
        mount(text, "sysfs", root.resolve("sys"), "sysfs", "ro,nosuid,nodev,noexec");
        return text.toString();
    }

    private static void mount(
            StringBuilder text, String source, Path point, String type, String options) {
        text.append(source)
                .append(' ')
                .append(point)
                .append(' ')
                .append(type)
                .append(' ')
                .append(options)
                .append(" 0 0\n");
    }

    /// For `ip -batch`. The far ends appear in the fabric, which is descriptor 8 of the script.
    private static String links(HostPlan host) {
        StringBuilder text = new StringBuilder("link set lo up\n");
        for (PortPlan port : host.ports()) {
            String mtu = " mtu " + port.mtu();
            text.append("link add ")
                    .append(port.net().device)
                    .append(" address ")
                    .append(port.net().mac(host.index()))
                    .append(mtu)
                    .append(" type veth peer name ")
                    .append(port.net().port(host.index()))
                    .append(" mtu ")
                    .append(port.net().mtu)
                    .append(" netns /proc/self/fd/8\n");
        }
        for (PortPlan port : host.ports()) {
            if (!port.setUp()) {
                continue;
            }
            text.append("addr add ")
                    .append(port.address())
                    .append('/')
                    .append(port.prefix())
                    .append(" brd + dev ")
                    .append(port.net().device)
                    .append("\nlink set ")
                    .append(port.net().device)
                    .append(" up\n");
        }
        return text.toString();
    }

    /// `net/ipv4/tcp_ecn 1` a line.
    private static String sysctl(HostPlan host) {
        StringBuilder text = new StringBuilder();
        host.sysctl()
                .forEach(
                        (key, value) ->
                                text.append(key.replace('.', '/'))
                                        .append(' ')
                                        .append(value)
                                        .append('\n'));
        return text.toString();
    }

    private String hosts(HostPlan self) {
        StringBuilder text =
                new StringBuilder(
                        "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n");
        for (HostPlan host : all) {
            String address =
                    host.name().equals(self.name()) ? self.ownNameOn() : host.managementAddress();
            text.append(address).append(' ').append(host.name()).append('\n');
        }
        for (HostPlan host : all) {
            for (Addressing.Net net : Addressing.Net.values()) {
                if (net != Addressing.Net.MANAGEMENT) {
                    text.append(net.address(host.index()))
                            .append(' ')
                            .append(host.name())
                            .append('-')
                            .append(net.rail())
                            .append('\n');
                }
            }
        }
        return text.toString();
    }

    /// As an administrator would have written it: not Railhead's file, and so not its to rewrite
    /// silently.
    private static String netplan(HostPlan host) {
        StringBuilder text =
                new StringBuilder("network:\n  version: 2\n  renderer: networkd\n  ethernets:\n");
        for (PortPlan port : host.ports()) {
            if (!port.kept().address()) {
                continue;
            }
            text.append("    ")
                    .append(port.net().device)
                    .append(":\n      dhcp4: false\n      addresses: [")
                    .append(port.address())
                    .append('/')
                    .append(port.prefix())
                    .append("]\n");
            port.kept().mtu().ifPresent(m -> text.append("      mtu: ").append(m).append('\n'));
        }
        return text.toString();
    }

    private String machineId(HostPlan host) {
        return UUID.nameUUIDFromBytes((state + "/" + host.name()).getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
