package io.railhead.evidence.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class GidsTest {

    @Test
    void everyFormOfAnAddressHasOneCanonicalForm() {
        String mapped = "0000:0000:0000:0000:0000:ffff:0a4e:00c9";
        assertThat(Gids.canonical("::ffff:10.78.0.201")).contains(mapped);
        assertThat(Gids.canonical("::FFFF:a4e:c9")).contains(mapped);
        assertThat(Gids.canonical(mapped)).contains(mapped);
        assertThat(Gids.ipv4(mapped)).contains("10.78.0.201");
        assertThat(Gids.canonical("::")).contains("0000:0000:0000:0000:0000:0000:0000:0000");
        assertThat(Gids.canonical("fe80::")).contains("fe80:0000:0000:0000:0000:0000:0000:0000");
        assertThat(Gids.canonical("::1")).contains("0000:0000:0000:0000:0000:0000:0000:0001");
        assertThat(Gids.canonical("1:2:3:4:5:6:7::"))
                .contains("0001:0002:0003:0004:0005:0006:0007:0000");
    }

    @Test
    void whatIsNoAddressHasNone() {
        for (String text :
                new String[] {
                    "",
                    ":",
                    ":::",
                    "1::2::3",
                    "g::",
                    "12345::",
                    "1:2:3",
                    "1:2:3:4:5:6:7:8:9",
                    "::ffff:10.78.0",
                    "::ffff:10.78.0.256",
                    "10.78.0.201",
                    "::ffff:10.78.0.",
                    "::.",
                    "fe80::1%eth0",
                    "1:2:3:4:5:6:7:8::"
                }) {
            assertThat(Gids.canonical(text)).as(text).isEmpty();
        }
    }

    /// Against the JDK's own reading of literals.
    @Test
    void shortAndFullFormsOfRandomAddressesAgree() throws UnknownHostException {
        long seed = 20_261_128L;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String text = address(random);
            byte[] bytes = InetAddress.getByName("[" + text + "]").getAddress();
            // The JDK turns mapped addresses into IPv4.
            if (bytes.length != 16) continue;
            StringBuilder wanted = new StringBuilder();
            for (int i = 0; i < 16; i++) {
                if (i > 0 && i % 2 == 0) wanted.append(':');
                wanted.append(String.format(Locale.ROOT, "%02x", bytes[i]));
            }
            assertThat(Gids.canonical(text))
                    .as("seed %d, round %d: %s", seed, round, text)
                    .contains(wanted.toString());
            String full = Inet6Address.getByAddress(bytes).getHostAddress();
            assertThat(Gids.canonical(full)).as(full).contains(wanted.toString());
        }
    }

    private static String address(Random random) {
        int groups = random.nextBoolean() ? 8 : 1 + random.nextInt(7);
        int gap = groups == 8 ? -1 : random.nextInt(groups + 1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= groups; i++) {
            if (i == gap) text.append(i == 0 ? "::" : ":").append(i > 0 && i == groups ? ":" : "");
            if (i == groups) break;
            if (i > 0) text.append(':');
            String group = Integer.toHexString(random.nextInt(0x10000));
            text.append(random.nextBoolean() ? group.toUpperCase(Locale.ROOT) : group);
        }
        return gap == 0 ? text.toString() : text.toString().replace(":::", "::");
    }

    @Test
    void guidsOfAllToolsLookAlike() {
        String guid = "5054:00ff:fe78:00c9";
        assertThat(Gids.guid("0x505400fffe7800c9")).isEqualTo(guid);
        assertThat(Gids.guid("505400fffe7800c9")).isEqualTo(guid);
        assertThat(Gids.guid(guid)).isEqualTo(guid);
        assertThat(Gids.guid("none")).isEqualTo("none");
    }
}
