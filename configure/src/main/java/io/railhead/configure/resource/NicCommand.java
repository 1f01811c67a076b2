package io.railhead.configure.resource;

import io.railhead.configure.Item;
import java.util.Optional;

/// One setting of a NIC's class as a line of a unit: what the tools' manuals say sets it.
final class NicCommand {
    private NicCommand() {}

    /// @param key as `nic-qos.sh` names it
    /// @param tool `mlnx_qos` or `dcb`
    static Optional<String> of(String key, String value, Item item, String tool) {
        String port = item.name();
        boolean mlnx = tool.equals("mlnx_qos");
        return Optional.ofNullable(
                switch (key) {
                    // Ends with an error where nothing changes.
                    case "pause" -> "-/bin/sh -c 'ethtool -A " + port + " rx off tx off'";
                    case "trust" ->
                            mlnx
                                    ? "/bin/sh -c 'mlnx_qos -i " + port + " --trust " + value + "'"
                                    : null;
                    case "prio" ->
                            "/bin/sh -c '"
                                    + (mlnx
                                            ? "mlnx_qos -i "
                                                    + port
                                                    + " --dscp2prio set,"
                                                    + item.want("dscp")
                                                    + ","
                                                    + value
                                            : "dcb app replace dev "
                                                    + port
                                                    + " dscp-prio "
                                                    + item.want("dscp")
                                                    + ":"
                                                    + value)
                                    + "'";
                    case "pfc" ->
                            "/bin/sh -c '"
                                    + (mlnx
                                            ? "mlnx_qos -i " + port + " --pfc " + value
                                            : "dcb pfc set dev "
                                                    + port
                                                    + " prio-pfc all:off "
                                                    + item.want("priority")
                                                    + ":on")
                                    + "'";
                    case "np" -> sysfs(port, "roce_np/enable/" + item.want("priority"), value);
                    case "rp" -> sysfs(port, "roce_rp/enable/" + item.want("priority"), value);
                    case "cnp-dscp" -> sysfs(port, "roce_np/cnp_dscp", value);
                    case "cnp-prio" -> sysfs(port, "roce_np/cnp_802p_prio", value);
                    case "cma" ->
                            "/bin/sh -c 'cma_roce_tos -d "
                                    + item.want("device")
                                    + " -p 1 -t "
                                    + value
                                    + "'";
                    default -> null;
                });
    }

    private static String sysfs(String port, String file, String value) {
        return "/bin/sh -c 'echo " + value + " >/sys/class/net/" + port + "/ecn/" + file + "'";
    }
}
