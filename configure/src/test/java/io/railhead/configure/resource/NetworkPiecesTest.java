package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NetworkPiecesTest {
    private static final PortTwins.Port NOTHING_KNOWN = port("eth0", "", "", "", "");

    private static PortTwins.Port port(
            String name, String pci, String guid, String switchId, String portName) {
        return new PortTwins.Port(
                name,
                true,
                true,
                pci,
                pci.isEmpty() ? "" : "0x15b3:0x1021",
                guid,
                switchId,
                portName,
                "");
    }

    @Test
    void twoInterfacesOfOnePortInTwoDomainsAreTwins() {
        PortTwins.Port a = port("enp1s0f0np0", "0000:01:00.0", "5c25:7303:00c1:aa10", "", "p0");
        PortTwins.Port b = port("enP2p1s0f0np0", "0002:01:00.0", "5c25:7303:00c1:aa10", "", "p0");
        PortTwins.Port other = port("enp1s0f1np1", "0000:01:00.1", "5c25:7303:00c1:aa10", "", "p1");
        assertThat(PortTwins.areTwins(a, b)).isTrue();
        assertThat(PortTwins.areTwins(a, other)).isFalse();
        assertThat(PortTwins.areTwins(a, a)).isFalse();
    }

    @Test
    void renamedTwinsAreKnownByTheirNicAndPlace() {
        PortTwins.Port a = port("rail0", "0000:01:00.0", "5c25:7303:00c1:aa10", "", "");
        PortTwins.Port b = port("rail1", "0002:01:00.0", "5c25:7303:00c1:aa10", "", "");
        assertThat(PortTwins.areTwins(a, b)).isTrue();
    }

    @Test
    void twoNicsAtTheSamePlaceOfTwoDomainsAreNoTwins() {
        PortTwins.Port a = port("enp1s0f0np0", "0000:01:00.0", "5c25:7303:00c1:aa10", "", "");
        PortTwins.Port b = port("enP2p1s0f0np0", "0002:01:00.0", "b8ce:f603:0011:2233", "", "");
        assertThat(PortTwins.areTwins(a, b)).isFalse();
        PortTwins.Port x = port("rail0", "0000:01:00.0", "", "", "");
        PortTwins.Port y = port("rail1", "0002:01:00.0", "", "", "");
        assertThat(PortTwins.areTwins(x, y)).as("nothing says that it is one NIC").isFalse();
    }

    @Test
    void theKernelsOwnWordForOnePortCounts() {
        PortTwins.Port a = port("eth4", "", "", "aa10c1", "p0");
        PortTwins.Port b = port("eth5", "", "", "aa10c1", "p0");
        PortTwins.Port c = port("eth6", "", "", "aa10c1", "p1");
        assertThat(PortTwins.areTwins(a, b)).isTrue();
        assertThat(PortTwins.areTwins(a, c)).isFalse();
        assertThat(PortTwins.areTwins(a, NOTHING_KNOWN)).isFalse();
    }

    @Test
    void processorsAreShownAsRanges() {
        assertThat(Governor.ranges(List.of(0, 1, 2, 3, 10))).isEqualTo("0-3,10");
        assertThat(Governor.ranges(List.of(7))).isEqualTo("7");
        assertThat(Governor.ranges(List.of(0, 2, 4, 5))).isEqualTo("0,2,4-5");
        assertThat(Governor.ranges(List.of())).isEmpty();
    }

    @Test
    void sizesAreWrittenInTheLargestUnitThatFits() {
        assertThat(SharedMemory.size(64L << 30)).isEqualTo("64G");
        assertThat(SharedMemory.size(1536L << 20)).isEqualTo("1536M");
        assertThat(SharedMemory.size(4096)).isEqualTo("4k");
        assertThat(SharedMemory.size(4097)).isEqualTo("4097");
    }

    private static final List<Netplan.Port> RAILS =
            List.of(new Netplan.Port("eth1", "10.0.0.1/24", 9000, "rail0"));

    private static Optional<String> without(String file) {
        return CloudInitFile.without(
                        file.getBytes(StandardCharsets.UTF_8), RAILS, l -> "02:00:00:00:00:01")
                .map(b -> new String(b, StandardCharsets.UTF_8));
    }

    @Test
    void aFileThatNamesNoRailStaysAsItIs() {
        String file = "network:\n  ethernets:\n    eth0: {dhcp4: true}\n  version: 2\n";
        assertThat(without(file)).contains(file);
    }

    @Test
    void ofAFileWithOnlyRailsTheSectionGoesToo() {
        assertThat(
                        without(
                                "network:\n  version: 2\n  ethernets:\n    eth1:\n"
                                        + "      dhcp4: true"))
                .hasValueSatisfying(
                        f ->
                                assertThat(f)
                                        .endsWith(
                                                "network:\n  version: 2\n#   ethernets:\n"
                                                        + "#     eth1:\n#       dhcp4: true"));
    }

    @Test
    void aDefinitionOnOneLineIsTakenOutAndOneInsideBracesIsNot() {
        assertThat(without("network:\n  ethernets:\n    eth1: {dhcp4: true}\n    a: {mtu: 9}\n"))
                .hasValueSatisfying(
                        f -> assertThat(f).contains("#     eth1: {dhcp4: true}\n    a:"));
        assertThat(without("network: {ethernets: {eth1: {dhcp4: true}}}\n")).isEmpty();
        assertThat(without("network:\n  ethernets:\n    x: {match: {name: 'eth*'}, dhcp4: true}\n"))
                .isEmpty();
    }

    /// Whatever stands there: what is left says nothing of rails, and no line is lost.
    @Test
    void noLineIsEverLost() {
        long seed = Long.getLong("railhead.seed", 20261128L);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            StringBuilder file = new StringBuilder("network:\n  version: 2\n  ethernets:\n");
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                String id = random.nextInt(3) == 0 ? "eth1" : "other" + i;
                file.append("    ").append(id).append(":\n      dhcp4: true\n");
                if (random.nextBoolean()) {
                    file.append("      # a remark\n\n");
                }
                if (random.nextInt(4) == 0) {
                    file.append("      match:\n        macaddress: \"02:00:00:00:00:0")
                            .append(random.nextInt(3))
                            .append("\"\n");
                }
            }
            String text = file.toString();
            String what = "seed " + seed + " round " + round + "\n" + text;
            without(text)
                    .ifPresent(
                            result ->
                                    assertThat(
                                                    result.lines()
                                                            .filter(
                                                                    l ->
                                                                            !l.startsWith(
                                                                                    "# Railhead"))
                                                            .map(
                                                                    l ->
                                                                            l.replaceFirst(
                                                                                    "^# (?= )", ""))
                                                            .toList())
                                            .as(what)
                                            .isEqualTo(text.lines().toList()));
        }
    }
}
