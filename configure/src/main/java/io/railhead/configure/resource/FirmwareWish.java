package io.railhead.configure.resource;

import io.railhead.model.intent.Lossless;
import java.util.TreeMap;

/// Parameters of a NIC's firmware that the lossless class asks for, by `mlxconfig`'s names without
/// the port, and the numbers that they are set to.
final class FirmwareWish {
    /// A bit for each priority that has congestion control: 255 as shipped.
    private static final String CONTROLLED = "ROCE_CC_PRIO_MASK";

    private FirmwareWish() {}

    /// What is derived, and over it what the intent itself says.
    static TreeMap<String, String> of(Lossless l) {
        TreeMap<String, String> wish = new TreeMap<>();
        // Else the firmware takes over what the switch announces, and overwrites what is set.
        wish.put("LLDP_NB_DCBX", "0");
        if (!(l.ecn() instanceof Lossless.Ecn.Off)) {
            wish.put(CONTROLLED, "has " + l.priority());
        }
        l.cnpDscp().ifPresent(d -> wish.put("CNP_DSCP", Integer.toString(d)));
        l.cnpPriority().ifPresent(p -> wish.put("CNP_802P_PRIO", Integer.toString(p)));
        l.nic().firmware().ifPresent(wish::putAll);
        return wish;
    }

    /// What a row should be, given what it is: of the mask only our bit is asked for.
    static String value(String name, String wish, String is) {
        if (!name.equals(CONTROLLED) || !wish.startsWith("has ") || !is.matches("\\d{1,3}")) {
            return wish;
        }
        return Integer.toString(Integer.parseInt(is) | 1 << Integer.parseInt(wish.substring(4)));
    }
}
