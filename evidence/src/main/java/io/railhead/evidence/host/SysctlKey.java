package io.railhead.evidence.host;

/// Names of kernel settings in one form, that of `sysctl`: dots between the parts, and a slash
/// where a part has a dot of its own (`net.ipv4.conf.eth0/100.rp_filter`).
final class SysctlKey {
    private SysctlKey() {}

    /// From a path below `/proc/sys`.
    static String dotted(String path) {
        StringBuilder sb = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            sb.append(c == '/' ? '.' : c == '.' ? '/' : c);
        }
        return sb.toString();
    }

    /// From a configuration file, where both forms are known by their first separator
    /// (sysctl.d(5)).
    static String fromFile(String key) {
        int slash = key.indexOf('/');
        int dot = key.indexOf('.');
        return slash >= 0 && (dot < 0 || slash < dot) ? dotted(key) : key;
    }

    /// White space folded to one blank.
    static String folded(String value) {
        return value.strip().replaceAll("\\s+", " ");
    }
}
