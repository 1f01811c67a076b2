package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
                            "a kernel setting that no file keeps",
                            "sysctl-not-persistent",
                            "sysctl -qw net.ipv4.tcp_sack=0;"
                                    + " echo 'net.ipv4.tcp_sack = 1' >/etc/sysctl.d/10-x.conf",
                            "sysctl -qw net.ipv4.tcp_sack=1; rm /etc/sysctl.d/10-x.conf"));

    @Test
    void faultsPlantedOneByOneAreFoundAlikeOverSshAndInABundle() {
        try (LabRig rig = LabRig.raise(directory, "same", HostKind.NAMESPACE, 3)) {
            Told healthy = sameEverywhere(rig);
            for (Planted fault : FAULTS) {
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
    }
}
