package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The files that make virtual hosts: a tar archive that each unpacks over the common disk at its
/// first boot, and the links that its emulator makes.
///
/// @param texts what is a host's alone, whatever it is made of
/// @param seen the lab's directory as seen from here
/// @param authorizedKey the line that logs in as root
record VirtualFiles(
        HostFiles texts, Path seen, String authorizedKey, Optional<Recorded.Profile> recorded) {
    private static final String EXECUTABLE = "rwxr-xr-x";

    void write(HostPlan host, SshKeyPair key) throws IOException {
        Tree home = new Tree(seen.resolve("hosts").resolve(host.name()));
        home.directory("/own").file("/ports", ports(host));
        Tree own = new Tree(home.at("/own"));
        String units = "/etc/systemd/system/";
        own.directory("/root", "rwx------")
                .directory("/root/.ssh", "rwx------")
                .file("/root/.ssh/authorized_keys", authorizedKey + "\n", "rw-------")
                .file(
                        "/etc/ssh/sshd_config.d/50-railhead-lab.conf",
                        Resources.text("booted/sshd.conf"),
                        "rw-------")
                .file("/etc/fstab", "# The first program has mounted the disk.\n")
                .file("/etc/resolv.conf", "# A lab has no name server; names are in /etc/hosts.\n")
                .file("/usr/lib/railhead-lab/ready", Resources.text("virtual/ready.sh"), EXECUTABLE)
                .file("/usr/lib/railhead-lab/live", BootedFiles.live(host))
                .file(units + "railhead-lab-ready.service", Resources.text("virtual/ready.service"))
                .directory(units + "multi-user.target.wants");
        Files.createSymbolicLink(
                own.at(units + "multi-user.target.wants/railhead-lab-ready.service"),
                Path.of("../railhead-lab-ready.service"));
        if (recorded.isPresent()) {
            Recorded.install(recorded.get(), own);
        }
        texts.own(host, key, own);
        pack(home);
    }

    /// For supervise.sh: name, MTU, hardware address, bridge, and whether the cable is in.
    static String ports(HostPlan host) {
        StringBuilder text = new StringBuilder();
        for (PortPlan port : host.ports()) {
            Addressing.Net net = port.net();
            text.append(net.port(host.index()))
                    .append(' ')
                    .append(net.mtu)
                    .append(' ')
                    .append(net.mac(host.index()))
                    .append(' ')
                    .append(net.bridge)
                    .append(port.cabled() ? " up\n" : " down\n");
        }
        return text.toString();
    }

    private static void pack(Tree home) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        "tar",
                        "--owner=0",
                        "--group=0",
                        "--numeric-owner",
                        "-C",
                        home.at("/own").toString(),
                        "-cf",
                        home.at("/own.tar").toString(),
                        ".");
        builder.environment().put("PATH", Prerequisites.PATH);
        builder.redirectErrorStream(true);
        builder.redirectOutput(home.at("/log").toFile());
        try {
            if (builder.start().waitFor() != 0) {
                throw new IOException("tar failed: " + Keeper.tail(home.at("/log")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
