package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The settings of a port's lossless class as lines of a unit, by what the tools' manuals and
/// sources say sets them.
final class NicCommands {
    private final SequencedMap<String, String> settable;
    private final String port;
    private final String device;
    private final String dscp;
    private final String priority;
    private final boolean mlnx;
    private final boolean script;

    NicCommands(Item item, Observed is) {
        settable = NicWish.settable(item, is);
        port = item.name();
        device = item.want("device");
        dscp = item.want("dscp");
        priority = item.want("priority");
        mlnx = is.note("tool").equals("mlnx_qos");
        script = !is.note("cma-tool").isEmpty();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        settable.forEach(
                (key, value) -> {
                    String command = command(key, value);
                    if (!command.isEmpty()) {
                        lines.add(
                                "ExecStart="
                                        + (mayFail(key) ? "-" : "")
                                        + "/bin/sh -c '"
                                        + command
                                        + "'");
                    }
                });
        return lines;
    }

    /// `ethtool -A` ends with an error where nothing changes; a driver whose firmware has no part
    /// in DCBX refuses to be told who speaks it.
    private boolean mayFail(String key) {
        return key.equals("pause") || key.equals("dcbx") && !mlnx;
    }

    private String command(String key, String value) {
        return switch (key) {
            case "pause" -> "ethtool -A " + port + " rx off tx off";
            case "np", "rp" -> sysfs("roce_" + key + "/enable/" + priority, value);
            case "cnp-dscp" -> sysfs("roce_np/cnp_dscp", value);
            case "cnp-prio" -> sysfs("roce_np/cnp_802p_prio", value);
            case "cma" -> cma(value);
            default -> mlnx ? byMlnxQos(key, value) : byDcb(key, value);
        };
    }

    /// One call sets PFC and the cable's length: a call that names one of them alone sets the other
    /// to nothing.
    private String byMlnxQos(String key, String value) {
        String[] lists = value.split("/", -1);
        String call = "mlnx_qos -i " + port;
        return switch (key) {
            case "dcbx" -> call + " --dcbx " + value;
            case "trust" -> call + " --trust " + value;
            case "prio" -> call + " --dscp2prio set," + dscp + "," + value;
            case "pfc" ->
                    call
                            + " --pfc "
                            + value
                            + (settable.containsKey("cable")
                                    ? " --cable_len " + settable.get("cable")
                                    : "");
            case "turns" ->
                    call + " --prio_tc " + lists[0] + " --tsa " + lists[1] + " --tcbw " + lists[2];
            case "buffers" -> call + " --prio2buffer " + lists[0] + " --buffer_size " + lists[1];
            default -> "";
        };
    }

    private String byDcb(String key, String value) {
        String[] lists = value.split("/", -1);
        String to = " set dev " + port;
        return switch (key) {
            case "dcbx" -> "dcb dcbx" + to + " host ieee";
            case "prio" -> "dcb app replace dev " + port + " dscp-prio " + dscp + ":" + value;
            case "pfc" -> "dcb pfc" + to + " prio-pfc all:off " + priority + ":on";
            case "cable" -> "dcb pfc" + to + " delay " + value;
            case "turns" ->
                    "dcb ets"
                            + to
                            + " prio-tc "
                            + numbered(lists[0])
                            + " tc-tsa "
                            + numbered(lists[1])
                            + " tc-bw "
                            + numbered(lists[2]);
            case "buffers" ->
                    "dcb buffer"
                            + to
                            + " prio-buffer "
                            + numbered(lists[0])
                            + " buffer-size "
                            + numbered(lists[1]);
            default -> "";
        };
    }

    private static String numbered(String list) {
        String[] values = list.split(",");
        IntFunction<String> pair = i -> i + ":" + values[i];
        return IntStream.range(0, values.length).mapToObj(pair).collect(Collectors.joining(" "));
    }

    private String sysfs(String file, String value) {
        return "echo " + value + " >/sys/class/net/" + port + "/ecn/" + file;
    }

    /// By configfs where NVIDIA's script is not: the value stays when the directory is taken away.
    private String cma(String value) {
        if (script) {
            return "cma_roce_tos -d " + device + " -p 1 -t " + value;
        }
        String directory = "/sys/kernel/config/rdma_cm/" + device;
        return "modprobe -q rdma_cm; mkdir -p "
                + directory
                + " && echo "
                + value
                + " >"
                + directory
                + "/ports/1/default_roce_tos && rmdir "
                + directory;
    }
}
