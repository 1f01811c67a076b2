package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.fabric.NicDesign;
import io.railhead.model.intent.Lossless;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the port of a rail should have of the lossless class, by the keys of `nic-qos.sh`.
final class NicWish {
    /// In the order in which they have to be set.
    private static final List<String> KEYS =
            List.of(
                    "dcbx",
                    "pause",
                    "trust",
                    "prio",
                    "cable",
                    "pfc",
                    "turns",
                    "buffers",
                    "np",
                    "rp",
                    "cnp-dscp",
                    "cnp-prio",
                    "cma");

    private NicWish() {}

    /// What the intent alone tells.
    static TreeMap<String, String> of(Lossless l, NicDesign design) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("priority", Integer.toString(l.priority()));
        want.put("dscp", Integer.toString(l.dscp()));
        want.put("rate", design.rate().map(r -> Double.toString(r.asGbps())).orElse(""));
        want.put("metres", Double.toString(design.metres()));
        want.put("mtu", Integer.toString(design.mtu()));
        want.put("frame", Integer.toString(design.frame()));
        want.put("dcbx", "os");
        want.put("pause", "off/off");
        want.put("trust", "dscp");
        want.put("prio", Integer.toString(l.priority()));
        // mlx5 takes no longer one, and says nothing when it is told one.
        if (design.metres() <= NicBuffers.MLX5_CABLE) {
            want.put("cable", Integer.toString((int) Math.ceil(design.metres())));
        }
        want.put(
                "pfc",
                IntStream.range(0, 8)
                        .mapToObj(p -> p == l.priority() ? "1" : "0")
                        .collect(Collectors.joining(",")));
        if (l.nic().turns()) {
            want.put("turns", NicTurns.of(l, design.sharePercent()));
        }
        if (l.nic().buffers()) {
            want.put("derive-buffers", "yes");
        }
        String ecn = l.ecn() instanceof Lossless.Ecn.Off ? "0" : "1";
        want.put("np", ecn);
        want.put("rp", ecn);
        l.cnpDscp().ifPresent(d -> want.put("cnp-dscp", Integer.toString(d)));
        l.cnpPriority().ifPresent(p -> want.put("cnp-prio", Integer.toString(p)));
        // The whole byte: ECN-capable (ECT(0)) unless no ECN is wanted.
        want.put("cma", Integer.toString(l.dscp() << 2 | (ecn.equals("1") ? 2 : 0)));
        return want;
    }

    /// What can be set here and is wanted, in the order in which it has to be.
    static SequencedMap<String, String> settable(Item item, Observed is) {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        for (String key : KEYS) {
            // A DSCP that no rule names yet can be given one; all else that is none is not there.
            boolean there = !is.state(key).equals("none") || key.equals("prio");
            String wanted =
                    key.equals("buffers")
                            ? NicBuffers.of(item, is).flatMap(NicBuffers::value).orElse("")
                            : item.want().getOrDefault(key, "");
            if (there && !wanted.isEmpty()) {
                all.put(key, wanted);
            }
        }
        return all;
    }

    /// Of those, what is not so.
    static List<String> unmet(Item item, Observed is) {
        return settable(item, is).entrySet().stream()
                .filter(e -> !is.state(e.getKey()).equals(e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// A setting in words.
    static String words(String key, String value) {
        return switch (key) {
            case "dcbx" ->
                    "DCBX is spoken by: " + (value.equals("fw") ? "the firmware" : "the system");
            case "pause" -> "global pause (rx/tx): " + value;
            case "trust" -> "trust: " + value;
            case "prio" -> "priority of the DSCP: " + value;
            case "cable" -> "cable, metres: " + value;
            case "pfc" -> "PFC of priorities 0 to 7: " + value;
            case "turns" -> NicTurns.words(value);
            case "buffers" -> NicBuffers.words(value);
            case "np" -> "marks are answered: " + value;
            case "rp" -> "notifications are obeyed: " + value;
            case "cnp-dscp" -> "DSCP of notifications: " + value;
            case "cnp-prio" -> "priority of notifications: " + value;
            default -> "ToS of RDMA-CM: " + value;
        };
    }
}
