package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lists of devices as NCCL prints and takes them.
final class Nccl {
    private static final Pattern DEVICE =
            Pattern.compile("\\[\\d+\\](?!=)\\s*([\\w.+-]+):(\\d+)(?:[:\\d]*)/(\\w+)");

    private Nccl() {}

    /// Device names of `[0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE`.
    static Set<String> devices(String list) {
        Set<String> names = new LinkedHashSet<>();
        Matcher m = DEVICE.matcher(list);
        while (m.find()) names.add(m.group(1));
        return names;
    }

    /// Names of `NCCL_IB_HCA`, without marks and ports.
    static Set<String> names(String setting) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : setting.replaceAll("^[\\^=]+", "").split(",")) {
            String name = part.replaceAll(":.*", "").strip();
            if (!name.isEmpty()) names.add(name);
        }
        return names;
    }

    /// How many devices of which kind, in order: what two nodes must have alike.
    static String shape(String list) {
        StringBuilder shape = new StringBuilder();
        Matcher m = DEVICE.matcher(list);
        while (m.find()) shape.append(m.group(3)).append(' ');
        return shape.toString();
    }

    /// Whether a device is of the link layer that fewer devices of the list have.
    static boolean isMinority(String list, String device) {
        int roce = 0;
        int ib = 0;
        String own = "";
        Matcher m = DEVICE.matcher(list);
        while (m.find()) {
            if (m.group(3).equals("RoCE")) roce++;
            else ib++;
            if (m.group(1).equals(device)) own = m.group(3);
        }
        return own.equals("RoCE") ? roce < ib : !own.isEmpty() && ib < roce;
    }

    /// Settings that choose devices or networks and that only some of the hosts tell whose ranks
    /// tell their devices.
    static List<LogEvent> setOnSome(Clues clues) {
        Set<String> hosts = new TreeSet<>();
        clues.of("nccl-ib-using").forEach(e -> hosts.add(clues.who(e)));
        for (String name : List.of("NCCL_IB_HCA", "NCCL_SOCKET_IFNAME", "NCCL_IB_GID_INDEX")) {
            List<LogEvent> set =
                    clues.env(name).stream()
                            .filter(e -> !e.host().isEmpty() && hosts.contains(e.host()))
                            .toList();
            Set<String> told = new TreeSet<>();
            set.forEach(e -> told.add(e.host()));
            if (!set.isEmpty() && told.size() < hosts.size()) return set;
        }
        return List.of();
    }
}
