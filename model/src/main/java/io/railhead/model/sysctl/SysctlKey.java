package io.railhead.model.sysctl;

/// Names of kernel settings, which may be written with dots or with slashes; the first separator
/// tells which, and the other character is then part of a name (sysctl.d(5)).
public final class SysctlKey {
    private SysctlKey() {}

    /// Dots between the parts, and a slash where a part has a dot of its own
    /// (`net.ipv4.conf.eth0/100.rp_filter`), whatever form the key has. A leading `-`, by which a
    /// file allows the setting to fail, is left out.
    public static String dotted(String key) {
        String bare = key.startsWith("-") ? key.substring(1).strip() : key;
        return hasSlashes(bare) ? swapped(bare) : bare;
    }

    /// The path below `/proc/sys`, whatever form the key has.
    public static String path(String key) {
        return swapped(dotted(key));
    }

    /// The dotted form of a path below `/proc/sys`, which may be a single name.
    public static String ofPath(String path) {
        return swapped(path);
    }

    /// White space folded to one blank, as settings with several values are compared.
    public static String folded(String value) {
        return value.strip().replaceAll("\\s+", " ");
    }

    private static boolean hasSlashes(String key) {
        int slash = key.indexOf('/');
        int dot = key.indexOf('.');
        return slash >= 0 && (dot < 0 || slash < dot);
    }

    private static String swapped(String key) {
        StringBuilder swapped = new StringBuilder(key.length());
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            swapped.append(c == '/' ? '.' : c == '.' ? '/' : c);
        }
        return swapped.toString();
    }
}
