package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Who else speaks for a port.
class NicAgentsTest {

    private static Optional<Obstacle> seen(String dcbx, String... notes) {
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("dcbx", dcbx);
        Map<String, String> all = new TreeMap<>();
        for (int i = 0; i < notes.length; i += 2) {
            all.put(notes[i], notes[i + 1]);
        }
        return NicAgents.obstacle(
                new Item("gpu01", "nic-qos", "ens6", new TreeMap<>(), ""),
                new Observed(Map.of(), state, all));
    }

    @Test
    void lldpadThatSpeaksOnThePortIsInTheWay() {
        assertThat(seen("os", "tool", "mlnx_qos", "lldpad", "rxtx"))
                .hasValueSatisfying(
                        o ->
                                assertThat(o.remedy())
                                        .contains(
                                                "lldptool set-lldp -i ens6 adminStatus=disabled"));
        assertThat(seen("os", "tool", "mlnx_qos", "lldpad", "unknown")).isPresent();
        assertThat(seen("os", "tool", "mlnx_qos", "lldpad", "disabled")).isEmpty();
        assertThat(seen("os", "tool", "mlnx_qos")).isEmpty();
    }

    @Test
    void firmwareThatSpeaksDcbxIsSwitchedOnlyByWhatCanSwitchItBack() {
        assertThat(seen("fw", "tool", "mlnx_qos")).isEmpty();
        assertThat(seen("fw", "tool", "dcb"))
                .hasValueSatisfying(
                        o -> assertThat(o.remedy()).contains("dcb dcbx set dev ens6 host ieee"));
        assertThat(seen("none", "tool", "dcb")).isEmpty();
    }

    @Test
    void intelsAgentIsTurnedOffByItsFlag() {
        assertThat(seen("none", "tool", "dcb", "firmware-lldp", "fw-lldp-agent"))
                .hasValueSatisfying(
                        o ->
                                assertThat(o.remedy())
                                        .contains("--set-priv-flags ens6 fw-lldp-agent off"));
        assertThat(seen("none", "tool", "dcb", "firmware-lldp", "disable-fw-lldp"))
                .hasValueSatisfying(o -> assertThat(o.remedy()).contains("disable-fw-lldp on"));
    }
}
