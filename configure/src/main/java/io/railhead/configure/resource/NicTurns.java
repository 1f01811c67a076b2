package io.railhead.configure.resource;

import io.railhead.model.intent.Lossless;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How a NIC's traffic classes share its line (IEEE 802.1Qaz ETS): the lossless class has one of
/// its own with its share, notifications one that goes first, and all else the rest. `mlnx_qos` on
/// a port that a switch had set up so by DCBX shows the same shape.
final class NicTurns {
    private NicTurns() {}

    /// Class of each priority, turn of each class and its share, as `nic-tools.sh` writes them:
    /// `0,0,0,3,0,0,6,0/ets,strict,…/50,0,0,50,0,0,0,0`.
    ///
    /// @param share of the lossless class, 1 to 99 per cent
    static String of(Lossless l, int share) {
        int data = l.priority();
        // Notifications in the class of the data would wait behind it: they stay with the rest.
        int first = l.cnpPriority().orElse(data);
        int rest = IntStream.of(0, 1, 2).filter(c -> c != data && c != first).findFirst().orElse(0);
        return list(p -> Integer.toString(p == data || p == first ? p : rest))
                + "/"
                // No share may be nought (mlx5 refuses it), so that classes without one are strict.
                + list(c -> c == data || c == rest ? "ets" : "strict")
                + "/"
                + list(c -> Integer.toString(c == data ? share : c == rest ? 100 - share : 0));
    }

    private static String list(java.util.function.IntFunction<String> of) {
        return IntStream.range(0, 8).mapToObj(of).collect(Collectors.joining(","));
    }

    static String words(String value) {
        String[] parts = value.split("/", -1);
        return parts.length == 3
                ? "class of priorities 0 to 7: "
                        + parts[0]
                        + "\nturn of classes 0 to 7: "
                        + parts[1]
                        + "\nshare of classes 0 to 7, per cent: "
                        + parts[2]
                : "classes' turns: " + value;
    }
}
