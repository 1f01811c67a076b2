package io.railhead.evidence.rdma;

import java.util.Locale;
import java.util.Optional;

/// GIDs and GUIDs in the one form that facts hold, whatever form a tool prints.
final class Gids {
    private static final String ZERO_GROUPS = "0000:0000:0000:0000:0000:";

    private Gids() {}

    /// Eight groups of four lower-case hexadecimal digits of any text form of an IPv6 address
    /// (RFC 4291, 2.2): full, `::` for zeros, a dotted IPv4 tail. Empty when it is none.
    static Optional<String> canonical(String text) {
        String s = text.strip().toLowerCase(Locale.ROOT);
        if (s.length() < 2 || s.length() > 45) return Optional.empty();
        int dot = s.indexOf('.');
        if (dot >= 0) {
            int colon = s.lastIndexOf(':', dot);
            Optional<String> tail = dotted(s.substring(colon + 1));
            if (colon < 0 || tail.isEmpty()) return Optional.empty();
            s = s.substring(0, colon + 1) + tail.get();
        }
        int gap = s.indexOf("::");
        if (gap < 0) return groups(s, 8);
        int after = count(s.substring(gap + 2));
        int before = count(s.substring(0, gap));
        if (before < 0 || after < 0 || before + after > 7) return Optional.empty();
        StringBuilder full = new StringBuilder(s.substring(0, gap));
        for (int i = before + after; i < 8; i++) full.append(full.isEmpty() ? "0" : ":0");
        if (after > 0) full.append(':').append(s, gap + 2, s.length());
        return groups(full.toString(), 8);
    }

    private static int count(String part) {
        if (part.isEmpty()) return 0;
        return part.contains("::") ? -1 : part.split(":", -1).length;
    }

    private static Optional<String> groups(String s, int wanted) {
        String[] groups = s.split(":", -1);
        if (groups.length != wanted) return Optional.empty();
        StringBuilder full = new StringBuilder();
        for (String g : groups) {
            if (g.isEmpty() || g.length() > 4 || !g.chars().allMatch(Gids::isHex)) {
                return Optional.empty();
            }
            if (!full.isEmpty()) full.append(':');
            full.append("0".repeat(4 - g.length())).append(g);
        }
        return Optional.of(full.toString());
    }

    private static boolean isHex(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    private static Optional<String> dotted(String s) {
        String[] bytes = s.split("\\.", -1);
        if (bytes.length != 4) return Optional.empty();
        int[] values = new int[4];
        for (int i = 0; i < 4; i++) {
            String b = bytes[i];
            if (b.isEmpty() || b.length() > 3 || !b.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Optional.empty();
            }
            values[i] = Integer.parseInt(b);
            if (values[i] > 255) return Optional.empty();
        }
        return Optional.of(
                String.format("%02x%02x:%02x%02x", values[0], values[1], values[2], values[3]));
    }

    /// The IPv4 address in a canonical GID that maps one (`::ffff:a.b.c.d`).
    static Optional<String> ipv4(String canonical) {
        if (!canonical.startsWith(ZERO_GROUPS + "ffff:") || canonical.length() != 39) {
            return Optional.empty();
        }
        int high = Integer.parseInt(canonical.substring(30, 34), 16);
        int low = Integer.parseInt(canonical.substring(35, 39), 16);
        return Optional.of((high >> 8) + "." + (high & 255) + "." + (low >> 8) + "." + (low & 255));
    }

    static boolean isZero(String canonical) {
        return canonical.chars().allMatch(c -> c == '0' || c == ':');
    }

    /// A GUID as four groups of four digits, from that form, `0x505400fffe7800c9` or the bare
    /// digits. Text that is no GUID is given back as it is.
    static String guid(String text) {
        String s = text.strip().toLowerCase(Locale.ROOT);
        String digits = (s.startsWith("0x") ? s.substring(2) : s).replace(":", "");
        if (digits.length() != 16 || !digits.chars().allMatch(Gids::isHex)) return text.strip();
        return digits.substring(0, 4)
                + ":"
                + digits.substring(4, 8)
                + ":"
                + digits.substring(8, 12)
                + ":"
                + digits.substring(12);
    }

    /// The type of a GID as facts name it. The kernel says `IB/RoCE v1` for both; only the link
    /// layer tells which.
    static String type(String text, Optional<String> linkLayer) {
        return switch (text.strip()) {
            case "v1", "RoCE v1" -> "RoCE v1";
            case "v2", "RoCE v2" -> "RoCE v2";
            case "IB/RoCE v1" ->
                    linkLayer.filter("InfiniBand"::equals).isPresent() ? "IB" : "RoCE v1";
            default -> text.strip();
        };
    }
}
