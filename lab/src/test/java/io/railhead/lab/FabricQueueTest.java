package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Queues of the fabric's ports: what is asked of the kernel, and how its answer is read.
class FabricQueueTest {
    private static final String SHOWN =
            """
            qdisc noqueue 0: dev lo root refcnt 2
             Sent 0 bytes 0 pkt (dropped 5, overlimits 0 requeues 0)
            qdisc noqueue 0: dev b1 root refcnt 2
             Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0)
            qdisc tbf 8004: dev a1 root refcnt 3 rate 300Mbit burst 65500b lat 1.7ms
             Sent 77 bytes 3 pkt (dropped 41, overlimits 12 requeues 0)
             backlog 0b 0p requeues 0
            qdisc tbf 8005: dev a2 root refcnt 3 rate 300Mbit burst 65500b lat 1.7ms
             Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0)
            table bridge railhead_queue_rail0 {
            \tcounter a1 {
            \t\tpackets 19 bytes 170000
            \t}

            \tcounter a2 {
            \t\tpackets 0 bytes 0
            \t}

            \tchain forward {
            \t\ttype filter hook forward priority 0; policy accept;
            \t\toifname "a1" ip ecn != not-ect limit rate over 3750/second burst 8 packets ip ecn set ce counter name "a1"
            \t}
            }
            """;

    @Test
    void dropsAndMarksAreReadPortByPort() {
        FabricCounters read = FabricCounters.parse(SHOWN);
        assertThat(read.ports()).containsOnlyKeys("a1", "a2");
        assertThat(read.ports().get("a1"))
                .isEqualTo(new FabricCounters.Port(41, OptionalLong.of(19)));
        assertThat(read.ports().get("a2"))
                .isEqualTo(new FabricCounters.Port(0, OptionalLong.of(0)));
        assertThat(read.settings())
                .containsExactly(
                        "tbf rate 300Mbit burst 65500b lat 1.7ms", "CE over 3750 packets/second");
    }

    @Test
    void withoutRulesNothingIsMarkedAndThatIsSaid() {
        FabricCounters read = FabricCounters.parse(SHOWN.substring(0, SHOWN.indexOf("table ")));
        assertThat(read.ports().get("a1"))
                .isEqualTo(new FabricCounters.Port(41, OptionalLong.empty()));
        assertThat(read.settings()).last().isEqualTo("no ECN marks");
        assertThat(FabricCounters.parse("").settings()).isEmpty();
    }

    @Test
    void onlyMarkingAddsRulesAndOnlyOffAddsNoQueue() {
        List<String> ports = List.of("a1", "a2");
        String drop = new FabricQueue(FabricQueue.Policy.DROP, "rail0", 100).script(ports);
        String mark = new FabricQueue(FabricQueue.Policy.MARK, "rail0", 100).script(ports);
        String off = new FabricQueue(FabricQueue.Policy.OFF, "rail0", 100).script(ports);
        assertThat(drop).contains("dev a2 root tbf rate 100mbit").doesNotContain("ecn set ce");
        // Nine tenths of 100 Mb/s are 11,250,000 bytes, 1,250 frames of 9000.
        assertThat(mark).contains("oifname \"a2\" ip ecn != not-ect limit rate over 1250/second");
        assertThat(off).contains("qdisc del dev a1").doesNotContain("qdisc add");
        assertThatThrownBy(() -> new FabricQueue(FabricQueue.Policy.DROP, "rail0", 5))
                .hasMessage("rate: 10 to 10000 Mb/s, not 5");
    }
}
