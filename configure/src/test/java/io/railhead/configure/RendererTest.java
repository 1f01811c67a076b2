package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who serves netplan on a machine, and what netplan and daemons say, where no test machine has
/// them.
class RendererTest {
    private static final String RAIL = "rail rail0 eth1 10.78.0.1/24 9000\n";

    @TempDir Path journal;

    private static List<Obstacle> obstacles(
            String kind, String wanted, Map<String, String> host, Map<String, String> notes) {
        Resource resource = Resources.installed().of(kind).orElseThrow();
        Cluster cluster = World.cluster(wanted);
        Item item = resource.wanted(cluster, cluster.hosts().getFirst()).getFirst();
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("type", "absent");
        if (kind.equals("governor")) {
            state.put("governors", notes.getOrDefault("governors", ""));
        }
        return resource.obstacles(item, new Observed(host, state, notes));
    }

    private static List<Obstacle> netplan(String wanted, String services, String otherFile) {
        String network = services.isEmpty() ? "none" : services.split(" ")[0];
        return obstacles(
                "netplan",
                wanted + RAIL,
                Map.of("services", services, "network", network, "management", "eth0"),
                Map.of(
                        "netplan",
                        "installed",
                        "foreign:/etc/netplan/01-all.yaml",
                        Base64.getEncoder()
                                .encodeToString(otherFile.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aRendererThatDoesNotRunHereIsRefusedWithTheOneThatDoes() {
        assertThat(netplan("renderer networkd\n", "NetworkManager", ""))
                .singleElement()
                .satisfies(
                        o -> {
                            assertThat(o.why())
                                    .isEqualTo(
                                            "renderer networkd is wanted for the rails, but it does"
                                                    + " not run here; NetworkManager does");
                            assertThat(o.remedy()).contains("want renderer: NetworkManager");
                        });
    }

    @Test
    void theRendererThatTheMachinesFilesNameCountsWhereTheIntentNamesNone() {
        String ofDesktop = "network: {version: 2, renderer: NetworkManager}";
        assertThat(netplan("", "NetworkManager", ofDesktop)).isEmpty();
        assertThat(netplan("", "networkd", "")).isEmpty();
        assertThat(netplan("", "networkd NetworkManager", ofDesktop)).isEmpty();
        assertThat(netplan("", "NetworkManager", ""))
                .singleElement()
                .satisfies(o -> assertThat(o.why()).contains("leave the rails to networkd"));
        assertThat(netplan("", "", "")).as("nobody serves netplan: a namespace").isEmpty();
    }

    /// @param file what the rails' file says already; empty text where there is none
    private static Change planned(String byHand, String filed, String file) {
        Resource resource = Resources.installed().of("netplan").orElseThrow();
        Cluster cluster =
                World.cluster(RAIL + "rail rail1 eth2 10.79.0.1/24 9000\nrenderer networkd\n");
        Item item = resource.wanted(cluster, cluster.hosts().getFirst()).getFirst();
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("type", file.isEmpty() ? "absent" : "file");
        state.put("mode", "600");
        state.put("owner", "root");
        state.put("group", "root");
        state.put("sha256", "0");
        return resource.diff(
                        item,
                        new Observed(
                                Map.of(
                                        "services", "networkd",
                                        "network", "networkd",
                                        "management", "eth0",
                                        "by-hand", byHand,
                                        "filed", filed),
                                state,
                                Map.of(
                                        "netplan",
                                        "installed",
                                        "content",
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        file.getBytes(StandardCharsets.UTF_8)))))
                .orElseThrow();
    }

    @Test
    void whatStandsInNoFileAndGoesIsTold() {
        String mine = "address|eth1|10.78.0.1/24 address|eth2|10.79.0.1/24 ";
        Change told =
                planned(
                        mine
                                + "address|eth0|192.0.2.7/24 address|eth1|10.178.0.3/24"
                                + " address|eth1|fd00:78::3/64",
                        "fd00:0078:0::3/64 10.99.0.1/24",
                        "");
        assertThat(told.why())
                .contains("note: 10.178.0.3/24 on eth1 stands in no file and goes when the link")
                .contains("a rollback brings that back")
                .doesNotContain("fd00", "192.0.2.7", "10.78.0.1/24", "may come in by");
        assertThat(told.risk()).isEqualTo(Risk.DISRUPTIVE);

        Change route =
                planned(mine + "route|eth2|10.150.0.0/16 route|eth2|default", "0.0.0.0/0", "");
        assertThat(route.why())
                .contains("note: the route to 10.150.0.0/16 on eth2 stands in no file")
                .doesNotContain("route to default");
        assertThat(route.risk()).as("answers may take it").isEqualTo(Risk.MAY_DISCONNECT);

        assertThat(planned(mine, "", "").why()).doesNotContain("no file");
    }

    @Test
    void aLinkThatTheFileSaysTheSameOfIsNotSetUpAnew() {
        String whole = planned("", "", "").after();
        String old = whole.substring(whole.indexOf("network:")).replace("10.79.0.1", "10.79.0.9");
        String hand = "address|eth1|10.178.0.3/24 address|eth2|10.179.0.3/24";
        assertThat(planned(hand, "", old).why())
                .contains("note: 10.179.0.3/24 on eth2 stands in no file")
                .doesNotContain("10.178.0.3");
    }

    @Test
    void rulesThatNetplanLosesForNetworkManagerAreToldOfRoutedRails() {
        for (String network : List.of("NetworkManager", "networkd")) {
            for (String routes : List.of("", " via 10.78.0.254 to 10.100.0.0/16")) {
                Resource resource = Resources.installed().of("netplan").orElseThrow();
                Cluster cluster =
                        World.cluster("rail rail0 eth1 10.78.0.1/24 9000" + routes + "\n");
                Item item = resource.wanted(cluster, cluster.hosts().getFirst()).getFirst();
                Map<String, String> host =
                        Map.of("services", network, "network", network, "management", "eth0");
                LinkedHashMap<String, String> state = new LinkedHashMap<>();
                state.put("type", "absent");
                Map<String, String> notes = new LinkedHashMap<>();
                notes.put("netplan", "installed");
                if (network.equals("NetworkManager")) {
                    notes.put(
                            "foreign:/etc/netplan/01-all.yaml",
                            Base64.getEncoder()
                                    .encodeToString(
                                            "network: {version: 2, renderer: NetworkManager}"
                                                    .getBytes(StandardCharsets.UTF_8)));
                }
                String why =
                        resource.diff(item, new Observed(host, state, notes)).orElseThrow().why();
                assertThat(why.contains("netplan 0.106 leaves the rules"))
                        .as("%s%s: %s", network, routes, why)
                        .isEqualTo(network.equals("NetworkManager") && !routes.isEmpty());
            }
        }
    }

    @Test
    void aDaemonThatSetsTheGovernorByItselfIsNamedUnlessItIsAsWanted() {
        Map<String, String> host = Map.of();
        Map<String, String> daemon =
                Map.of("daemons", "tuned", "systemd", "yes", "governors", "0:powersave");
        assertThat(obstacles("governor", "governor performance\n", host, daemon))
                .singleElement()
                .satisfies(
                        o -> {
                            assertThat(o.why()).contains("tuned runs here");
                            assertThat(o.remedy()).contains("tuned-adm profile");
                        });
        Map<String, String> asWanted =
                Map.of("daemons", "tuned", "systemd", "yes", "governors", "0:performance");
        assertThat(obstacles("governor", "governor performance\n", host, asWanted)).isEmpty();
    }

    private static String says(String words, int status) {
        return """
                rm -f /usr/sbin/netplan; cat >/usr/sbin/netplan <<'E'
                #!/bin/sh
                echo '%s' >&2
                exit %d
                E
                chmod 755 /usr/sbin/netplan
                ip link set eth1 mtu 9000; ip addr add 10.78.0.1/24 dev eth1 2>/dev/null; true
                """
                .formatted(words, status);
    }

    private static final String OVS =
            "** (generate:7): WARNING **: Cannot call Open vSwitch: ovsdb-server.service is not"
                    + " running.";

    @Test
    @Tag("root")
    void whatNetplanSaysOfOpenVswitchIsNoReason() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh(says(OVS + "\nError in network definition: unknown key", 1));
            HostOutcome refused = bench.apply(World.cluster(RAIL)).hosts().getFirst();
            assertThat(refused.why())
                    .contains("netplan refuses it: Error in network definition: unknown key")
                    .doesNotContain("vSwitch");
            machine.sh("[ ! -e /etc/netplan/60-railhead-rails.yaml ]");

            machine.sh(says(OVS, 0));
            assertThat(bench.apply(World.cluster(RAIL)).isGood()).isTrue();
            machine.sh("[ -e /etc/netplan/60-railhead-rails.yaml ]");
        }
    }
}
