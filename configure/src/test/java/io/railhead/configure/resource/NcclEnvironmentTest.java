package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NcclEnvironmentTest {
    private final NcclEnvironment resource = new NcclEnvironment();

    private static Item item(String host, String link) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("cluster", "lab");
        want.put("lab", "no");
        want.put("routed", "no");
        want.put("traffic-class", "106");
        want.put("rail:000", "rail0 " + link + " 10.78.0.1 ");
        return new Item(host, "nccl", NcclEnvironment.PROFILE, want, "cluster.yaml");
    }

    private static Observed with(String link, String device) {
        LinkedHashMap<String, String> state = new LinkedHashMap<>();
        state.put("type", "absent");
        return new Observed(
                Map.of(),
                state,
                Map.of(
                        "room",
                        "ok",
                        "rdma:" + link,
                        " "
                                + device
                                + "/1;Ethernet;3;RoCE_v2;0000:0000:0000:0000:0000:ffff:0a4e"
                                + ":0001"));
    }

    @Test
    void whatDiffersBetweenHostsIsNotInTheEnvironmentThatALauncherHandsOn() {
        Peer one = new Peer(item("gpu01", "eth1"), with("eth1", "mlx5_0"));
        Peer two = new Peer(item("gpu02", "eth1"), with("eth1", "mlx5_4"));
        Item complete = resource.complete(one.item(), List.of(one, two));
        assertThat(resource.diff(complete, one.is()).orElseThrow().after())
                .contains("export NCCL_IB_TC='106'")
                .contains("export NCCL_SOCKET_IFNAME='=eth1'")
                .doesNotContain("export NCCL_IB_HCA")
                .contains("only in /etc/nccl.conf of each:\n# NCCL_IB_HCA\n");
        Item alike = resource.complete(complete, List.of(one, one));
        assertThat(resource.diff(alike, one.is()).orElseThrow().after())
                .contains("export NCCL_IB_HCA='=mlx5_0:1'");
    }

    @Test
    void odditiesOfTheMachineAreNotTakenForPorts() {
        Item item = item("gpu01", "eth1");
        for (String note : List.of("", "  ", ";;;;", "mlx5_0;x", "a/1;;;;;;", "\u00e4/;;;;")) {
            LinkedHashMap<String, String> state = new LinkedHashMap<>();
            Observed is = new Observed(Map.of(), state, Map.of("rdma:eth1", note));
            NcclVariables.of(item, is);
            resource.obstacles(item, is);
            assertThat(resource.diff(item, is)).isEmpty();
        }
    }
}
