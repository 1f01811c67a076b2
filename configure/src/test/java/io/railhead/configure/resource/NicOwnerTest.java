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

/// Ports whose classes are not this machine's to set.
class NicOwnerTest {

    private static Item item(String hypervisor) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("priority", "3");
        want.put("dscp", "26");
        want.put("pfc", "0,0,0,1,0,0,0,0");
        want.put("hypervisor", hypervisor);
        return new Item("node1", "nic-qos", "ens192", want, "cluster.yaml line 9: node1");
    }

    private static Observed seen(String driver, String pci, String machine) {
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("link", "present");
        state.put("pfc", "0,0,0,0,0,0,0,0");
        return new Observed(
                Map.of(),
                state,
                Map.of("driver", driver, "pci", pci, "machine", machine, "tool", "mlnx_qos"));
    }

    @Test
    void aGuestOnEsxiIsGivenTheCommandsOfItsHost() {
        Optional<Obstacle> o =
                NicOwner.obstacle(
                        item("esxi-a"), seen("mlx5_core", "0x15b3:0x1016", "VMware, Inc."));
        assertThat(o).isPresent();
        assertThat(o.get().why()).contains("ens192 is a virtual function");
        assertThat(o.get().remedy())
                .contains("on ESXi host esxi-a")
                // Added to what is set: guests' functions are a parameter of the same driver.
                .contains("set -a -m nmlx5_core -p \"pfctx=0x08 pfcrx=0x08 trust_state=2 ecn=1\"")
                .contains("pauseParams set -n vmnicN -r false -t false")
                .contains("esxcli network nic dcb status get -n vmnicN")
                .contains("PFC Configuration: 0 0 0 1 0 0 0 0")
                .doesNotContain("maps no DSCP");
    }

    /// DSCP 24 to 31 are priority 3 to a driver that takes no map, whatever a guide says of 24.
    @Test
    void aDscpThatTheHypervisorLeadsElsewhereIsSaid() {
        assertThat(new EsxiHost("esxi-a", 4, 24, true).remedy())
                .contains("DSCP 24 is priority 3 there, not 4: take a DSCP from 32 to 39");
        assertThat(new EsxiHost("esxi-a", 3, 24, false).remedy())
                .doesNotContain("maps no DSCP")
                .doesNotContain("ecn=1");
    }

    @Test
    void aGuestElsewhereIsSentToThePhysicalPort() {
        Optional<Obstacle> o =
                NicOwner.obstacle(item(""), seen("mlx5_core", "0x15b3:0x101e", "QEMU"));
        assertThat(o.map(Obstacle::remedy).orElse(""))
                .contains("mlnx_qos -i PORT --trust dscp --pfc 0,0,0,1,0,0,0,0")
                .doesNotContain("esxcli");
    }

    @Test
    void aConnectX3MapsNoDscp() {
        Optional<Obstacle> o =
                NicOwner.obstacle(item(""), seen("mlx4_en", "0x15b3:0x1003", "Dell Inc."));
        assertThat(o.map(Obstacle::remedy).orElse("")).contains("pfctx=0x08 pfcrx=0x08");
    }

    @Test
    void aPhysicalPortIsItsMachines() {
        assertThat(NicOwner.obstacle(item(""), seen("mlx5_core", "0x15b3:0x1017", "VMware, Inc.")))
                .isEmpty();
    }
}
