package io.railhead.checks;

import io.railhead.model.fact.*;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// RDMA of a test world.
public final class SeenRdma {
    private SeenRdma() {}

    /// An RDMA port that is up, as `rdma link` shows it.
    public static Seen rdmaLink(String device, String netdev) {
        return rdmaLink(device, "ACTIVE", "LINK_UP", netdev);
    }

    public static Seen rdmaLink(String device, String state, String physical, String netdev) {
        return Seen.of(
                Given.of(
                        "rdma link",
                        device,
                        "link " + device + "/1 state " + state + " netdev " + netdev,
                        s ->
                                new RdmaLink(
                                        device,
                                        1,
                                        state,
                                        Optional.of(physical),
                                        Seen.text(netdev),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        OptionalInt.empty(),
                                        Optional.empty(),
                                        s)));
    }

    /// A port of an InfiniBand card.
    public static Seen ibLink(String device, String state) {
        return Seen.of(
                Given.of(
                        "rdma link",
                        device,
                        "link " + device + "/1 subnet_prefix fe80:: state " + state,
                        s ->
                                new RdmaLink(
                                        device,
                                        1,
                                        state,
                                        Optional.of("LINK_UP"),
                                        Optional.empty(),
                                        Optional.of("fe80:0000:0000:0000"),
                                        OptionalInt.of(65535),
                                        OptionalInt.of(0),
                                        Optional.empty(),
                                        s)));
    }

    public static Seen rdmaNetdev(String device, String netdev) {
        return Seen.of(
                Given.of(
                        "ibdev2netdev",
                        device,
                        device + " port 1 ==> " + netdev + " (Up)",
                        s -> new RdmaNetdev(device, 1, netdev, true, s)));
    }

    public static Seen rdmaSubsystem(boolean present) {
        return Seen.of(
                Given.of(
                        "sysfs-infiniband",
                        "subsystem",
                        present ? "/sys/class/infiniband" : "no /sys/class/infiniband",
                        s -> new RdmaSubsystem(present, s)));
    }

    public static Seen rdmaPort(String device, int activeMtu, String linkLayer) {
        return Seen.of(
                Given.of(
                        "ibv_devinfo -v",
                        device,
                        "hca_id: "
                                + device
                                + " active_mtu: "
                                + activeMtu
                                + " link_layer: "
                                + linkLayer,
                        s ->
                                new RdmaPortInfo(
                                        device,
                                        1,
                                        "PORT_ACTIVE",
                                        OptionalInt.of(4096),
                                        activeMtu == 0
                                                ? OptionalInt.empty()
                                                : OptionalInt.of(activeMtu),
                                        Seen.text(linkLayer),
                                        OptionalInt.empty(),
                                        Optional.empty(),
                                        OptionalDouble.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Map.of(),
                                        Map.of(),
                                        s)));
    }

    public static Seen rdmaPortState(String device, int number, String state, String linkLayer) {
        return Seen.of(
                Given.of(
                        "sysfs-infiniband",
                        device + " state",
                        device + "/ports/1/state:" + number + ": " + state,
                        s ->
                                new RdmaPortState(
                                        device,
                                        1,
                                        number,
                                        state,
                                        OptionalInt.of(number == 4 ? 5 : 2),
                                        Optional.empty(),
                                        Seen.text(linkLayer),
                                        Optional.empty(),
                                        s)));
    }

    /// @param type `RoCE v1`, `RoCE v2`, or empty when the tool does not say
    public static Seen gid(String device, int index, String type, String ipv4) {
        String[] parts = ipv4.split("\\.");
        String gid =
                String.format(
                        "0000:0000:0000:0000:0000:ffff:%02x%02x:%02x%02x",
                        Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]),
                        Integer.parseInt(parts[3]));
        return gid(device, index, type, gid, Optional.of(ipv4));
    }

    public static Seen gid(
            String device, int index, String type, String gid, Optional<String> ipv4) {
        return Seen.of(
                Given.of(
                        "show_gids",
                        device + index,
                        device + " 1 " + index + " " + gid + " " + type,
                        s ->
                                new GidEntry(
                                        device,
                                        1,
                                        index,
                                        gid,
                                        ipv4,
                                        Seen.text(type),
                                        Optional.empty(),
                                        s)));
    }

    public static Seen portCounters(
            String device, Map<String, Long> counters, Map<String, Long> hwCounters) {
        return Seen.of(
                Given.of(
                        "rdma counters",
                        device,
                        device + " " + counters + " " + hwCounters,
                        s -> new PortCounters(device, 1, counters, hwCounters, s)));
    }

    public static Seen cmaMode(String device, String mode) {
        return Seen.of(
                Given.of(
                        "cma_roce_mode -d " + device,
                        device,
                        mode,
                        s -> new CmaRoceMode(device, 1, mode, s)));
    }
}
