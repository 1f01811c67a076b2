package io.railhead.model.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubnetTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.1.17/24, 10.0.1.0/24",
        "10.0.1.17/32, 10.0.1.17/32",
        "10.0.1.17/0, 0.0.0.0/0",
        "192.168.255.255/20, 192.168.240.0/20",
        "fd00:1::5/64, fd00:1::/64",
    })
    void hostBitsAreCleared(String text, String subnet) {
        assertThat(Subnet.parse(text)).map(Subnet::toString).contains(subnet);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "10.0.0.0",
                "10.0.0.0/33",
                "10.0.0/24",
                "10.0.0.256/24",
                "10.0.0.0/-1",
                "localhost/24",
                "fd00::/129",
                "a.b.c.d/8",
                "10.0.0.0/24/3",
                "::g/64"
            })
    void whatIsNoSubnetIsEmpty(String text) {
        assertThat(Subnet.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.1.17, 10.0.1.17",
        "FD00:0:0:1::A, fd00:0:0:1::a",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "1:2:3:4:5:6:0:0, 1:2:3:4:5:6::",
        "::ffff:10.0.0.1, 10.0.0.1",
    })
    void addressesAreWrittenTheShortestWay(String literal, String canonical) {
        assertThat(Subnet.canonical(literal)).contains(canonical);
    }

    @Test
    void familiesDoNotMix() {
        Subnet v4 = Subnet.parse("10.0.0.0/8").orElseThrow();
        Subnet v6 = Subnet.parse("::/0").orElseThrow();
        assertThat(v6.contains("10.0.0.1")).isFalse();
        assertThat(v4.overlaps(v6)).isFalse();
        assertThat(v6.contains("fd00::1")).isTrue();
    }

    @Test
    void containsAgreesWithArithmeticOnRandomAddresses() {
        long seed = 42;
        Random random = new Random(seed);
        for (int n = 0; n < 5_000; n++) {
            int a = random.nextInt();
            int b = n % 2 == 0 ? random.nextInt() : a ^ (1 << random.nextInt(32));
            int prefix = random.nextInt(33);
            int mask = prefix == 0 ? 0 : -1 << (32 - prefix);
            Subnet subnet = Subnet.parse(dotted(a) + "/" + prefix).orElseThrow();
            assertThat(subnet.contains(dotted(b)))
                    .as("seed %d: %s in %s", seed, dotted(b), subnet)
                    .isEqualTo((a & mask) == (b & mask));
        }
    }

    private static String dotted(int a) {
        return (a >>> 24) + "." + (a >> 16 & 255) + "." + (a >> 8 & 255) + "." + (a & 255);
    }
}
