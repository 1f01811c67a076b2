package io.railhead.configure;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A [Machine] that is reached as real ones are: a real sshd on its port `mgmt0` (10.99.0.1), a
/// switch whose ports carry 1500 bytes, and a controller at 10.99.0.2 on the other side.
final class WiredMachine implements AutoCloseable {
    final Machine machine;
    private final Process controller;
    private final Process wires;
    private final Path home;

    private WiredMachine(Machine machine, Process controller, Process wires, Path home) {
        this.machine = machine;
        this.controller = controller;
        this.wires = wires;
        this.home = home;
    }

    /// @param home an empty folder for the controller's keys
    static WiredMachine start(Path home) {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/sshd")), "needs openssh-server");
        Machine machine = Machine.start();
        WiredMachine wired =
                new WiredMachine(machine, namespace(), namespace(), home.toAbsolutePath());
        try {
            wired.connect();
        } catch (RuntimeException | Error e) {
            wired.close();
            throw e;
        }
        return wired;
    }

    private static Process namespace() {
        try {
            Process p =
                    new ProcessBuilder(
                                    "unshare",
                                    "-n",
                                    "sh",
                                    "-c",
                                    "ip link set lo up; echo ready; exec sleep 100000")
                            .redirectErrorStream(true)
                            .start();
            String line =
                    new BufferedReader(
                                    new InputStreamReader(
                                            p.getInputStream(), StandardCharsets.UTF_8))
                            .readLine();
            assumeTrue("ready".equals(line), "needs network namespaces: " + line);
            return p;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One packet at a time leaves a port, as by a cable: what the kernel passes on as one large
    /// piece for hardware to cut up goes through a switch's port whatever its MTU.
    private void connect() {
        Path ssh = home.resolve(".ssh");
        run(List.of("mkdir", "-p", ssh.toString()));
        run(
                List.of(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        ssh.resolve("id_ed25519").toString()));
        String key;
        try {
            key = Files.readString(ssh.resolve("id_ed25519.pub")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        machine.sh(
                """
                ip addr del 10.99.0.1/24 dev eth0
                ip link add mgmt0 type veth peer name sw0 netns %d
                ip addr add 10.99.0.1/24 dev mgmt0
                ip link set mgmt0 gso_max_segs 1 up
                mkdir -p /run/sshd /tmp/ssh
                ssh-keygen -q -t ed25519 -N '' -f /tmp/ssh/host
                echo '%s' >/tmp/ssh/authorized_keys
                cat >/tmp/ssh/config <<'EOS'
                Port 22
                HostKey /tmp/ssh/host
                AuthorizedKeysFile /tmp/ssh/authorized_keys
                StrictModes no
                UsePAM no
                PermitRootLogin prohibit-password
                PasswordAuthentication no
                UseDNS no
                PrintMotd no
                PidFile /tmp/ssh/pid
                MaxStartups 300
                SetEnv SHLVL=3
                EOS
                /usr/sbin/sshd -f /tmp/ssh/config -E /tmp/ssh/log
                """
                        .formatted(wires.pid(), key));
        switching(
                """
                ip link add br0 type bridge
                ip link add sw1 type veth peer name ctl0 netns %d
                for i in sw0 sw1; do ip link set $i master br0; ip link set $i up; done
                ip link set br0 up
                """
                        .formatted(controller.pid()));
        controlling("ip addr add 10.99.0.2/24 dev ctl0; ip link set ctl0 gso_max_segs 1 up");
        controlling("for i in 1 2 3 4 5 6 7 8 9; do ping -c 1 -W 1 10.99.0.1 && break; done");
    }

    /// In the network of the switch.
    void switching(String script) {
        run(inside(wires, "sh", "-ec", script));
    }

    /// In the network of the controller.
    void controlling(String script) {
        run(inside(controller, "sh", "-ec", script));
    }

    /// Link address of the controller's port.
    String controllersMac() {
        return run(inside(controller, "ip", "-o", "link", "show", "ctl0"))
                .replaceFirst("(?s).*link/ether (\\S+).*", "$1");
    }

    /// A command line that runs in the network of the controller.
    List<String> fromController(List<String> command) {
        return inside(controller, command.toArray(String[]::new));
    }

    private static List<String> inside(Process namespace, String... command) {
        List<String> all =
                new java.util.ArrayList<>(
                        List.of("nsenter", "-t", Long.toString(namespace.pid()), "-n"));
        all.addAll(List.of(command));
        return all;
    }

    private static String run(List<String> command) {
        try {
            Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
            String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (p.waitFor() != 0) {
                throw new IllegalStateException(command + ": " + out);
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Nothing passes between controller and machine any more; the machine's port stays up.
    void cut() {
        switching("ip link set sw1 down");
    }

    void mend() {
        switching("ip link set sw1 up");
    }

    /// Ends every SSH session there is, as a connection that is reset does.
    void reset() {
        machine.sh(
                """
                for p in $(cat /proc/$(cat /tmp/ssh/pid)/task/*/children); do kill -9 $p; done
                """);
    }

    /// The transport that the program itself uses, from the controller's side.
    static Transport transport(Path home) {
        return new SshTransport(
                new SshSettings(
                        home,
                        "root",
                        Map.of("PATH", "/usr/bin:/bin"),
                        Optional.empty(),
                        true,
                        8,
                        0,
                        SshSettings.DEFAULT_OUTPUT_CAP,
                        1));
    }

    Transport transport() {
        return transport(home);
    }

    Path home() {
        return home;
    }

    /// The cluster, logged in to over this machine's wires by a process outside of them.
    Cluster reached(Cluster cluster) {
        return reached(cluster, home, Optional.of("/proc/" + controller.pid() + "/ns/net"));
    }

    /// @param namespace network to connect from, unless the process is there
    static Cluster reached(Cluster cluster, Path home, Optional<String> namespace) {
        Login login =
                new Login(
                        Optional.of("root"),
                        22,
                        Optional.of(home.resolve(".ssh/id_ed25519").toString()),
                        Optional.empty(),
                        Optional.of(home.resolve(".ssh/known_hosts").toString()),
                        namespace,
                        false);
        return cluster.only(
                cluster.hosts().stream()
                        .map(
                                h ->
                                        new Host(
                                                h.name(),
                                                h.address(),
                                                login,
                                                h.bmc(),
                                                h.rails(),
                                                h.gpus(),
                                                h.policy(),
                                                h.hypervisor(),
                                                h.line()))
                        .toList());
    }

    @Override
    public void close() {
        machine.close();
        for (Process p : List.of(controller, wires)) {
            p.destroyForcibly();
            try {
                p.waitFor(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
