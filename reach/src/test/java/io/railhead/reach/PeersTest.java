package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeersTest {

    private static Cluster cluster(int hosts, int rails) {
        List<Rail> planes = new ArrayList<>();
        for (int r = 0; r < rails; r++) {
            planes.add(new Rail("rail" + r, subnet(r), 9000, Optional.empty()));
        }
        List<Host> all = new ArrayList<>();
        for (int h = 1; h <= hosts; h++) {
            List<RailPort> ports = new ArrayList<>();
            for (int r = 0; r < rails; r++) {
                ports.add(
                        new RailPort(
                                "rail" + r,
                                "eth" + (r + 1),
                                "10.7" + r + ".0." + h,
                                subnet(r),
                                h == 2 ? 4200 : 9000,
                                Optional.empty(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.empty()));
            }
            all.add(
                    new Host(
                            "h" + h,
                            "192.0.2." + h,
                            Login.DEFAULT,
                            Optional.empty(),
                            ports,
                            Optional.empty(),
                            HostPolicy.DEFAULT,
                            0));
        }
        return new Cluster(
                "cluster.yaml",
                "t",
                Login.DEFAULT,
                planes,
                all,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static Subnet subnet(int r) {
        return Subnet.parse("10.7" + r + ".0.0/16").orElseThrow();
    }

    @Test
    void inASmallClusterEveryPairOfARailIsTestedBothWays() {
        Map<String, List<Peer>> peers = Peers.of(cluster(8, 2));
        assertThat(peers).hasSize(8);
        assertThat(peers.values()).allSatisfy(p -> assertThat(p).hasSize(14));
    }

    @Test
    void inALargeClusterEachHostHasThreePeersARailAndIsPeerOfThree() {
        Map<String, List<Peer>> peers = Peers.of(cluster(64, 2));
        Set<String> tested = new HashSet<>();
        peers.values().forEach(p -> assertThat(p).hasSize(6));
        peers.values().forEach(list -> list.forEach(p -> tested.add(p.address())));
        assertThat(tested).hasSize(128);
        assertThat(peers.get("h1"))
                .extracting(Peer::address)
                .containsExactly(
                        "10.70.0.2",
                        "10.70.0.3",
                        "10.70.0.64",
                        "10.71.0.2",
                        "10.71.0.3",
                        "10.71.0.64");
    }

    @Test
    void theMtuOfAPathIsTheSmallerOfBothEnds() {
        List<Peer> peers = Peers.of(cluster(3, 1)).getOrDefault("h1", List.of());
        assertThat(peers)
                .containsExactly(
                        new Peer("10.70.0.2", 4200, "10.70.0.1"),
                        new Peer("10.70.0.3", 9000, "10.70.0.1"));
    }

    @Test
    void aHostAloneHasNoPeers() {
        assertThat(Peers.of(cluster(1, 2))).containsEntry("h1", List.of());
    }
}
