package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Changing machines without regret, on two hosts with real systemd: planned, applied, verified,
/// restarted, checked and taken back, to the byte.
@Tag("lab")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BootedBarTest {
    /// Findings that come from what a lab host is; docs/lab.md says why each.
    private static final Set<String> LAB_EXPLAINS = Set.of("memlock-limit", "nofile-limit");

    @TempDir static Path directory = Path.of("/nowhere");
    private static Optional<LabRig> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        List<String> faults = new ArrayList<>();
        for (String port : List.of("h1/eth1", "h1/eth2", "h2/eth1", "h2/eth2")) {
            faults.addAll(List.of("--fault", "bare-rail:" + port));
        }
        raised =
                Optional.of(
                        LabRig.raise(
                                directory,
                                "bar",
                                HostKind.BOOTED,
                                2,
                                faults.toArray(String[]::new)));
    }

    @AfterAll
    static void remove() {
        raised.ifPresent(LabRig::close);
    }

    private static LabRig lab() {
        return raised.orElseThrow();
    }

    private static String on(String host, String command) {
        return lab().on(host, command);
    }

    private static String run(int wanted, String... arguments) {
        return lab().run(wanted, arguments);
    }

    /// Every file below /etc and where people put theirs, with owner, mode and digest; every live
    /// value that a resource can change.
    private static Map<String, List<String>> snapshots() {
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (String host : lab().hosts()) {
            found.put(host, on(host, LabRig.resource("booted-snapshot.sh")).lines().toList());
        }
        return found;
    }

    /// The lab's intent with more to do in its policy.
    private static Path intent(String name, String policy) throws IOException {
        String text = lab().intent();
        assertThat(text).contains("host-policy:\n");
        return Files.writeString(
                directory.resolve(name), text.replace("host-policy:\n", "host-policy:\n" + policy));
    }

    private static List<JsonNode> changes(Path cluster) {
        return new ObjectMapper()
                        .readTree(
                                run(Exit.OK, "plan", "-c", cluster.toString(), "--format", "json"))
                        .path("changes")
                        .values()
                        .stream()
                        .toList();
    }

    private static Set<String> kinds(List<JsonNode> changes) {
        Set<String> kinds = new TreeSet<>();
        changes.forEach(c -> kinds.add(c.path("resource").asString().replaceFirst(":.*", "")));
        return kinds;
    }

    private static void restartAll() {
        lab().hosts().forEach(lab()::restart);
    }

    @Test
    @Order(1)
    void whatIsAppliedOutlastsARestartAndIsTakenBackToTheByte() throws IOException {
        Path cluster = intent("wanted.yaml", LabRig.resource("booted-policy.yaml"));
        for (String host : lab().hosts()) {
            on(host, "sed -i /-rail/d /etc/hosts"); // else there is no name to add
            on(host, LabRig.resource("booted-packages.sh"));
        }
        Map<String, List<String>> before = snapshots();
        assertThat(before.get("h1")).hasSizeGreaterThan(1000);

        List<JsonNode> planned = changes(cluster);
        assertThat(kinds(planned))
                .contains(LabRig.resource("booted-kinds.txt").strip().split("\\s+"));

        run(Exit.OK, "apply", "--yes", "-c", cluster.toString());
        assertThat(changes(cluster)).as("a second plan").isEmpty();

        restartAll();
        assertThat(changes(cluster)).as("a plan after the restart").isEmpty();
        // Two hosts that reach each other over both rails, now from files alone.
        on(
                "h1",
                "ping -c 1 -W 2 -M do -s 8972 10.78.0.2 && ping -c 1 -W 2 -M do -s 8972 10.79.0.2");
        assertThat(on("h1", "cat /usr/share/railhead-*/version; apt-mark showhold"))
                .isEqualTo("1.0\n1.0\nrailhead-sample\n");
        assertThat(on("h1", "systemctl is-active railhead-bar; ls /run/railhead-bar"))
                .isEqualTo("active\n/run/railhead-bar\n");
        assertThat(on("h1", "ssh -o BatchMode=yes h2-rail0 hostname")).endsWith("h2\n");
        TestConsole check = lab().console();
        check.run("check", "-c", cluster.toString(), "--format", "json");
        List<String> unexplained = new ArrayList<>();
        for (JsonNode f : new ObjectMapper().readTree(check.out()).path("findings").values()) {
            if (Set.of("critical", "error", "warning").contains(f.path("severity").asString())
                    && !LAB_EXPLAINS.contains(f.path("code").asString())) {
                unexplained.add(f.toString());
            }
        }
        assertThat(unexplained).isEmpty();

        run(Exit.OK, "rollback", "--yes", "-c", cluster.toString());
        assertThat(snapshots()).isEqualTo(before);

        restartAll();
        assertThat(snapshots()).as("after one more restart").isEqualTo(before);
    }

    @Test
    @Order(2)
    void anInterfaceThatIsToBeOffStaysOffOverARestart() throws IOException {
        for (String host : lab().hosts()) {
            on(
                    host,
                    "printf 'network:\\n  version: 2\\n  ethernets:\\n    eth2: {dhcp4: false, optional:"
                            + " true}\\n' >/etc/netplan/55-spare.yaml\n"
                            + "chmod 600 /etc/netplan/55-spare.yaml\nnetplan apply 2>&1\n"
                            + "until ip -o link show eth2 up | grep -q eth2; do sleep 0.1; done");
        }
        String text = lab().intent();
        Path cluster =
                Files.writeString(
                        directory.resolve("spare.yaml"),
                        text.substring(0, text.indexOf("rails:\n"))
                                + "hosts:\n  h[1-2]:\n    address: \"10.77.0.{n}\"\n"
                                + "host-policy:\n  links-down: [eth2]\n");
        String state = "ip -o link show eth2 up | wc -l";
        Map<String, List<String>> before = snapshots();

        run(Exit.OK, "apply", "--yes", "-c", cluster.toString());
        assertThat(on("h1", state)).isEqualTo("0\n");
        restartAll();
        assertThat(on("h1", state)).isEqualTo("0\n");
        assertThat(changes(cluster)).isEmpty();
        run(Exit.OK, "rollback", "--yes", "-c", cluster.toString());
        assertThat(on("h1", state)).isEqualTo("1\n");
        assertThat(snapshots()).isEqualTo(before);
    }

    /// The management port is made a rail's, so that its address is in Railhead's hands; then it is
    /// given an address in a network where nobody is.
    @Test
    @Order(3)
    void aNetplanAddressThatCutsTheConnectionIsTakenBackByTheHostItself() throws IOException {
        for (String host : lab().hosts()) {
            on(host, "rm /etc/netplan/50-rails.yaml");
        }
        Path right = Files.writeString(directory.resolve("right.yaml"), management("10.77"));
        run(Exit.OK, "apply", "--yes", "-c", right.toString());
        Map<String, List<String>> before = snapshots();
        assertThat(before.get("h1")).anyMatch(l -> l.contains("60-railhead-rails.yaml"));

        Path wrong = Files.writeString(directory.resolve("wrong.yaml"), management("10.99"));
        TestConsole apply = lab().console();
        int status = apply.run("apply", "--yes", "--confirm-within", "8", "-c", wrong.toString());
        assertThat(status).as(apply.out() + apply.err()).isEqualTo(Exit.FINDINGS);
        assertThat(apply.out().replaceAll("\\s+", " "))
                .contains("h1 reverted no fresh connection worked within 8 s of changing netplan:")
                .contains("the host took the run back by itself")
                .contains("h2 not tried");

        assertThat(snapshots()).isEqualTo(before);
        assertThat(changes(right)).isEmpty();
    }

    private static String management(String network) throws IOException {
        String text = lab().intent();
        return text.substring(0, text.indexOf("rails:\n"))
                + "rails:\n  mgmt:\n    subnet: "
                + network
                + ".0.0/16\n    interface: eth0\n    mtu: 1500\n"
                + "hosts:\n  h[1-2]:\n    address: \"10.77.0.{n}\"\n    rails:\n      mgmt: \""
                + network
                + ".0.{n}\"\n";
    }
}
