package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.model.Change;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysctlDropInTest {
    static final String PATH = "/etc/sysctl.d/99-zz-railhead.conf";

    static Item item(String key, String value) {
        return new Item(
                "gpu01",
                "sysctl",
                PATH,
                new TreeMap<>(Map.of("cluster", "lab", "key:" + key, value)),
                "a test");
    }

    static Observed live(String key, String value, Map<String, String> notes) {
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("type", "absent");
        state.put("live:" + key, "= " + value);
        LinkedHashMap<String, String> all = new LinkedHashMap<>(notes);
        all.put("room", "ok");
        return new Observed(Map.of(), state, all);
    }

    @ParameterizedTest
    @CsvSource({
        "net.ipv4.conf.eth0.arp_ignore, may-disconnect",
        "net/ipv4/conf/eth0/arp_ignore, may-disconnect",
        "net.ipv4.conf.eth0/100.arp_ignore, may-disconnect",
        "net/ipv4/conf/eth0.100/arp_ignore, may-disconnect",
        "net/ipv6/conf/all/disable_ipv6, may-disconnect",
        "net/ipv4/neigh/eth0/locktime, may-disconnect",
        "net.ipv4.ip_forward, may-disconnect",
        "net.ipv4.tcp_ecn, low",
        "net/core/somaxconn, low"
    })
    void theRiskOfASettingIsTheSameHoweverItIsWritten(String key, String risk) {
        Change change =
                new SysctlDropIn().diff(item(key, "1"), live(key, "0", Map.of())).orElseThrow();
        assertThat(change.risk().word()).isEqualTo(risk);
    }
}
