package io.railhead.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.railhead.fabric.LosslessDesign;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.twin.ConfigText;
import io.railhead.twin.EmulatedSwitch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {

    /// Every system, from a configuration as a switch in use has one: with foreign classes, with
    /// 802.3x on a port, with a stock map that makes RoCE lossy.
    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whatIsEnteredLeavesNoDifferenceAndCanBeTakenBack(SwitchSystem system) throws IOException {
        Dialect dialect = Dialect.of(system).orElseThrow();
        String before = resource(system.word() + "/running.txt");
        ConfigText config = emulated(system, before);
        String printed = config.print();
        Map<String, String> running = dialect.running(printed);
        LosslessDesign design = design(system);
        List<Difference> differences =
                Difference.between(dialect.lossless(design, running), running);
        List<String> lines = dialect.enter(differences, running);
        if (Boolean.getBoolean("railhead.dialect.write")) {
            Files.writeString(
                    Path.of(
                            "src/test/resources/io/railhead/switches/" + system.word(),
                            "wanted.txt"),
                    String.join("\n", lines) + "\n");
        }
        assertThat(String.join("\n", lines) + "\n")
                .as("what is entered; the file is wanted.txt")
                .isEqualTo(resource(system.word() + "/wanted.txt"));

        config.enter(lines);
        Map<String, String> now = dialect.running(config.print());
        assertThat(Difference.between(dialect.lossless(design, now), now)).isEmpty();

        config.enter(dialect.enter(Difference.undo(differences), now));
        assertThat(config.print()).isEqualTo(printed);
    }

    @Test
    void twoSystemsThatLookAlikeKnowEachOthersLines() throws IOException {
        Dialect nxos = Dialect.of(SwitchSystem.NXOS).orElseThrow();
        Dialect eos = Dialect.of(SwitchSystem.EOS).orElseThrow();
        for (String file : List.of("running.txt", "live.txt", "wanted.txt")) {
            assertThat(nxos.foreign(resource("nxos/" + file))).as(file).isEmpty();
            assertThat(eos.foreign(resource("eos/" + file))).as(file).isEmpty();
        }
        assertThat(nxos.foreign(resource("eos/wanted.txt"))).isPresent();
        assertThat(eos.foreign(resource("nxos/wanted.txt"))).isPresent();
    }

    @Test
    void aPortThatLetsLargerFramesPassThanAreNeededIsLeftSo() throws IOException {
        Dialect dialect = Dialect.of(SwitchSystem.SONIC).orElseThrow();
        String before = resource("sonic/running.txt");
        String larger = before.replaceAll("\"mtu\": \"\\d+\"", "\"mtu\": \"9216\"");
        assertThat(larger).contains("\"mtu\": \"9216\"");
        Map<String, String> running = dialect.running(emulated(SwitchSystem.SONIC, larger).print());
        assertThat(
                        Difference.between(
                                dialect.lossless(design(SwitchSystem.SONIC), running), running))
                .noneMatch(d -> d.toString().contains("9100"));
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void aLineThatSomebodyChangedIsTheOnlyDifference(SwitchSystem system) throws IOException {
        Dialect dialect = Dialect.of(system).orElseThrow();
        ConfigText config = emulated(system, resource(system.word() + "/running.txt"));
        Map<String, String> running = dialect.running(config.print());
        LosslessDesign design = design(system);
        config.enter(
                dialect.enter(
                        Difference.between(dialect.lossless(design, running), running), running));
        Map<String, String> good = dialect.running(config.print());
        for (Statement one : dialect.lossless(design, good)) {
            if (one.line().isEmpty()) continue;
            Map<String, String> drifted = new java.util.LinkedHashMap<>(good);
            drifted.remove(one.slot());
            assertThat(Difference.between(dialect.lossless(design, drifted), drifted))
                    .as(one.slot())
                    .anyMatch(d -> d.wanted().slot().equals(one.slot()));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void nothingThatASwitchPrintsThrows(SwitchSystem system) throws IOException {
        Dialect dialect = Dialect.of(system).orElseThrow();
        String text = resource(system.word() + "/running.txt");
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder broken = new StringBuilder(text);
            for (int cut = random.nextInt(5); cut >= 0 && !broken.isEmpty(); cut--) {
                int at = random.nextInt(broken.length());
                switch (random.nextInt(3)) {
                    case 0 -> broken.setLength(at);
                    case 1 -> broken.setCharAt(at, (char) random.nextInt(0x250));
                    default -> broken.insert(at, text, 0, random.nextInt(text.length()));
                }
            }
            assertThatCode(
                            () -> {
                                Map<String, String> running = dialect.running(broken.toString());
                                dialect.enter(
                                        Difference.between(
                                                dialect.lossless(design(system), running), running),
                                        running);
                            })
                    .as("seed " + seed)
                    .doesNotThrowAnyException();
        }
    }

    /// Chips with four queues define `c-out-q3` and refuse a policy with classes of the other
    /// template. Notifications then take the group next to the data's.
    @Test
    void aSwitchWithFourQueuesGetsTheClassesThatItDefines() {
        Dialect nxos = Dialect.of(SwitchSystem.NXOS).orElseThrow();
        Map<String, String> running =
                nxos.running(
                        """
                        policy-map type queuing THEIRS
                          class type queuing c-out-q3
                            bandwidth percent 10
                        """);
        List<String> lines =
                nxos.enter(
                        Difference.between(
                                nxos.lossless(design(SwitchSystem.NXOS), running), running),
                        running);
        assertThat(lines)
                .contains("  class type network-qos c-nq3", "  class type queuing c-out-q3")
                .contains("    set qos-group 2")
                .noneMatch(l -> l.contains("8q"));
    }

    @Test
    void aSystemWithoutDialectIsSaidToHaveNone() {
        assertThat(Dialect.of(SwitchSystem.ONYX)).isEmpty();
    }

    private static ConfigText emulated(SwitchSystem system, String text) {
        return EmulatedSwitch.config(system, text);
    }

    private static LosslessDesign design(SwitchSystem system) {
        String port =
                system == SwitchSystem.NVUE
                        ? "swp"
                        : system == SwitchSystem.NXOS ? "Ethernet1/" : "Ethernet";
        String text =
                """
                cluster: c
                rails: {rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 9000, speed: 100G}}
                hosts: {"gpu[1-2]": {address: "10.1.0.{n}", rails: {rail0: "10.0.1.{n}"}}}
                switches:
                  leaf1:
                    system: %s
                    address: 10.1.9.1
                    ports: {"%s[1-2]": {speed: 100G}, "%s9": {speed: 400G}}
                links:
                  - {between: ["gpu[1-2]/ens6", "leaf1/%s[1-2]"], cable: {type: dac, length: 3m}}
                lossless: {priority: 3, dscp: 26, cnp-dscp: 48, cnp-priority: 6, incast: 4}
                """
                        .formatted(system.word(), port, port, port);
        Result result = ClusterReader.read("cluster.yaml", text);
        if (!(result instanceof Result.Accepted(Cluster cluster, var problems))) {
            throw new AssertionError(result.problems().toString());
        }
        Lossless wanted = cluster.lossless().orElseThrow();
        return LosslessDesign.of(cluster, wanted, cluster.switches().getFirst());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = DialectTest.class.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
