package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PolicyProposalTest {
    private static final Source AT = Source.line("x", 1);

    private static SysctlSetting file(String file, String key, String value, int order) {
        return new SysctlSetting(file, key, value, order, AT);
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
                .containsOnlyKeys("h3")
                .containsEntry(
                        "h3",
                        List.of(
                                "sysctl vm.swappiness left out: it is 60, and"
                                        + " /etc/sysctl.d/95-y.conf says 1"));
        String yaml =
                ClusterWriter.write(proposed.cluster(), java.util.Map.of("hosts.h3", "by hand"));
        assertThat(ClusterReader.read("c.yaml", yaml).problems()).as(yaml).isEmpty();
    }
}
