package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.Unavailable;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.FileSystem;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.Memory;
import io.railhead.model.fact.ModuleSetting;
import io.railhead.model.fact.PackageVersion;
import io.railhead.model.fact.Route;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PolicyProposalTest {
    private static final Source AT = Source.line("x", 1);

    private static SysctlSetting file(String file, String key, String value, int order) {
        return new SysctlSetting(file, key, value, order, AT);
    }

    private static ModuleSetting module(String file, String word, String module, String value) {
        return new ModuleSetting(file, word, module, value, AT);
    }

    @Test
    void modulesOfTheFieldAreTakenOverAndTheDistributionsAreNot() {
        Result read =
                ClusterReader.read("c.yaml", "cluster: c\nhosts: {h1: {address: 10.0.0.1}}\n");
        Facts.Builder facts = Facts.builder();
        facts.add("h1", module("/etc/modules-load.d/rdma.conf", "load", "ib-uverbs", ""))
                .add("h1", module("/etc/modules", "load", "lp", ""))
                .add("h1", module("/etc/modprobe.d/m.conf", "options", "mlx4_core", "a=1"))
                .add("h1", module("/etc/modprobe.d/m.conf", "options", "mlx4_core", "b=2"))
                .add("h1", module("/etc/modprobe.d/n.conf", "blacklist", "nouveau", ""))
                .add("h1", module("/etc/modprobe.d/n.conf", "blacklist", "pcspkr", ""))
                .add("h1", module("/etc/modprobe.d/n.conf", "install", "rds", "/bin/true"));

        PolicyProposal.Proposed proposed =
                PolicyProposal.of(((Result.Accepted) read).cluster(), List.of("h1"), facts.build());

        var modules = proposed.cluster().policy().software().modules();
        assertThat(modules.load()).containsExactly("ib_uverbs");
        assertThat(modules.options()).containsOnlyKeys("mlx4_core").containsValue("a=1 b=2");
        assertThat(modules.blacklist()).containsExactly("nouveau");
        assertThat(proposed.notes().get("h1"))
                .containsExactly(
                        "modules in /etc/modprobe.d/n.conf left as they are: install rds"
                                + " /bin/true");
    }

    @Test
    void whatPeopleSetForGoodIsTakenOverAndWhatIsNotIsNamed() {
        Result read =
                ClusterReader.read(
                        "c.yaml",
                        "cluster: c\nhosts: {h1: {address: 10.0.0.1}, h2: {address: 10.0.0.2},"
                                + " h3: {address: 10.0.0.3}}\n");
        Cluster cluster = ((Result.Accepted) read).cluster();
        Facts.Builder facts = Facts.builder();
        for (String host : List.of("h1", "h2", "h3")) {
            facts.add(host, file("/etc/sysctl.d/10-x.conf", "net.ipv4.tcp_ecn", "1", 0))
                    .add(host, file("/usr/lib/sysctl.d/50-d.conf", "net.core.rmem_max", "5", 1))
                    .add(host, file("/etc/sysctl.d/90-r.conf", "net.core.somaxconn", "1", 2))
                    .add(host, file("/etc/sysctl.d/91-r.conf", "net.core.somaxconn", "2", 3))
                    .add(host, file("/etc/sysctl.d/91-r.conf", "kernel.printk", "3 4 1 3", 3))
                    .add(host, new Sysctl("net.core.somaxconn", "2", AT))
                    .add(host, new LimitSetting("l", "*", "soft", "memlock", "unlimited", AT))
                    .add(host, new LimitSetting("l", "*", "hard", "memlock", "unlimited", AT))
                    .add(host, new LimitSetting("l", "@ops", "-", "nofile", "1", AT))
                    .add(
                            host,
                            new CpuGovernor(
                                    "performance",
                                    8,
                                    OptionalLong.empty(),
                                    OptionalLong.empty(),
                                    OptionalLong.empty(),
                                    AT));
        }
        facts.add("h3", file("/etc/sysctl.d/95-y.conf", "vm.swappiness", "1", 4))
                .add("h3", new Sysctl("vm.swappiness", "60", AT))
                .add("h3", new LimitSetting("l", "*", "-", "nofile", "1048576", AT));

        PolicyProposal.Proposed proposed =
                PolicyProposal.of(cluster, List.of("h1", "h2", "h3"), facts.build());

        assertThat(proposed.cluster().policy().sysctl())
                .containsOnlyKeys("net.core.somaxconn")
                .containsEntry("net.core.somaxconn", "2");
        assertThat(proposed.cluster().policy().memlock()).contains("unlimited");
        assertThat(proposed.cluster().policy().governor()).contains("performance");
        assertThat(proposed.cluster().policy().netplan()).as("no netplan there").isFalse();
        assertThat(proposed.cluster().policy().launch().limits()).isEmpty();
        assertThat(proposed.cluster().hosts().get(2).policy().launch().limits())
                .containsEntry("nofile", "1048576");
        assertThat(proposed.notes())
                .containsOnlyKeys("h1", "h2", "h3")
                .containsEntry(
                        "h1",
                        List.of(
                                "sysctl in /etc/sysctl.d/91-r.conf left as it is, none of a"
                                        + " cluster's: kernel.printk",
                                "limits in l left as they are: @ops - nofile 1"))
                .containsEntry(
                        "h3",
                        List.of(
                                "sysctl vm.swappiness left out: it is 60, and"
                                        + " /etc/sysctl.d/95-y.conf says 1",
                                "sysctl in /etc/sysctl.d/91-r.conf left as it is, none of a"
                                        + " cluster's: kernel.printk",
                                "limits in l left as they are: @ops - nofile 1"));
        String yaml =
                ClusterWriter.write(proposed.cluster(), java.util.Map.of("hosts.h3", "by hand"));
        assertThat(ClusterReader.read("c.yaml", yaml).problems()).as(yaml).isEmpty();
    }

    @Test
    void whatHasNoPlaceInAPolicyIsNamed() {
        Result read =
                ClusterReader.read(
                        "c.yaml",
                        """
                        cluster: c
                        rails: {rail0: {subnet: 10.9.0.0/24, interface: eth1}}
                        hosts: {h1: {address: 10.0.0.1, rails: {rail0: 10.9.0.1}}}
                        """);
        Cluster cluster = ((Result.Accepted) read).cluster();
        Facts.Builder facts = Facts.builder();
        facts.add("h1", new Sysctl("net.ipv4.conf.eth1.arp_ignore", "1", AT))
                .add("h1", new FileSystem("tmpfs", "/dev/shm", 64L << 30, 1, AT))
                .add("h1", new Memory(256L << 30, 1, 0, 0, 0, AT))
                .add("h1", new PackageVersion("libnccl2", "2.21.5-1+cuda12.4", true, AT))
                .add("h1", new PackageVersion("rdma-core", "50.0-2", false, AT))
                .add(
                        "h1",
                        new Route(
                                "10.0.0.0/8",
                                "eth1",
                                Optional.of("10.9.0.254"),
                                Optional.empty(),
                                OptionalInt.empty(),
                                "main",
                                AT))
                .unavailable(
                        new Unavailable(
                                "h1", "cat /etc/security/limits.conf", "permission denied"));
        PolicyProposal.Proposed proposed = PolicyProposal.of(cluster, List.of("h1"), facts.build());
        assertThat(proposed.notes().get("h1"))
                .containsExactly(
                        "limits not looked at: permission denied",
                        "routes to 10.0.0.0/8 via 10.9.0.254 on eth1, rail0, left out: to have them"
                                + " kept, write gateway: and routes: under the rail",
                        "sysctl net.ipv4.conf.eth1.arp_ignore left out: it is 1, and no file sets"
                                + " it; rail-arp: true keeps it so");
        assertThat(proposed.cluster().policy().launch().shmBytes()).hasValue(64L << 30);
        assertThat(proposed.cluster().policy().software().packages()).containsOnlyKeys("libnccl2");
    }

    @Test
    void whatAMachineSaysCannotBreakTheFile() {
        Result read =
                ClusterReader.read("c.yaml", "cluster: c\nhosts: {h1: {address: 10.0.0.1}}\n");
        Cluster cluster = ((Result.Accepted) read).cluster();
        String yaml =
                ClusterWriter.write(
                        cluster,
                        java.util.Map.of(
                                "hosts.h1", "left out: \u001b[2J\r\nhosts: {}\u202E\u0085x"));
        assertThat(yaml).contains("# left out: \\x1b[2J").contains("# hosts: {}<U+202E>\\x85x");
        assertThat(ClusterReader.read("c.yaml", yaml).problems()).as(yaml).isEmpty();
    }
}
