package io.railhead.evidence.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What SONiC's ports have of their own, and what they share.
class ConfigDbPortsTest {
    private static final String MAPS =
            """
            "DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}, "OTHER": {"26": "1"}},
            """;

    @Test
    void aPortTakesWhatIsGlobalUnlessItHasItsOwn() {
        List<Fact> facts =
                facts(
                        """
                        "PORT_QOS_MAP": {
                          "global": {"dscp_to_tc_map": "AZURE"},
                          "Ethernet0": {"pfc_enable": "3"},
                          "Ethernet4": {"pfc_enable": "3"},
                          "Ethernet8": {"dscp_to_tc_map": "OTHER", "pfc_enable": "3"}
                        }
                        """);
        assertThat(trust(facts, "Ethernet0")).containsExactly(PortTrust.Field.DSCP);
        assertThat(facts.stream().filter(PortTrust.class::isInstance)).hasSize(3);
        assertThat(to(facts, "")).containsExactly(3);
        assertThat(to(facts, "Ethernet8")).containsExactly(1);
    }

    @Test
    void aMapThatIsNotThereIsNone() {
        List<Fact> facts =
                facts(
                        """
                        "PORT": {"Ethernet0": {"mtu": "9100"}, "Ethernet4": {"mtu": "9100"}},
                        "PORT_QOS_MAP": {
                          "Ethernet0": {"dscp_to_tc_map": "GONE", "pfc_enable": "3"}
                        }
                        """);
        assertThat(trust(facts, "Ethernet0")).isEmpty();
        assertThat(trust(facts, "Ethernet4")).isEmpty();
    }

    private static List<Fact> facts(String tables) {
        return new ConfigDb()
                .read(
                        new Transcript(
                                "leaf1",
                                "show runningconfiguration all",
                                "{" + MAPS + tables + "}",
                                "",
                                0,
                                Instant.EPOCH,
                                Duration.ZERO,
                                false))
                .facts();
    }

    private static Set<PortTrust.Field> trust(List<Fact> facts, String port) {
        return facts.stream()
                .filter(PortTrust.class::isInstance)
                .map(PortTrust.class::cast)
                .filter(t -> t.port().equals(port))
                .findFirst()
                .orElseThrow()
                .fields();
    }

    private static List<Integer> to(List<Fact> facts, String port) {
        return facts.stream()
                .filter(PriorityMap.class::isInstance)
                .map(PriorityMap.class::cast)
                .filter(m -> m.port().equals(port))
                .map(m -> m.target(26).orElse(-1))
                .toList();
    }
}
