package io.railhead.lab;

import io.railhead.lab.HostFiles.OverlayMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The files that make booted hosts: those all of them have above the root, and those of each.
final class BootedFiles {
    private static final String EXECUTABLE = "rwxr-xr-x";

    private final Path state;
    private final Path seen;
    private final Path root;
    private final HostFiles texts;

    /// @param state the lab's directory as the keeper sees it
    /// @param seen the same as seen from here
    /// @param root see [BaseRoot]
    BootedFiles(Path state, Path seen, Path root, List<HostPlan> all) {
        this.state = state;
        this.seen = seen;
        this.root = root;
        this.texts = new HostFiles(state, seen, List.<OverlayMount>of(), all);
    }

    /// The layer above the root that all hosts share.
    ///
    /// @param authorizedKey the line that logs in as root
    void skeleton(String authorizedKey, Optional<Recorded.Profile> recorded) throws IOException {
        Tree skeleton = new Tree(seen.resolve("layers/skeleton"));
        String units = "/usr/lib/systemd/system/";
        skeleton.directory("/root", "rwx------")
                .directory("/root/.ssh", "rwx------")
                .file("/root/.ssh/authorized_keys", authorizedKey + "\n", "rw-------")
                .file("/etc/ssh/sshd_config.d/50-railhead-lab.conf", text("sshd.conf"), "rw-------")
                .file("/etc/fstab", "# The root of a lab host is an overlay; nothing to mount.\n")
                .file("/etc/resolv.conf", "# A lab has no name server; names are in /etc/hosts.\n")
                .file("/usr/lib/railhead-lab/init", text("init.sh"), EXECUTABLE)
                .file("/usr/lib/railhead-lab/udevadm", text("udevadm.sh"), EXECUTABLE)
                .file(units + "railhead-lab-booted.service", text("booted.service"))
                .directory(units + "multi-user.target.wants");
        Files.createSymbolicLink(
                skeleton.at(units + "multi-user.target.wants/railhead-lab-booted.service"),
                Path.of("../railhead-lab-booted.service"));
        if (recorded.isPresent()) {
            Recorded.install(recorded.get(), skeleton);
        }
    }

    private static String text(String name) {
        return Resources.text("booted/" + name);
    }

    void write(HostPlan host, SshKeyPair key) throws IOException {
        Tree home = new Tree(seen.resolve("hosts").resolve(host.name()));
        home.directory("/root").directory("/upper").directory("/work", "rwx------");
        StringBuilder ports = new StringBuilder();
        StringBuilder connect = new StringBuilder();
        for (PortPlan port : host.ports()) {
            String end = port.net().port(host.index());
            ports.append(end).append('\n');
            connect.append("link set ")
                    .append(end)
                    .append(" master ")
                    .append(port.net().bridge)
                    .append(port.cabled() ? " up\n" : "\n");
        }
        home.file("/hostname", host.hostname() + "\n")
                .file("/fstab", fstab(home.at("/")))
                .file("/links", links(host))
                .file("/ports", ports.toString())
                .file("/connect", connect.toString())
                .file("/live", live(host));
        texts.own(host, key, new Tree(home.at("/upper")));
    }

    private String fstab(Path home) {
        Path there = state.resolve(seen.relativize(home));
        return "overlay "
                + there.resolve("root")
                + " overlay nodev,lowerdir="
                + state.resolve("layers/skeleton")
                + ":"
                + root
                + ",upperdir="
                + there.resolve("upper")
                + ",workdir="
                + there.resolve("work")
                + ",index=off,xino=off 0 0\n";
    }

    /// Interfaces as a NIC's driver makes them: without addresses, MTU 1500. The rest is the host's
    /// own to do when it boots.
    private static String links(HostPlan host) {
        StringBuilder text = new StringBuilder("link set lo up\n");
        for (PortPlan port : host.ports()) {
            text.append("link add ")
                    .append(port.net().device)
                    .append(" address ")
                    .append(port.net().mac(host.index()))
                    .append(" mtu ")
                    .append(PortPlan.DEFAULT_MTU)
                    .append(" type veth peer name ")
                    .append(port.net().port(host.index()))
                    .append(" mtu ")
                    .append(port.net().mtu)
                    .append(" netns /proc/self/fd/8\n");
        }
        return text.toString();
    }

    /// What somebody did by hand after the first boot, for `ip -batch`; gone with the next.
    static String live(HostPlan host) {
        StringBuilder text = new StringBuilder();
        for (PortPlan port : host.ports()) {
            String device = port.net().device;
            PortPlan.Kept kept = port.kept();
            OptionalInt booted =
                    kept.address() && kept.mtu().isPresent()
                            ? kept.mtu()
                            : OptionalInt.of(PortPlan.DEFAULT_MTU);
            if (booted.getAsInt() != port.mtu()) {
                text.append("link set ")
                        .append(device)
                        .append(" mtu ")
                        .append(port.mtu())
                        .append('\n');
            }
            if (!kept.address() && port.setUp()) {
                text.append("addr add ")
                        .append(port.address())
                        .append('/')
                        .append(port.prefix())
                        .append(" brd + dev ")
                        .append(device)
                        .append("\nlink set ")
                        .append(device)
                        .append(" up\n");
            }
        }
        return text.toString();
    }
}
