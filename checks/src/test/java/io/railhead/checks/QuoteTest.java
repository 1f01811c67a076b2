package io.railhead.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuoteTest {
    private static final String JSON =
            "{\"ifindex\":3,\"link_index\":9,\"ifname\":\"eth1\",\"flags\":[\"BROADCAST\","
                    + "\"MULTICAST\",\"UP\"],\"mtu\":1500,\"qdisc\":\"noqueue\",\"operstate\":\"UP\","
                    + "\"addr_info\":[{\"family\":\"inet\",\"local\":\"10.78.0.2\"}]}";

    private static String quote(String text, String... words) {
        return Quote.shortened(new Evidence("doc", 1, text), List.of(words)).text();
    }

    @Test
    void aShortLineIsQuotedWhole() {
        assertThat(quote("Duplex: Half", "Duplex")).isEqualTo("Duplex: Half");
    }

    @Test
    void ofALongLineOfJsonTheMembersInQuestionAreQuoted() {
        assertThat(quote(JSON, "\"ifname\":\"eth1\"", "mtu"))
                .isEqualTo("… \"ifname\":\"eth1\" … \"mtu\":1500 …");
    }

    @Test
    void aListIsQuotedToItsEnd() {
        assertThat(quote(JSON, "flags"))
                .isEqualTo("… \"flags\":[\"BROADCAST\",\"MULTICAST\",\"UP\"] …");
    }

    @Test
    void aValueIsQuotedWithItsName() {
        assertThat(quote(JSON, "10.78.0.2")).isEqualTo("… \"local\":\"10.78.0.2\" …");
    }

    @Test
    void aLongLineWithoutTheWordIsCut() {
        String text = "x".repeat(1000);
        assertThat(quote(text, "mtu").length()).isLessThan(250);
        assertThat(quote(text, "mtu")).endsWith(" …");
    }
}
