package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterWriterTest {

    /// Lines of a file are no part of what is wanted.
    static Cluster withoutLines(Cluster c) {
        return new Cluster(
                c.file(),
                c.name(),
                c.login(),
                c.rails(),
                c.hosts().stream().map(ClusterWriterTest::withoutLine).toList(),
                c.switches(),
                c.links(),
                c.lossless(),
                c.policy(),
                c.jobs(),
                c.lab());
    }

    private static Host withoutLine(Host h) {
        return new Host(
                h.name(),
                h.address(),
                h.login(),
                h.bmc(),
                h.rails(),
                h.gpus(),
                h.policy(),
                h.hypervisor(),
                0);
    }

    @Test
    void readingWhatWasWrittenGivesTheSameCluster() {
        for (long seed = 1; seed <= 3_000; seed++) {
            Cluster cluster = new RandomClusters(seed).cluster();
            String text = ClusterWriter.write(cluster);
            Result result = ClusterReader.read("cluster.yaml", text, "/home/op");
            assertThat(result.problems()).as("seed %d\n%s", seed, text).isEmpty();
            assertThat(withoutLines(((Result.Accepted) result).cluster()))
                    .as("seed %d\n%s", seed, text)
                    .isEqualTo(cluster);
        }
    }

    @Test
    void writingTwiceGivesTheSameText() {
        for (long seed = 1; seed <= 200; seed++) {
            String text = ClusterWriter.write(new RandomClusters(seed).cluster());
            Result result = ClusterReader.read("cluster.yaml", text, "/home/op");
            assertThat(ClusterWriter.write(((Result.Accepted) result).cluster()))
                    .as("seed %d", seed)
                    .isEqualTo(text);
        }
    }

    private static final String FOLDED =
            """
            cluster: dgx
            login:
              user: root
              key: /root/.ssh/id_ed25519

            rails:
              rail0:
                subnet: 10.0.1.0/24
                interface: ens6
                rdma: mlx5_0/1
                gpu: 0
                mtu: 9000
                speed: 100G
              rail1:
                subnet: "fd00:1::/64"
                interface: ens7
                rdma: mlx5_1/1
                gpu: 1
                mtu: 9000

            hosts:
              gpu[001-064]:
                address: 10.1.0.{n}
                bmc:
                  address: "{name}-bmc"
                  user: admin
                  password: {env: BMC_PASSWORD}
                rails:
                  rail0: 10.0.1.{n+100}
                  rail1:
                    address: "fd00:1::{n:x}"
                    switch-port: leaf1/Ethernet1/{n}
                gpus: {count: 2, model: V100}
              login1:
                address: login1.example
                rails:
                  rail0:
                    address: 10.0.1.9
                    rdma: null

            switches:
              leaf1:
                system: nxos
                address: 10.1.9.1
                ports:
                  Ethernet1/[1-64]: {mtu: 9216, speed: 40G}

            links:
              - between: [gpu001/ens6, gpu002/ens6]
                cable: {type: dac, length: 0.5m}
                mtu: 9000

            lossless:
              priority: 3
              dscp: 26
              ecn: "off"

            host-policy:
              memlock: unlimited
              files:
                - path: /etc/motd
                  mode: "0644"
                  content: |
                    hello

                      you

            jobs:
              train:
                hosts: gpu[001-008]
                gpus-per-host: 2
                command: python train.py
            """;

    @Test
    void equalHostsFoldIntoRangesAndTemplates() {
        assertThat(ClusterWriter.write(ClusterReaderTest.accepted(FOLDED))).isEqualTo(FOLDED);
    }

    @Test
    void notesStandAboveTheFieldTheyAreAbout() {
        Cluster cluster =
                ClusterReaderTest.accepted(
                        """
                        cluster: a
                        rails: {rail0: {subnet: 10.0.1.0/24, interface: ens6}}
                        hosts:
                          gpu1: {address: 10.1.0.1, rails: {rail0: 10.0.1.1}}
                          gpu2: {address: 10.1.0.2, rails: {rail0: 10.0.1.2}}
                          gpu3: {address: 10.1.0.3, rails: {rail0: 10.0.1.3}}
                        """);
        assertThat(
                        ClusterWriter.write(
                                cluster,
                                Map.of(
                                        "", "Written by a test.",
                                        "rails.rail0.mtu", "guessed",
                                        "hosts.gpu3", "was down")))
                .isEqualTo(
                        """
                        # Written by a test.
                        cluster: a

                        rails:
                          rail0:
                            subnet: 10.0.1.0/24
                            interface: ens6
                            # guessed
                            mtu: 9000

                        hosts:
                          gpu[1-2]:
                            address: 10.1.0.{n}
                            rails:
                              rail0: 10.0.1.{n}
                          # was down
                          gpu3:
                            address: 10.1.0.3
                            rails:
                              rail0: 10.0.1.3
                        """);
    }
}
