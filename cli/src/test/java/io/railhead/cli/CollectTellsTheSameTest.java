package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.HostKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Faults are planted on lab hosts, each reached by its own sshd; what `check` finds over SSH is
/// what `diagnose` and `check --bundle` find in what `collect` brings home, with the same first
/// root.
@Tag("lab")
class CollectTellsTheSameTest {
    @TempDir Path directory;

    /// Findings in the order in which a command gave them.
    private record Told(List<String> codes, JsonNode findings) {
        String root() {
            return codes.isEmpty() ? "nothing" : codes.getFirst();
        }

        Set<String> set() {
            return new TreeSet<>(codes);
        }
    }

    private static Told told(LabRig rig, String... command) {
        TestConsole terminal = rig.console();
        int status = terminal.run(command);
        assertThat(status).as(terminal.err()).isLessThan(2);
        JsonNode findings = new ObjectMapper().readTree(terminal.out()).path("findings");
        List<String> codes = new ArrayList<>();
        for (JsonNode f : findings) {
            String code = f.path("code").asString();
            if (!codes.contains(code)) codes.add(code);
            assertThat(f.path("evidence").size()).as(f.toString()).isPositive();
        }
        return new Told(codes, findings);
    }

    /// All three ways, held against each other.
    private static Told sameEverywhere(LabRig rig) {
        Told live = told(rig, "check", "--format", "json");
        rig.ok("collect", "-o", "lab.bundle");
        Told diagnosed = told(rig, "diagnose", "lab.bundle", "--format", "json");
        Told checked = told(rig, "check", "--bundle", "lab.bundle", "--format", "json");
        assertThat(diagnosed.set()).as("diagnose, against check over SSH").isEqualTo(live.set());
        assertThat(checked.set()).as("check --bundle, against SSH").isEqualTo(live.set());
        assertThat(diagnosed.root()).isEqualTo(live.root());
        assertThat(checked.root()).isEqualTo(live.root());
        return live;
    }

    /// @param code that the fault is to be found as, before everything else on that machine
    private record Planted(String what, String code, String plant, String mend) {}

    private static final String SAVE =
            "ip -4 -o addr show IF | sed 's/.*inet \\([^ ]*\\).*/\\1/' >/tmp/was;";

    /// Programs that tell nothing, under the names of the system's own.
    private static final String PLANTED =
            "mkdir -p FOLDER; for t in ip ethtool ss sysctl timeout; do"
                    + " printf '#!/bin/sh\\nexit 1\\n' >FOLDER/$t; chmod +x FOLDER/$t; done;"
                    + " echo 'PATH=FOLDER:$PATH' >>/root/.bashrc";

    private static final String DROPS_ROCE =
            "nft add table inet f; nft add chain inet f i '{ type filter hook input priority 0; }';"
                    + " nft add rule inet f i udp dport 4791 drop";

    private static final List<Planted> FAULTS =
            List.of(
                    new Planted(
                            "the wrong MTU at one end",
                            "mtu-mismatch",
                            "ip link set eth1 mtu 1500",
                            "ip link set eth1 mtu 9000"),
                    new Planted(
                            "no address on a rail, so that no GID can be made of it",
                            "address-missing",
                            SAVE.replace("IF", "eth2") + "ip addr flush dev eth2",
                            "ip addr add $(cat /tmp/was) brd + dev eth2"),
                    new Planted(
                            "an address that another host has",
                            "duplicate-ip",
                            SAVE.replace("IF", "eth1")
                                    + "ip addr flush dev eth1; ip addr add 10.78.0.1/16 dev eth1",
                            "ip addr flush dev eth1; ip addr add $(cat /tmp/was) brd + dev eth1"),
                    new Planted(
                            "two ports in one network, without settings of ARP",
                            "same-subnet-arp-flux",
                            "sysctl -qw net.ipv4.conf.all.arp_ignore=0"
                                    + " net.ipv4.conf.all.arp_announce=0;"
                                    + " ip addr add 10.78.9.9/16 dev eth2",
                            "ip addr del 10.78.9.9/16 dev eth2"),
                    new Planted(
                            "a rail without its route",
                            "rail-route-missing",
                            SAVE.replace("IF", "eth1") + "ip route del 10.78.0.0/16",
                            "ip route add 10.78.0.0/16 dev eth1 src $(sed 's,/.*,,' /tmp/was)"),
                    new Planted(
                            "a firewall that drops RoCE",
                            "firewall-blocks-ports",
                            DROPS_ROCE,
                            "nft delete table inet f"),
                    new Planted(
                            "a firewall that lets in ssh alone",
                            "firewall-blocks-ports",
                            "nft add table inet f; nft add chain inet f i"
                                    + " '{ type filter hook input priority 0; policy drop; }';"
                                    + " nft insert rule inet f i tcp dport 22 accept;"
                                    + " nft insert rule inet f i ct state established accept",
                            "nft delete table inet f"),
                    new Planted(
                            "nccl.conf with another machine's interface",
                            "nccl-socket-ifname-not-found",
                            "echo NCCL_SOCKET_IFNAME=ens9f0 >/etc/nccl.conf",
                            "rm /etc/nccl.conf"),
                    new Planted(
                            "nccl.conf with an interface that reaches nobody",
                            "nccl-wrong-socket-ifname",
                            "ip link add docker0 type bridge; ip link set docker0 up;"
                                    + " ip addr add 172.17.0.1/16 dev docker0;"
                                    + " echo NCCL_SOCKET_IFNAME=docker0 >/etc/nccl.conf",
                            "rm /etc/nccl.conf; ip link del docker0"),
                    new Planted(
                            "a setting that keeps NCCL from RDMA",
                            "nccl-forced-socket",
                            "echo NCCL_IB_DISABLE=1 >/etc/nccl.conf",
                            "rm /etc/nccl.conf"),
                    new Planted(
                            "an address in /etc/hosts that its host does not have",
                            "hosts-entry-wrong",
                            "cp /etc/hosts /tmp/hosts; sed -i '/h1/s/^[0-9.]*/10.77.250.250/' /etc/hosts",
                            "cat /tmp/hosts >/etc/hosts"),
                    new Planted(
                            "a launcher that may lock little memory",
                            "memlock-limit",
                            "cp /bin/sleep /tmp/slurmd; ulimit -l 64;"
                                    + " setsid /tmp/slurmd 600 >/dev/null 2>&1 </dev/null &"
                                    + " sleep 0.3",
                            "kill $(cat /proc/[0-9]*/comm | grep -c . >/dev/null;"
                                    + " for d in /proc/[0-9]*; do read -r c <$d/comm || continue;"
                                    + " [ $c = slurmd ] && echo ${d##*/}; done)"),
                    new Planted(
                            "a kernel setting that no file keeps",
                            "sysctl-not-persistent",
                            "sysctl -qw net.ipv4.tcp_sack=0;"
                                    + " echo 'net.ipv4.tcp_sack = 1' >/etc/sysctl.d/10-x.conf",
                            "sysctl -qw net.ipv4.tcp_sack=1; rm /etc/sysctl.d/10-x.conf"));

    @Test
    void faultsPlantedOneByOneAreFoundAlikeOverSshAndInABundle() {
        try (LabRig rig = LabRig.raise(directory, "same", HostKind.NAMESPACE, 3)) {
            // As much as a session here surely has, so that the policy is met.
            rig.write(
                    "cluster.yaml",
                    rig.intent().replace("host-policy:\n", "host-policy:\n  memlock: 8MiB\n"));
            hold(rig, FAULTS);
        }
    }

    /// Logins that a host's sshd has let in until now.
    private static int logins(LabRig rig, String host) {
        return Integer.parseInt(rig.on(host, "grep -c Accepted /var/log/auth.log").strip());
    }

    @Test
    void aHostIsLoggedInToOnceForAllThatIsFoundAndPlanned() {
        try (LabRig rig = LabRig.raise(directory, "once", HostKind.NAMESPACE, 2)) {
            rig.write(
                    "cluster.yaml",
                    rig.intent()
                            .replace(
                                    "host-policy:\n",
                                    """
                                    host-policy:
                                      blocks:
                                        - {path: /etc/motd, content: "gpu lab\\n"}
                                    """));
            // Where a login finds it first, and where everybody does.
            rig.on("h1", PLANTED.replace("FOLDER", "/opt/planted"));
            rig.on("h2", PLANTED.replace("FOLDER", "/usr/local/sbin"));
            int before = logins(rig, "h1");
            Told live = told(rig, "check", "--format", "json");
            int after = logins(rig, "h1");
            // The count is a login too.
            assertThat(after - before - 1).as("logins of one check").isOne();
            assertThat(live.codes())
                    .contains("wish-not-met")
                    .doesNotContain("interface-missing", "address-missing", "rail-link-down");
            assertThat(live.findings().toString()).contains("/etc/motd");
            assertThat(sameEverywhere(rig).codes()).isEqualTo(live.codes());
            assertThat(entries(directory.resolve("lab.bundle")))
                    .as("content of files, which no mask goes through")
                    .contains("/etc/motd")
                    .doesNotContain("rh:n ", "gpu lab");

            rig.write("bare.yaml", rig.intent().replaceFirst("(?s)  blocks:\n.*?\n", ""));
            List<String> other =
                    told(
                                    rig,
                                    "check",
                                    "-c",
                                    "bare.yaml",
                                    "--bundle",
                                    "lab.bundle",
                                    "--format",
                                    "json")
                            .codes();
            assertThat(other).as("a plan of another intent").doesNotContain("wish-not-met");

            rig.ok("apply", "--yes");
            assertThat(sameEverywhere(rig).findings().toString()).doesNotContain("/etc/motd");
        }
    }

    /// All that a zip holds but the intent.
    private static String entries(Path zip) {
        StringBuilder all = new StringBuilder();
        try (ZipFile file = new ZipFile(zip.toFile())) {
            for (ZipEntry e : Collections.list(file.entries())) {
                if (!e.getName().equals("cluster.yaml")) {
                    byte[] bytes = file.getInputStream(e).readAllBytes();
                    all.append(new String(bytes, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString();
    }

    private static void hold(LabRig rig, List<Planted> faults) {
        Told healthy = sameEverywhere(rig);
        for (Planted fault : faults) {
            assertThat(healthy.codes()).doesNotContain(fault.code());
            rig.on("h2", fault.plant());
            Told found = sameEverywhere(rig);
            List<String> more = new ArrayList<>(found.codes());
            more.removeAll(healthy.codes());
            assertThat(more).as(fault.what()).first().isEqualTo(fault.code());
            rig.on("h2", fault.mend());
        }
        assertThat(sameEverywhere(rig).codes()).isEqualTo(healthy.codes());
    }

    /// Emulated: tools that need hardware answer from samples, and a fault is a changed answer.
    private static final List<Planted> EMULATED =
            List.of(
                    new Planted(
                            "no address, and so no GID",
                            "address-missing",
                            SAVE.replace("IF", "eth1") + "ip addr flush dev eth1",
                            "ip addr add $(cat /tmp/was) brd + dev eth1"),
                    new Planted(
                            "a GPU that its power supply holds back",
                            "gpu-power-brake-slowdown",
                            changed(
                                    "nvidia-smi",
                                    "/HW Power Brake/s/Not Active/Active/;/HW Slowdown/s/Not Active/Active/"),
                            restored("nvidia-smi")),
                    new Planted(
                            "a GPU that fell off its bus",
                            "xid-79-fallen-off-bus",
                            "printf '%s\\n' '#!/bin/sh' \"echo '[  812.1] NVRM: Xid (PCI:0000:9a:00): 79,"
                                    + " pid=1234, name=python, GPU has fallen off the bus.'\""
                                    + " >/usr/sbin/dmesg; chmod +x /usr/sbin/dmesg",
                            "rm /usr/sbin/dmesg"),
                    new Planted(
                            "a GID index that is RoCE v1",
                            "roce-wrong-gid-index",
                            "echo NCCL_IB_GID_INDEX=0 >/etc/nccl.conf",
                            "rm /etc/nccl.conf"));

    private static String changed(String tool, String edit) {
        return "mkdir -p /usr/local/was; mv /usr/sbin/TOOL /usr/local/was/TOOL;"
                        .replace("TOOL", tool)
                + " printf '%s\\n' '#!/bin/sh' '/usr/local/was/TOOL \"$@\" | sed \"EDIT\"'"
                        .replace("TOOL", tool)
                        .replace("EDIT", edit)
                + " >/usr/sbin/TOOL; chmod +x /usr/sbin/TOOL".replace("TOOL", tool);
    }

    private static String restored(String tool) {
        return "mv /usr/local/was/TOOL /usr/sbin/TOOL".replace("TOOL", tool);
    }

    @Test
    void faultsOfEmulatedHardwareAreFoundAlikeOverSshAndInABundle() {
        try (LabRig rig =
                LabRig.raise(directory, "emul", HostKind.NAMESPACE, 2, "--recorded", "mlx5")) {
            hold(rig, EMULATED);
        }
    }

    @Test
    void aLoginWithoutRootFindsAlikeToo() {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/visudo")), "needs sudo");
        try (LabRig rig = LabRig.raise(directory, "ann", HostKind.NAMESPACE, 2)) {
            String root = rig.intent();
            for (String host : rig.hosts()) {
                rig.on(
                        host,
                        """
                        set -e
                        useradd -m -s /bin/sh ann
                        usermod -p '*' ann
                        rm -rf /etc/sudoers.d && install -d -m 750 /etc/sudoers.d
                        printf '%s\\n' 'root ALL=(ALL:ALL) ALL' 'ann ALL=(root) NOPASSWD: /bin/sh ""' \
                          >/etc/sudoers
                        chmod 440 /etc/sudoers
                        install -d -m 700 -o ann -g ann ~ann/.ssh
                        install -m 600 -o ann -g ann ~root/.ssh/authorized_keys ~ann/.ssh
                        """);
            }
            rig.on("h2", DROPS_ROCE + "; echo NCCL_SOCKET_IFNAME=ens9f0 >/etc/nccl.conf");
            rig.write("cluster.yaml", root.replaceFirst("user: root", "user: ann"));
            assertThat(sameEverywhere(rig).codes())
                    .contains("nccl-socket-ifname-not-found")
                    .doesNotContain("firewall-blocks-ports");
            rig.write("cluster.yaml", root.replaceFirst("user: root", "user: ann\n  sudo: true"));
            assertThat(sameEverywhere(rig).codes())
                    .contains("nccl-socket-ifname-not-found", "firewall-blocks-ports");
        }
    }
}
