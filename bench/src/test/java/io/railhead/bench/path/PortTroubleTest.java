package io.railhead.bench.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Given;
import io.railhead.model.Facts;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PortTroubleTest {
    private static final Cluster CLUSTER = Given.cluster(2, 9000, false);

    private static NetInterface eth1(int mtu, boolean up, boolean carrier, String address) {
        return new NetInterface(
                "eth1",
                2,
                mtu,
                carrier ? "UP" : "DOWN",
                up,
                carrier,
                "",
                "ether",
                Optional.empty(),
                List.of(new InterfaceAddress(address, 16, "global", false)),
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(),
                Given.NOWHERE);
    }

    private static Port before() {
        Facts facts = Facts.builder().add("h2", eth1(9000, true, true, "10.78.0.2")).build();
        return Port.of(
                facts,
                CLUSTER.host("h2").orElseThrow(),
                CLUSTER.host("h2").orElseThrow().rail("rail0").orElseThrow());
    }

    private static String trouble(NetInterface now) {
        return PortTrouble.of(before(), List.of(now))
                .map(t -> t + " (" + t.code() + ")")
                .orElse("none");
    }

    @Test
    void whatChangedUnderATestIsNamedWithTheCheckThatFindsIt() {
        assertThat(trouble(eth1(9000, true, true, "10.78.0.2"))).isEqualTo("none");
        assertThat(trouble(eth1(9000, true, false, "10.78.0.2")))
                .isEqualTo("h2 eth1: no carrier (link-no-carrier)");
        assertThat(trouble(eth1(9000, false, false, "10.78.0.2")))
                .isEqualTo("h2 eth1: set down (interface-admin-down)");
        assertThat(trouble(eth1(9000, true, true, "10.78.0.20")))
                .isEqualTo("h2 eth1: address 10.78.0.2 is gone (address-missing)");
        assertThat(trouble(eth1(1500, true, true, "10.78.0.2")))
                .isEqualTo("h2 eth1: MTU 1500, at the start 9000 (mtu-mismatch)");
    }

    @Test
    void aHostWithoutThatInterfaceHasLostItAndOneThatShowsNothingHasNotAnswered() {
        NetInterface other =
                new NetInterface(
                        "lo",
                        1,
                        65_536,
                        "UNKNOWN",
                        true,
                        true,
                        "",
                        "loopback",
                        Optional.empty(),
                        List.of(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        List.of(),
                        Given.NOWHERE);
        assertThat(trouble(other)).isEqualTo("h2 eth1: the interface is gone (interface-missing)");
        assertThat(PortTrouble.of(before(), List.of())).isEmpty();
    }
}
