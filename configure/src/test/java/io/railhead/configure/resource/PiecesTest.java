package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.sysctl.SysctlKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PiecesTest {
    private static final List<Netplan.Port> PORTS =
            List.of(new Netplan.Port("ens6", "10.0.0.1/24", 9000, "rail0"));

    private static List<ForeignNetplan.Claim> claims(String yaml) {
        return ForeignNetplan.claims(
                "f", yaml.getBytes(StandardCharsets.UTF_8), PORTS, l -> "aa:bb:cc:dd:ee:ff");
    }

    private static String ethernets(String text) {
        return "network:\n  version: 2\n  ethernets:\n    " + text + "\n";
    }

    @Test
    void aFileThatSaysWhatIsWantedIsLeftTheRail() {
        assertThat(claims(ethernets("ens6: {addresses: [10.0.0.1/24], mtu: 9000}")))
                .containsExactly(new ForeignNetplan.Claim.AsWanted("f", "ens6"));
        assertThat(
                        claims(
                                ethernets(
                                        "any: {match: {macaddress: 'AA:BB:CC:DD:EE:FF'},"
                                                + " set-name: x, addresses: [10.0.0.1/24], mtu:"
                                                + " 9000}")))
                .containsExactly(new ForeignNetplan.Claim.AsWanted("f", "ens6"));
    }

    @Test
    void aFileThatOnlyAddsToItIsMerged() {
        assertThat(claims(ethernets("ens6: {optional: true, dhcp4: false}"))).isEmpty();
        assertThat(claims(ethernets("ens7: {dhcp4: true}"))).isEmpty();
        assertThat(claims("")).isEmpty();
        assertThat(claims("network: 5")).isEmpty();
    }

    @Test
    void aFileThatSaysOtherwiseIsInTheWay() {
        assertThat(claims(ethernets("ens6: {dhcp4: yes}")))
                .containsExactly(new ForeignNetplan.Claim.Otherwise("f", "ens6", "DHCP"));
        assertThat(claims(ethernets("all: {match: {name: 'en*'}, mtu: 1500}")))
                .containsExactly(new ForeignNetplan.Claim.Otherwise("f", "ens6", "mtu 1500"));
        assertThat(claims(ethernets("all: {match: {name: 'en?6'}}")))
                .containsExactly(
                        new ForeignNetplan.Claim.Otherwise("f", "ens6", "under the name all"));
    }

    @Test
    void whateverStandsInANetplanFileIsReadWithoutThrowing() {
        Random random = new Random(11);
        String start = ethernets("ens6: {match: {name: 'en*'}, addresses: [10.0.0.1/24], mtu: 9}");
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder(start);
            for (int n = 0; n <= random.nextInt(5); n++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "[{&a *a !x ? : - \t".charAt(random.nextInt(18)));
                    case 2 -> text.insert(at, (char) random.nextInt(0x3000));
                    default -> text.insert(at, text.substring(at / 2, at));
                }
            }
            assertThat(claims(text.toString())).isNotNull();
        }
        assertThat(claims("[".repeat(200_000))).isNotNull();
    }

    @Test
    void keysOfSettingsAreReadAsSysctlDoes() {
        assertThat(SysctlKey.path("net.ipv4.tcp_rmem")).isEqualTo("net/ipv4/tcp_rmem");
        assertThat(SysctlKey.path("net/ipv4/conf/eth0.100/mtu"))
                .isEqualTo("net/ipv4/conf/eth0.100/mtu");
        assertThat(SysctlKey.path("net.ipv4.conf.eth0/100.mtu"))
                .isEqualTo("net/ipv4/conf/eth0.100/mtu");
    }

    @Test
    void addressesAreWrittenAsTheKernelDoes() {
        assertThat(IpText.of("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(IpText.of("FD00:0:0:0:0:0:0:1")).isEqualTo("fd00::1");
        assertThat(IpText.of("2001:db8:0:1:0:0:0:1")).isEqualTo("2001:db8:0:1::1");
        assertThat(IpText.of("2001:0:0:1:0:0:1:1")).isEqualTo("2001::1:0:0:1:1");
        assertThat(IpText.of("fe80:1:2:3:4:5:0:7")).isEqualTo("fe80:1:2:3:4:5:0:7");
        assertThat(IpText.of("0:0:0:0:0:0:0:0")).isEqualTo("::");
    }

    @Test
    void secretsAreNotShown() {
        assertThat(shown("db_password: hunter2\nport: 5", "644"))
                .isEqualTo("db_password: ***\nport: 5");
        assertThat(shown("export API_KEY=abc", "755")).isEqualTo("export API_KEY=***");
        assertThat(shown("auth-token \"x y\"", "644")).isEqualTo("auth-token ***");
        assertThat(shown("-----BEGIN OPENSSH PRIVATE KEY-----\nabc", "644")).doesNotContain("abc");
        assertThat(shown("anything", "600")).doesNotContain("anything");
        assertThat(shown("anything", "711")).doesNotContain("anything");
        assertThat(shown("anything", "640")).isEqualTo("anything");
        assertThat(shown("a\0b", "644")).startsWith("(binary; 3 bytes");
    }

    private static String shown(String text, String mode) {
        return Shown.text(text.getBytes(StandardCharsets.UTF_8), mode);
    }
}
