package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.resource.MpiHostfile;
import io.railhead.configure.resource.SshTrust;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What one host's files say of the others, from what all of them showed.
class TrustTest {
    private static final String WANTED =
            """
            rail rail0 eth1 10.78.0.$h/24 9000
            ssh-trust root
            mpi-hostfile /etc/railhead/hostfile
            gpus $h
            """;
    private static final Cluster CLUSTER =
            World.cluster(WANTED, List.of("gpu01", "gpu02", "gpu03"));

    private final SshTrust trust = new SshTrust();

    private static HostOutcome of(String host, HostOutcome.State state) {
        return new HostOutcome(
                host, state, "", List.of(new RunReport.Step("ssh-trust:root/key", "done")));
    }

    @Test
    void onlyHostsOnWhichTheRunMayStandAreSaidToHaveLinesLeft() {
        RunResult two =
                new RunResult(
                        "r1",
                        List.of(
                                of("gpu01", HostOutcome.State.ROLLED_BACK),
                                of("gpu02", HostOutcome.State.ROLLED_BACK)));
        assertThat(TrustLeft.of("rollback", CLUSTER, two).orElse("")).contains("--hosts gpu03");
        assertThat(TrustLeft.of("rollback", CLUSTER, two, Map.of("gpu03", "done"))).isPresent();
        for (String gone : List.of("rolled-back", "reverted", "not-tried")) {
            assertThat(TrustLeft.of("rollback", CLUSTER, two, Map.of("gpu03", gone))).isEmpty();
        }
        RunResult one =
                new RunResult(
                        "r1",
                        List.of(
                                of("gpu01", HostOutcome.State.ROLLED_BACK),
                                of("gpu02", HostOutcome.State.NOTHING_TO_DO),
                                of("gpu03", HostOutcome.State.UNREACHABLE)));
        assertThat(TrustLeft.of("rollback", CLUSTER, one).orElse(""))
                .contains("authorized_keys and known_hosts of gpu03 may");
    }

    private Item item(Host host, String part) {
        return trust.wanted(CLUSTER, host).stream()
                .filter(i -> i.name().equals("root/" + part))
                .findFirst()
                .orElseThrow();
    }

    /// What a host shows of all five parts.
    private List<Peer> shown(Host host, String publicKey, String port, String formerLines) {
        List<Peer> all = new ArrayList<>();
        for (Item item : trust.wanted(CLUSTER, host)) {
            Map<String, String> notes = new TreeMap<>();
            notes.put("home", "/root");
            notes.put("home-access", "700 0");
            notes.put("uid", "0");
            notes.put("port", port);
            notes.put("hostkey:ssh-rsa", "AAAAB3Nza" + host.name());
            notes.put("hostkey:ssh-ed25519", "AAAAC3Nza" + host.name());
            notes.put("public", publicKey);
            notes.put("room", "ok");
            LinkedHashMap<String, String> state = new LinkedHashMap<>();
            state.put("type", formerLines.isEmpty() ? "absent" : "file");
            if (!formerLines.isEmpty()) {
                state.put("access", "600 0 0");
                state.put("block", "other");
                notes.put("lines", Base64.getEncoder().encodeToString(formerLines.getBytes()));
            }
            all.add(
                    new Peer(
                            item,
                            new Observed(
                                    Map.of(
                                            "management",
                                            "eth0 bond0",
                                            "addresses",
                                            "eth0 192.0.2.7/24,eth0 fe80::1/64,eth9 198.51.100.1/24"),
                                    state,
                                    notes)));
        }
        return all;
    }

    private static Host host(int n) {
        return CLUSTER.hosts().get(n - 1);
    }

    private String lines(String part, List<Peer> peers) {
        return trust.complete(item(host(1), part), peers).want("lines");
    }

    private static List<Peer> together(List<Peer> a, List<Peer> b) {
        List<Peer> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    @Test
    void aKeyIsTakenFromItsHostsOwnAddressesAlone() {
        List<Peer> peers =
                together(
                        shown(host(1), "ssh-ed25519 AAAAone", "22", ""),
                        shown(host(2), "ssh-ed25519 AAAAtwo", "22", ""));
        assertThat(lines("authorized_keys", peers))
                .isEqualTo(
                        """
                        from="10.78.0.1,10.99.0.1,192.0.2.7,127.0.0.0/8,::1" ssh-ed25519 AAAAone railhead lab gpu01
                        from="10.78.0.2,10.99.0.1,192.0.2.7" ssh-ed25519 AAAAtwo railhead lab gpu02
                        """);
    }

    @Test
    void aHostKeyIsKnownUnderAllNamesAndWithItsPort() {
        List<Peer> peers = together(shown(host(1), "", "22", ""), shown(host(2), "", "2222", ""));
        assertThat(lines("known_hosts", peers))
                .isEqualTo(
                        """
                        gpu01,10.99.0.1,gpu01-rail0,10.78.0.1 ssh-ed25519 AAAAC3Nzagpu01
                        [gpu02]:2222,[10.99.0.1]:2222,[gpu02-rail0]:2222,[10.78.0.2]:2222 ssh-ed25519 AAAAC3Nzagpu02
                        """);
        assertThat(lines("config", peers))
                .contains("Host gpu02 10.99.0.1 gpu02-rail0 10.78.0.2\n    Port 2222\n")
                .endsWith("Host *\n");
    }

    @Test
    void aHostThatDoesNotAnswerKeepsItsLinesAndOneThatNeverDidIsNamed() {
        String former =
                """
                # Written by Railhead; the next apply replaces it.
                from="10.78.0.2" ssh-ed25519 AAAAold railhead lab gpu02
                from="10.78.0.9" ssh-ed25519 AAAAgone railhead lab gpu09
                """;
        List<Peer> peers = shown(host(1), "ssh-ed25519 AAAAone", "22", former);
        Item complete = trust.complete(item(host(1), "authorized_keys"), peers);
        assertThat(complete.want("lines"))
                .contains("from=\"10.78.0.2\" ssh-ed25519 AAAAold railhead lab gpu02\n")
                .doesNotContain("gpu09");
        Observed is =
                peers.stream()
                        .filter(p -> p.item().name().endsWith("/authorized_keys"))
                        .findFirst()
                        .orElseThrow()
                        .is();
        assertThat(trust.obstacles(complete, is))
                .extracting(Obstacle::why)
                .containsExactly("not looked at, so without their keys: gpu03");
        // Completing what is complete changes nothing.
        assertThat(trust.complete(complete, peers)).isEqualTo(complete);
    }

    @Test
    void aKeyThatIsYetToBeMadeIsAnnounced() {
        List<Peer> peers =
                together(
                        shown(host(1), "ssh-ed25519 AAAAone", "22", ""),
                        shown(host(2), "", "22", ""));
        Item complete = trust.complete(item(host(1), "authorized_keys"), peers);
        assertThat(complete.want("pending")).isEqualTo("gpu02");
        assertThat(trust.diff(complete, peers.get(2).is()).orElseThrow().after())
                .contains("(the key of gpu02, made there by apply)");
        Peer key =
                peers.stream()
                        .filter(p -> p.device().equals("gpu02"))
                        .filter(p -> p.item().name().equals("root/key"))
                        .findFirst()
                        .orElseThrow();
        assertThat(trust.prepare(key.item(), key.is())).isPresent();
        assertThat(trust.prepare(complete, key.is())).isEmpty();
    }

    @Test
    void hostsThatAreLeftOutStayInFilesOfAllHosts() {
        Cluster one = CLUSTER.only(List.of(host(2)));
        Item file = new MpiHostfile().wanted(one, host(2)).getFirst();
        assertThat(file.want("content").lines().filter(l -> !l.startsWith("#")))
                .containsExactly(
                        "10.78.0.1 slots=1  # gpu01",
                        "10.78.0.2 slots=2  # gpu02",
                        "10.78.0.3 slots=3  # gpu03");
        assertThat(trust.wanted(one, host(2)).getFirst().want("roster"))
                .isEqualTo("gpu01 gpu02 gpu03");
    }
}
