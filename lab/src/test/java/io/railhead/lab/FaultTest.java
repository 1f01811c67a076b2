package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
    private static final List<HostPlan> HOSTS = hosts(3);

    private static List<HostPlan> hosts(int count) {
        List<HostPlan> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(HostPlan.of(i, count));
        }
        return hosts;
    }

    private static Fault good(String text) {
        Fault.Parsed parsed = Fault.parse(text);
        assertThat(parsed).isInstanceOf(Fault.Parsed.Good.class);
        return ((Fault.Parsed.Good) parsed).fault();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rail-mtu:h2/eth1",
                "rail-mtu:h2/eth1=4200",
                "stale-netplan:h2/eth2",
                "duplicate-address:h1/eth1=h3",
                "wrong-prefix:h3/eth2=28",
                "link-down:h1/eth1",
                "sysctl-override:h1/net.ipv4.tcp_rmem=4096 8192 16384",
                "loopback-name:h1",
                "duplicate-hostname:h2=h1",
            })
    void aFaultIsWrittenAsItWasRead(String text) {
        assertThat(good(text)).hasToString(text);
        assertThat(good(text).misfit(HOSTS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rail-mtu",
                "rail-mtu:h2",
                "rail-mtu:h2/eth1=",
                "rail-mtu:h2/eth1=many",
                "rail-mtu:h2/eth1=100000",
                "wrong-prefix:h1/eth1=33",
                "link-down:h1/eth1=3",
                "loopback-name:h1/eth1",
                "sysctl-override:h1/vm.swappiness=1",
                "sysctl-override:h1/net.ipv4.tcp_ecn",
                "railmtu:h2/eth1",
            })
    void whatIsNoFaultIsSaidToBeNone(String text) {
        assertThat(Fault.parse(text)).isInstanceOf(Fault.Parsed.Bad.class);
    }

    @Test
    void anUnknownKindIsAnsweredWithTheKnownOnes() {
        assertThat(((Fault.Parsed.Bad) Fault.parse("mtu:h1/eth1")).why())
                .contains("rail-mtu", "link-down");
    }

    @Test
    void hostsAndRailsThatTheLabDoesNotHaveAreNamed() {
        assertThat(good("rail-mtu:h9/eth1").misfit(HOSTS).orElseThrow()).contains("h9", "h1 to h3");
        assertThat(good("link-down:h1/eth0").misfit(HOSTS).orElseThrow()).contains("eth0");
        assertThat(good("duplicate-address:h1/eth1=h1").misfit(HOSTS)).isPresent();
        assertThat(good("duplicate-hostname:h1=h7").misfit(HOSTS)).isPresent();
    }

    @Test
    void aFaultChangesItsHostAndNoOther() {
        List<HostPlan> after = good("rail-mtu:h2/eth1").apply(HOSTS);
        assertThat(after.get(0)).isEqualTo(HOSTS.get(0));
        assertThat(after.get(2)).isEqualTo(HOSTS.get(2));
        assertThat(after.get(1).ports())
                .extracting(PortPlan::mtu)
                .containsExactly(1500, 1500, 9000);
        assertThat(after.get(1).ports().get(1).kept().mtu()).isEmpty();
    }

    @Test
    void anAddressIsTakenFromTheNextHostUnlessOneIsNamed() {
        assertThat(good("duplicate-address:h3/eth1").apply(HOSTS).get(2).ports().get(1).address())
                .isEqualTo("10.78.0.1");
        assertThat(
                        good("duplicate-address:h1/eth2=h3")
                                .apply(HOSTS)
                                .get(0)
                                .ports()
                                .get(2)
                                .address())
                .isEqualTo("10.79.0.3");
    }

    @Test
    void faultsAddUp() {
        List<HostPlan> plans = HOSTS;
        for (String text :
                List.of("rail-mtu:h1/eth1", "link-down:h1/eth1", "wrong-prefix:h1/eth1=30")) {
            plans = good(text).apply(plans);
        }
        PortPlan port = plans.getFirst().ports().get(1);
        assertThat(port.mtu()).isEqualTo(1500);
        assertThat(port.cabled()).isFalse();
        assertThat(port.prefix()).isEqualTo(30);
    }

    @Test
    void noTextMakesTheReaderThrow() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> pieces =
                List.of(
                        "rail-mtu",
                        "wrong-prefix",
                        "sysctl-override",
                        ":",
                        "/",
                        "=",
                        "h1",
                        "eth1",
                        "net.x",
                        "-1",
                        "99999999999",
                        " ",
                        "\n",
                        "\0",
                        "\u00e4",
                        "");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(8); n >= 0; n--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            Fault.Parsed parsed = Fault.parse(text.toString());
            if (parsed instanceof Fault.Parsed.Good(Fault fault) && fault.misfit(HOSTS).isEmpty()) {
                assertThat(fault.apply(HOSTS)).as("seed %d: %s", seed, text).hasSize(3);
            }
        }
    }
}
