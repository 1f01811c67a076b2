package io.railhead.bench.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.judge.Cause;
import io.railhead.bench.judge.Expectations;
import io.railhead.bench.judge.Notes;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PathTest {
    private static final Pair PAIR = new Pair("rail0", "a", "b");

    private static Host host(String name, int number) {
        return new Host(
                name,
                name,
                Login.DEFAULT,
                Optional.empty(),
                List.of(Given.railPort("rail0", "eth1", "10.78.0." + number, 9000)),
                Optional.empty(),
                HostPolicy.DEFAULT,
                0);
    }

    private static Cluster cluster(Link... links) {
        return new Cluster(
                "c",
                "c",
                Login.DEFAULT,
                List.of(new Rail("rail0", Given.subnet("10.78.0.0/16"), 9000, Optional.empty())),
                List.of(host("a", 1), host("b", 2)),
                List.of(),
                List.of(links),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static Link link(String a, String portA, String b, String portB, double metres) {
        return new Link(
                new Link.End(a, portA),
                new Link.End(b, portB),
                Optional.of(new Cable(Cable.Kind.DAC, metres)),
                Optional.empty(),
                OptionalInt.empty());
    }

    private static Conditions conditions(Cluster cluster, Facts facts) {
        return Path.of(cluster, facts, PAIR).orElseThrow().conditions();
    }

    @Test
    void aDirectCableIsNoHop() {
        Conditions c =
                conditions(cluster(link("b", "eth1", "a", "eth1", 2)), Facts.builder().build());
        assertThat(c.get("hops")).isEqualTo("0");
        assertThat(c.get("cable")).isEqualTo("DAC 2 m");
    }

    @Test
    void oneSwitchBetweenIsOneHopWithBothCables() {
        Conditions c =
                conditions(
                        cluster(
                                link("a", "eth1", "leaf1", "Ethernet1/1", 2),
                                link("leaf1", "Ethernet1/2", "b", "eth1", 1.5)),
                        Facts.builder().build());
        assertThat(c.get("hops")).isEqualTo("1");
        assertThat(c.get("cable")).isEqualTo("DAC 2 m + DAC 1.5 m");
    }

    @Test
    void whereTheIntentDoesNotSayHopsAndCablesAreNotStated() {
        Conditions none = conditions(cluster(), Facts.builder().build());
        assertThat(none.values()).doesNotContainKeys("hops", "cable", "mtu", "line", "driver");
        Conditions twoSwitches =
                conditions(
                        cluster(
                                link("a", "eth1", "leaf1", "1", 2),
                                link("b", "eth1", "leaf2", "1", 2)),
                        Facts.builder().build());
        assertThat(twoSwitches.values()).doesNotContainKey("hops");
    }

    @Test
    void theMtuIsThatOfTheLiveInterfacesAndNotTheIntents() {
        Facts facts =
                Facts.builder()
                        .add("a", net(9000))
                        .add("b", net(1500))
                        .add("a", ethtool(25))
                        .add("b", ethtool(25))
                        .add("a", driver("mlx5_core"))
                        .add("b", driver("mlx5_core"))
                        .add("b", governor("powersave"))
                        .build();
        Conditions c = conditions(cluster(), facts);
        assertThat(c.get("mtu")).isEqualTo("9000/1500");
        assertThat(c.get("line")).isEqualTo("25 Gb/s");
        assertThat(c.get("driver")).isEqualTo("mlx5_core");
        assertThat(c.get("governor")).isEqualTo("?/powersave");
        Path path = Path.of(cluster(), facts, PAIR).orElseThrow();
        assertThat(path.mtu()).hasValue(1500);
        List<Cause> causes =
                Expectations.judge(
                                List.of(Given.bandwidth("a", "b", "rail0", 5)),
                                p -> Optional.of(path))
                        .causes()
                        .getOrDefault(0, List.of());
        assertThat(causes.stream().filter(Cause::seen).map(Cause::code))
                .contains("mtu-mismatch", "cpu-governor-powersave");
        assertThat(causes.getFirst().why()).isEqualTo("b eth1 has MTU 1500, the intent says 9000");
        assertThat(Notes.ofPaths(List.of(path)))
                .anyMatch(n -> n.contains("b eth1 has MTU 1500"))
                .anyMatch(n -> n.contains("governor powersave on b"));
    }

    @Test
    void aPairThatIsNotInTheIntentHasNoPath() {
        assertThat(Path.of(cluster(), Facts.builder().build(), new Pair("rail9", "a", "b")))
                .isEmpty();
        assertThat(Path.of(cluster(), Facts.builder().build(), new Pair("rail0", "a", "z")))
                .isEmpty();
    }

    private static NetInterface net(int mtu) {
        return new NetInterface(
                "eth1",
                2,
                mtu,
                "UP",
                true,
                true,
                "",
                "ether",
                Optional.empty(),
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(),
                Given.NOWHERE);
    }

    private static EthtoolLink ethtool(double gbps) {
        return new EthtoolLink(
                "eth1",
                Optional.of(Bandwidth.gbps(gbps)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Given.NOWHERE);
    }

    private static DriverInfo driver(String name) {
        return new DriverInfo("eth1", name, "", "", "", Map.of(), Given.NOWHERE);
    }

    private static CpuGovernor governor(String name) {
        return new CpuGovernor(
                name,
                8,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Given.NOWHERE);
    }
}
