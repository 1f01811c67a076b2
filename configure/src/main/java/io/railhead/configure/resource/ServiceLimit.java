package io.railhead.configure.resource;

import java.util.List;
import java.util.Optional;

/// A limit that systemd sets too.
///
/// @param name in limits.conf(5), and as an option of prlimit(1)
/// @param key in systemd.exec(5), behind `Limit`
/// @param label in `/proc/PID/limits`
/// @param factor what one in limits.conf(5) is for the kernel: 1024 where it counts KiB
record ServiceLimit(String name, String key, String label, long factor) {
    private static final List<ServiceLimit> ALL =
            List.of(
                    new ServiceLimit("as", "AS", "Max address space", 1024),
                    new ServiceLimit("core", "CORE", "Max core file size", 1024),
                    new ServiceLimit("data", "DATA", "Max data size", 1024),
                    new ServiceLimit("fsize", "FSIZE", "Max file size", 1024),
                    new ServiceLimit("locks", "LOCKS", "Max file locks", 1),
                    new ServiceLimit("memlock", "MEMLOCK", "Max locked memory", 1024),
                    new ServiceLimit("msgqueue", "MSGQUEUE", "Max msgqueue size", 1),
                    new ServiceLimit("nofile", "NOFILE", "Max open files", 1),
                    new ServiceLimit("nproc", "NPROC", "Max processes", 1),
                    new ServiceLimit("rss", "RSS", "Max resident set", 1024),
                    new ServiceLimit("rtprio", "RTPRIO", "Max realtime priority", 1),
                    new ServiceLimit("sigpending", "SIGPENDING", "Max pending signals", 1),
                    new ServiceLimit("stack", "STACK", "Max stack size", 1024));

    static Optional<ServiceLimit> of(String name) {
        return ALL.stream().filter(l -> l.name().equals(name)).findFirst();
    }

    /// A value of limits.conf(5) as systemd writes it: a number for the kernel, or `infinity`.
    Optional<String> value(String wanted) {
        if (wanted.equals("unlimited")) {
            return Optional.of("infinity");
        }
        return wanted.matches("[0-9]{1,15}")
                ? Optional.of(Long.toString(Long.parseLong(wanted) * factor))
                : Optional.empty();
    }

    /// Whether a drop-in's `64K`, `65536` or `65536:65536` is this value.
    boolean isSame(String written, String shown) {
        String[] both = written.split(":", 2);
        for (String one : both) {
            if (!number(one.strip()).equals(shown)) {
                return false;
            }
        }
        return true;
    }

    private static String number(String text) {
        if (!text.matches("[0-9]{1,12}[KMGT]")) {
            return text;
        }
        int power = 1 + "KMGT".indexOf(text.charAt(text.length() - 1));
        return Long.toString(
                Long.parseLong(text.substring(0, text.length() - 1)) * (1L << 10 * power));
    }
}
