package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.SwitchSystem;
import io.railhead.twin.Behaviour;
import io.railhead.twin.EmulatedSwitch;
import io.railhead.twin.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// The commands on a switch: an emulated NX-OS behind a real SSH server.
class SwitchCommandsTest {
    private static final String SECRET = "s3cr3t-community";
    private static final String RUNNING =
            """
            hostname leaf1
            snmp-server community s3cr3t-community group network-operator
            interface Ethernet1/1
              flowcontrol receive on
            interface Ethernet1/2
              mtu 9000
            """;

    @TempDir Path folder;

    @Test
    void planApplyCheckAndRollbackTakeASwitchAlong() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            String before = leaf.running();
            TestConsole plan = console();
            assertThat(plan.run("plan", "--hosts", "leaf1", "--format", "json"))
                    .as(plan.err() + plan.out())
                    .isEqualTo(Exit.OK);
            JsonNode document = JsonMapper.shared().readTree(plan.out());
            assertThat(document.path("schema").asString()).isEqualTo("railhead.plan/1");
            assertThat(document.path("changes").path(0).path("device").asString())
                    .isEqualTo("leaf1");
            assertThat(document.path("changes").toString())
                    .contains("switch-lossless:interface Ethernet1/1", "flowcontrol receive on");
            assertThat(leaf.running()).isEqualTo(before);

            TestConsole kept = console();
            assertThat(kept.run("plan", "--hosts", "leaf1", "-o", "change.plan"))
                    .as(kept.err())
                    .isEqualTo(Exit.OK);
            TestConsole apply = console();
            assertThat(apply.run("apply", "change.plan", "--hosts", "leaf1", "--yes"))
                    .as(apply.err() + apply.out())
                    .isEqualTo(Exit.OK);
            assertThat(apply.err()).contains("switch-lossless was never tried on a real switch");
            assertThat(leaf.running()).contains("pause pfc-cos 3").isEqualTo(leaf.startup());

            TestConsole again = console();
            assertThat(again.run("apply", "--hosts", "leaf1", "--yes")).isEqualTo(Exit.OK);
            assertThat(again.out()).contains("Nothing to do");

            leaf.enterByHand("interface Ethernet1/1", "  mtu 1500");
            TestConsole drifted = console();
            assertThat(drifted.run("plan", "--hosts", "leaf1")).isEqualTo(Exit.OK);
            assertThat(drifted.out()).contains("mtu 1500", "mtu 9216").contains("run ");
            TestConsole refused = console();
            assertThat(refused.run("rollback", "--hosts", "leaf1", "--yes"))
                    .isEqualTo(Exit.FINDINGS);
            assertThat(refused.out()).contains("changed since the run");
            leaf.enterByHand("interface Ethernet1/1", "  mtu 9216");

            TestConsole list = console();
            assertThat(list.run("rollback", "--list", "--hosts", "leaf1")).isEqualTo(Exit.OK);
            assertThat(list.out()).contains("leaf1");
            TestConsole back = console();
            assertThat(back.run("rollback", "--hosts", "leaf1", "--yes"))
                    .as(back.err() + back.out())
                    .isEqualTo(Exit.OK);
            assertThat(leaf.running()).isEqualTo(before).isEqualTo(leaf.startup());
            for (TestConsole one : new TestConsole[] {plan, kept, apply, again, drifted, back}) {
                assertThat(one.out() + one.err()).doesNotContain(SECRET);
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path f : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(f, java.nio.charset.StandardCharsets.ISO_8859_1))
                            .as(f.toString())
                            .doesNotContain(SECRET);
                }
            }
        }
    }

    @Test
    void aStatementThatTheSwitchRefusesIsNamedAndEverythingIsAsBefore() throws IOException {
        try (EmulatedSwitch leaf =
                leaf(Behaviour.USUAL.refusing("class type network-qos c-8q-nq3"))) {
            String before = leaf.running();
            TestConsole apply = console();
            assertThat(apply.run("apply", "--hosts", "leaf1", "--yes")).isEqualTo(Exit.FINDINGS);
            assertThat(apply.out())
                    .contains("class type network-qos c-8q-nq3")
                    .contains("Invalid command");
            assertThat(leaf.running()).isEqualTo(before);
            assertThat(leaf.checkpoints()).isEmpty();
            assertThat(leaf.timers()).isEmpty();
        }
    }

    @Test
    void checkTellsWhatOfASwitchIsNotAsDerivedWhoeverWroteIt() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            String yaml = Files.readString(folder.resolve("cluster.yaml"));
            Files.writeString(
                    folder.resolve("cluster.yaml"),
                    // Hosts that refuse at once: it is the switch that is looked at.
                    yaml.replace("\"10.1.0.{n}\"", "\"127.0.0.1{n}\", login: {port: 1}"));
            List<String> before = codesOfLeaf();
            assertThat(before)
                    .as("a port to a host names no MTU, which is 1500 then")
                    .containsExactly(
                            "global-pause-instead-of-pfc",
                            "switch-config-drift",
                            "link-mtu-differs");
            assertThat(console().run("apply", "--hosts", "leaf1", "--yes")).isEqualTo(Exit.OK);
            assertThat(codesOfLeaf()).isEmpty();
            leaf.enterByHand("interface Ethernet1/1", "  mtu 1500");
            assertThat(codesOfLeaf()).containsExactly("link-mtu-differs", "switch-config-drift");

            TestConsole collect = console();
            collect.run("collect", "-o", "a.bundle");
            TestConsole bundled = console();
            bundled.run("check", "--bundle", "a.bundle", "--no-store");
            assertThat(bundled.out()).contains("switch-config-drift").doesNotContain(SECRET);
        }
    }

    @Test
    void checkOverATimeTellsWhatCountersRoseByAndHowFast() throws IOException {
        try (EmulatedSwitch _ = leaf(Behaviour.USUAL.with(Fault.PAUSE_RISES))) {
            String yaml = Files.readString(folder.resolve("cluster.yaml"));
            Files.writeString(
                    folder.resolve("cluster.yaml"),
                    yaml.replace("\"10.1.0.{n}\"", "\"127.0.0.1{n}\", login: {port: 1}"));
            assertThat(console().run("apply", "--hosts", "leaf1", "--yes")).isEqualTo(Exit.OK);
            TestConsole check = console();
            check.run("check", "--over", "1s", "--format", "json", "--no-store", "--timeout", "5");
            List<String> said = new ArrayList<>();
            JsonMapper.shared()
                    .readTree(check.out())
                    .path("findings")
                    .forEach(
                            f ->
                                    said.add(
                                            f.path("code").asString()
                                                    + " "
                                                    + f.path("subject").asString()
                                                    + ": "
                                                    + f.path("summary").asString()));
            assertThat(said)
                    .as(check.err())
                    .anySatisfy(
                            f ->
                                    assertThat(f)
                                            .startsWith("counters-rising leaf1 Ethernet1/")
                                            .containsPattern(
                                                    "within \\d+\\.\\d s: sent \\S+ rose by 700"
                                                            + " \\([\\d.,]+/s\\)"));
            assertThat(console().run("check", "--over", "soon", "--no-store"))
                    .isEqualTo(Exit.USAGE);
        }
    }

    @Test
    void withoutSwitchIsOfHostsAndANetworkSwitchGoesUnderItsTimerAllTheSame() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            String before = leaf.running();
            assertThat(console().run("apply", "--hosts", "leaf1", "--yes")).isEqualTo(Exit.OK);
            int applied = leaf.entered().size();
            TestConsole back = console();
            assertThat(back.run("rollback", "--hosts", "leaf1", "--yes", "--without-switch"))
                    .as(back.err() + back.out())
                    .isEqualTo(Exit.OK);
            assertThat(back.err()).contains("--without-switch is of hosts");
            assertThat(leaf.entered().subList(applied, leaf.entered().size()))
                    .anyMatch(l -> l.contains("scheduler schedule name"));
            assertThat(leaf.running()).isEqualTo(before);
            assertThat(leaf.timers()).isEmpty();
        }
    }

    @Test
    void checkAndCollectAskASwitchByItsNameAloneOrByAPatternOfNames() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            // The hosts do not answer, and nobody asks them.
            assertThat(codesOfLeaf("--hosts", "leaf1"))
                    .containsExactlyInAnyOrder(
                            "global-pause-instead-of-pfc",
                            "switch-config-drift",
                            "link-mtu-differs");
            assertThat(console().run("apply", "--hosts", "leaf[1-1]", "--yes")).isEqualTo(Exit.OK);
            assertThat(codesOfLeaf("--hosts", "leaf[1-1]")).isEmpty();
            leaf.enterByHand("interface Ethernet1/1", "  mtu 1500");
            TestConsole check = console();
            assertThat(check.run("check", "--hosts", "leaf1", "--no-store"))
                    .as(check.err())
                    .isEqualTo(Exit.FINDINGS);
            assertThat(check.out())
                    .contains("leaf1 Ethernet1/1", "link-mtu-differs")
                    .as("a switch is not asked for hosts' tools")
                    .doesNotContain("gpu1", "ethtool", "mlnx_qos");

            TestConsole collect = console();
            assertThat(collect.run("collect", "--hosts", "leaf1", "-o", "leaf.bundle"))
                    .as(collect.err())
                    .isEqualTo(Exit.OK);
            TestConsole bundled = console();
            assertThat(
                            bundled.run(
                                    "check",
                                    "--bundle",
                                    "leaf.bundle",
                                    "--hosts",
                                    "leaf1",
                                    "--no-store"))
                    .as(bundled.err())
                    .isEqualTo(Exit.FINDINGS);
            assertThat(bundled.out()).contains("leaf1 Ethernet1/1");

            TestConsole ofHosts = console();
            assertThat(
                            ofHosts.run(
                                    "check",
                                    "--hosts",
                                    "leaf1",
                                    "--only",
                                    "half-duplex",
                                    "--no-store"))
                    .isEqualTo(Exit.USAGE);
            assertThat(ofHosts.err()).contains("this is a switch");
            TestConsole bench = console();
            assertThat(bench.run("bench", "tcp", "--hosts", "leaf1", "--no-store"))
                    .isEqualTo(Exit.USAGE);
            assertThat(bench.err()).contains("leaf1: this is a switch, and hosts are asked for");
        }
    }

    @Test
    void aConnectionThatEndsHalfWayIsToldAndWhatWasReadCounts() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            leaf.cutAt(4, EmulatedSwitch.Cut.BEFORE);
            TestConsole check = console();
            assertThat(check.run("check", "--hosts", "leaf1", "--no-store"))
                    .isEqualTo(Exit.UNREACHABLE);
            assertThat(leaf.wasCut()).isTrue();
            assertThat(check.out())
                    .contains("host-unreachable", "answered only in part", "global-pause-instead")
                    .contains("ssh -v admin@127.0.0.1 -p " + leaf.login().port());
        }
    }

    /// Codes of what `check` finds on the switch.
    private List<String> codesOfLeaf(String... options) {
        TestConsole check = console();
        List<String> words =
                new ArrayList<>(
                        List.of("check", "--format", "json", "--no-store", "--timeout", "10"));
        words.addAll(List.of(options));
        check.run(words.toArray(String[]::new));
        assertThat(check.out()).as(check.err()).doesNotContain(SECRET);
        List<String> codes = new ArrayList<>();
        new ObjectMapper()
                .readTree(check.out())
                .path("findings")
                .forEach(
                        f -> {
                            if (f.path("subject").asString().contains("leaf1")
                                    && !f.path("severity").asString().equals("info")) {
                                codes.add(f.path("code").asString());
                            }
                        });
        return codes;
    }

    @Test
    void aSwitchThatIsNotInTheIntentIsNamed() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            TestConsole plan = console();
            assertThat(plan.run("plan", "--hosts", "leaf2")).isEqualTo(Exit.USAGE);
            assertThat(plan.err()).contains("did you mean leaf1?");
            assertThat(leaf.entered()).isEmpty();
        }
    }

    @Test
    void aSwitchOfAnotherSystemThanTheIntentHasIsToldWithTheIntentsWord() throws IOException {
        try (EmulatedSwitch leaf = leaf(Behaviour.USUAL)) {
            Path yaml = folder.resolve("cluster.yaml");
            Files.writeString(yaml, Files.readString(yaml).replace("system: nxos", "system: eos"));
            TestConsole plan = console();
            assertThat(plan.run("plan", "--hosts", "leaf1")).isEqualTo(Exit.UNREACHABLE);
            assertThat(plan.out().replaceAll("\\s+", " "))
                    .contains("was refused", "(the intent has it as a switch of system eos)");
            assertThat(leaf.running()).isEqualTo(leaf.startup());
        }
    }

    private EmulatedSwitch leaf(Behaviour behaviour) throws IOException {
        EmulatedSwitch leaf =
                EmulatedSwitch.start(
                        SwitchSystem.NXOS, "leaf1", RUNNING, behaviour, folder.resolve("box"));
        Files.writeString(
                folder.resolve("cluster.yaml"),
                """
                cluster: pair
                rails:
                  rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 9000, speed: 100G}
                hosts:
                  gpu[1-2]: {address: "10.1.0.{n}", rails: {rail0: "10.0.1.{n}"}}
                switches:
                  leaf1:
                    system: nxos
                    address: 127.0.0.1
                    login: {user: admin, port: %d, key: %s/box/id, known-hosts: %s/box/known_hosts}
                links:
                  - between: ["gpu[1-2]/ens6", "leaf1/Ethernet1/[1-2]"]
                    speed: 100G
                lossless: {priority: 3, dscp: 26, cnp-dscp: 48, incast: 4}
                """
                        .formatted(leaf.login().port(), folder, folder));
        return leaf;
    }

    private TestConsole console() {
        return TestConsole.in(
                folder,
                java.util.Map.of(
                        "XDG_STATE_HOME", folder.resolve("state").toString(),
                        "HOME", folder.toString(),
                        "PATH", "/usr/bin:/bin"));
    }
}
