package io.railhead.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Bandwidth;
import io.railhead.model.Latency;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;
import io.railhead.model.intent.Lossless.Sizing;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LosslessDesignTest {
    private static final Subnet NET = Subnet.parse("10.0.1.0/24").orElseThrow();

    @Test
    void aPortIsSizedByItsOwnCableAndSpeed() {
        LosslessDesign design = design(Optional.of("NVIDIA SN5600"), new Ecn.Derive());
        PortDesign port = port(design, "swp1");
        assertThat(port.peer()).contains("gpu1/ens6");
        assertThat(port.metres()).isEqualTo(40);
        // 1024 + 3 x (9216 + 5051 cable + 1024 MAC + 25216 peer + 1500 tile) = 127045, in KiB up
        assertThat(port.headroom().bytes()).isEqualTo(128_000);
        assertThat(port.xonOffsetBytes()).isEqualTo(2 * 9216);
        PortDesign uplink = port(design, "swp9");
        assertThat(uplink.rate()).isEqualTo(Bandwidth.gbps(400));
        assertThat(uplink.metres()).as("no link names its cable").isEqualTo(5);
        assertThat(design.dataTos()).isEqualTo(106);
    }

    @Test
    void aHostsPortIsSizedByTheSameCableAsTheSwitchs() {
        Cluster cluster = cluster();
        PortDesign there = port(design(Optional.of("NVIDIA SN5600"), new Ecn.Derive()), "swp1");
        Host gpu1 = cluster.hosts().getFirst();
        NicDesign here =
                NicDesign.of(cluster, lossless(new Ecn.Derive()), gpu1, gpu1.rails().getFirst());
        assertThat(there.peer())
                .contains(gpu1.name() + "/" + gpu1.rails().getFirst().interfaceName());
        assertThat(here.rate()).contains(there.rate());
        assertThat(here.metres()).isEqualTo(there.metres());
        assertThat(here.assumedCable()).isFalse();
        assertThat(here.frame()).isEqualTo(here.mtu() + 22);
    }

    @Test
    void whatWasAssumedIsSaidWithItsKey() {
        LosslessDesign design = design(Optional.of("SN5600"), new Ecn.Derive());
        assertThat(design.assumptions())
                .containsExactly(
                        "the class may count on 50% of a port (lossless.share)",
                        "up to 3 senders converge (lossless.incast)",
                        "a round trip without load takes 8.0 us (lossless.round-trip)",
                        "just below kmax 10% of packets are marked, which is a choice and not"
                                + " derived (lossless.ecn.pmax)",
                        "cables that no link names are 5 m long (lossless.cable)");
        LosslessDesign told =
                LosslessDesign.of(
                        cluster(),
                        new Lossless(
                                3,
                                26,
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                new Ecn.Derive(),
                                new Sizing(
                                        OptionalInt.of(60),
                                        OptionalInt.of(31),
                                        Optional.of(Latency.micros(4)),
                                        OptionalDouble.of(10))),
                        leaf(Optional.of("SN5600")));
        assertThat(told.assumptions()).singleElement().asString().contains("is a choice");
        assertThat(told.incast()).isEqualTo(31);
        assertThat(port(told, "swp9").metres()).isEqualTo(10);
    }

    @Test
    void sendersOfAnIncastShareWhatHeadroomLeaves() {
        LosslessDesign design = design(Optional.of("SN5600"), new Ecn.Derive());
        long headrooms = design.ports().stream().mapToLong(p -> p.headroom().bytes()).sum();
        assertThat(design.xoffBytes()).isEqualTo((160_000_000 - headrooms) / 4);
        assertThat(design.conflicts()).isEmpty();
        EcnThresholds ecn = port(design, "swp1").ecn().orElseThrow();
        assertThat(ecn.kminBytes()).as("100 Gb/s x 8 us in KiB").isEqualTo(98 * 1024);
        assertThat(ecn.kmaxBytes()).isLessThan(design.xoffBytes() * design.incast());
    }

    @Test
    void headroomThatDoesNotFitIsAConflict() {
        Cluster cluster = cluster(64, 2_000);
        LosslessDesign design =
                LosslessDesign.of(
                        cluster, lossless(new Ecn.Derive()), leaf(Optional.of("N9K-C9332PQ")));
        assertThat(design.conflicts())
                .satisfiesExactly(
                        c -> assertThat(c).contains("and 63 more", "no port of 100 Gb/s"),
                        c -> assertThat(c).startsWith("swp9: ").contains("no port of 400 Gb/s"),
                        c -> assertThat(c).contains("does not fit into the buffer of a C9332PQ"));
    }

    @Test
    void thePriorityOfUnmarkedPacketsAndNotificationsWithoutAMarkAreConflicts() {
        Lossless wanted =
                new Lossless(0, 26, OptionalInt.empty(), OptionalInt.of(6), new Ecn.Derive());
        assertThat(
                        LosslessDesign.of(cluster(4, 5), wanted, leaf(Optional.of("SN5600")))
                                .conflicts())
                .satisfiesExactly(
                        c -> assertThat(c).contains("lossless.priority 0"),
                        c -> assertThat(c).contains("cnp-dscp"));
    }

    @Test
    void fixedThresholdsAboveWherePfcActsAreAConflict() {
        LosslessDesign design =
                design(Optional.of("SN5600"), new Ecn.Fixed(1_000_000, 150_000_000, 10));
        assertThat(design.conflicts()).singleElement().asString().contains("PFC acts before ECN");
        assertThat(design(Optional.of("SN5600"), new Ecn.Fixed(150_000, 1_500_000, 10)).conflicts())
                .isEmpty();
        assertThat(port(design(Optional.empty(), new Ecn.Off()), "swp1").ecn()).isEmpty();
    }

    @Test
    void anUnknownModelIsSaidAndSizedWithoutCells() {
        LosslessDesign design = design(Optional.of("Frobnicator 9"), new Ecn.Derive());
        assertThat(design.buffer()).isEmpty();
        assertThat(design.xoffBytes()).isZero();
        assertThat(port(design, "swp1").headroom().bytes())
                .isEqualTo(Headroom.general(Bandwidth.gbps(100), 40, 9216).bytes());
        assertThat(design.assumptions())
                .anyMatch(a -> a.contains("the buffer of a Frobnicator 9 is not known here"));
    }

    @Test
    void aPortWithoutSpeedIsNotSized() {
        assertThat(design(Optional.of("SN5600"), new Ecn.Derive()).ports())
                .extracting(PortDesign::port)
                .doesNotContain("swp10");
        Cluster cluster = cluster();
        Switch leaf =
                new Switch(
                        "leaf1",
                        SwitchSystem.NVUE,
                        Optional.of("SN5600"),
                        "10.9.0.1",
                        Login.DEFAULT,
                        List.of(new SwitchPort("swp10", OptionalInt.empty(), Optional.empty())));
        assertThat(LosslessDesign.of(cluster, lossless(new Ecn.Derive()), leaf).assumptions())
                .anyMatch(a -> a.startsWith("swp10: its speed is not given, so it is not sized"));
    }

    @Test
    void aSpeedThatTheModelHasNoPortOfIsSaid() {
        assertThat(design(Optional.of("SN2700"), new Ecn.Derive()).conflicts())
                .anyMatch(
                        c ->
                                c.startsWith("swp9: a SN2700 has no port of 400 Gb/s")
                                        && c.contains("fastest is of 100 Gb/s"));
        assertThat(design(Optional.of("SN5600"), new Ecn.Derive()).conflicts()).isEmpty();
        assertThat(SwitchBuffer.of("DCS-7050SX3-48YC8")).as("another chip").isEmpty();
        assertThat(SwitchBuffer.of("DCS-7050SX-64")).isPresent();
    }

    @Test
    void everyKnownModelHasItsSourceAndIsFoundByItsName() {
        assertThat(SwitchBuffer.known()).isNotEmpty();
        for (SwitchBuffer one : SwitchBuffer.known()) {
            assertThat(one.source()).isNotBlank();
            assertThat(one.bytes()).isBetween(1_000_000L, 1_000_000_000L);
            assertThat(SwitchBuffer.of("maker " + one.model().toLowerCase() + "-32c"))
                    .contains(one);
        }
    }

    private static PortDesign port(LosslessDesign design, String name) {
        return design.ports().stream().filter(p -> p.port().equals(name)).findFirst().orElseThrow();
    }

    private static LosslessDesign design(Optional<String> model, Ecn ecn) {
        return LosslessDesign.of(cluster(), lossless(ecn), leaf(model));
    }

    private static Lossless lossless(Ecn ecn) {
        return new Lossless(3, 26, OptionalInt.of(48), OptionalInt.of(6), ecn);
    }

    private static Switch leaf(Optional<String> model) {
        return new Switch(
                "leaf1",
                SwitchSystem.NVUE,
                model,
                "10.9.0.1",
                Login.DEFAULT,
                List.of(
                        new SwitchPort(
                                "swp9", OptionalInt.of(9216), Optional.of(Bandwidth.gbps(400)))));
    }

    private static Cluster cluster() {
        return cluster(4, 40);
    }

    private static Cluster cluster(int count, double metres) {
        List<Host> hosts = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        Optional<Bandwidth> speed = Optional.of(Bandwidth.gbps(100));
        for (int n = 1; n <= count; n++) {
            String name = "gpu" + n;
            hosts.add(
                    new Host(
                            name,
                            "10.1.0." + n,
                            Login.DEFAULT,
                            Optional.empty(),
                            List.of(
                                    new RailPort(
                                            "rail0",
                                            "ens6",
                                            "10.0.1." + n,
                                            NET,
                                            9000,
                                            speed,
                                            Optional.empty(),
                                            OptionalInt.empty(),
                                            Optional.empty())),
                            Optional.empty(),
                            HostPolicy.DEFAULT,
                            n));
            links.add(
                    new Link(
                            new Link.End(name, "ens6"),
                            new Link.End("leaf1", "swp" + (n < 9 ? n : n + 1)),
                            Optional.of(new Cable(Cable.Kind.AOC, metres)),
                            speed,
                            OptionalInt.empty()));
        }
        return new Cluster(
                "cluster.yaml",
                "c",
                Login.DEFAULT,
                List.of(new Rail("rail0", NET, 9000, speed)),
                hosts,
                List.of(leaf(Optional.empty())),
                links,
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }
}
