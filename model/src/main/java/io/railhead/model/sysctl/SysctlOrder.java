package io.railhead.model.sysctl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The order in which files of kernel settings are read; the last value of a key wins.
///
/// It is that of `sysctl --system` (sysctl(8), sysctl.d(5)): a file in `/etc/sysctl.d` hides one of
/// the same name in `/run/sysctl.d`, that one in `/usr/local/lib`, that one in `/usr/lib` and
/// `/lib`, even when it is empty; what remains is read by name, `/etc/sysctl.conf` last. At boot
/// systemd reads the same files but not `/etc/sysctl.conf`, unless a link
/// `/etc/sysctl.d/99-sysctl.conf` leads to it.
public final class SysctlOrder {
    /// Folders of drop-ins; a file hides those of its name in later ones.
    public static final List<String> FOLDERS =
            List.of(
                    "/etc/sysctl.d",
                    "/run/sysctl.d",
                    "/usr/local/lib/sysctl.d",
                    "/usr/lib/sysctl.d",
                    "/lib/sysctl.d");

    public static final String SYSCTL_CONF = "/etc/sysctl.conf";

    /// Read by ufw when it starts, after all others (IPT_SYSCTL in /etc/default/ufw).
    public static final String OF_UFW = "/etc/ufw/sysctl.conf";

    /// The drop-in that `apply` writes. Distributions link `/etc/sysctl.conf` in as
    /// `99-sysctl.conf`; this comes after it.
    public static final String OURS = "/etc/sysctl.d/99-zz-railhead.conf";

    /// Files by when they are read, where none hides another.
    public static final Comparator<String> BY_FILE =
            Comparator.comparing((String file) -> file.equals(OF_UFW))
                    .thenComparing(file -> file.equals(SYSCTL_CONF))
                    .thenComparing(SysctlOrder::name);

    private SysctlOrder() {}

    /// The files that are read, in that order. Files from elsewhere come in the order given,
    /// between those of the folders and the last two.
    public static List<String> of(Collection<String> files) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String folder : FOLDERS) {
            files.stream()
                    .filter(file -> file.startsWith(folder + "/"))
                    .forEach(file -> byName.putIfAbsent(name(file), file));
        }
        List<String> order = new ArrayList<>(byName.values());
        order.sort(BY_FILE);
        files.stream().filter(file -> !isOrdered(file)).forEach(order::add);
        List.of(SYSCTL_CONF, OF_UFW).stream().filter(files::contains).forEach(order::add);
        return order;
    }

    /// Whether it is one of the files whose place in the order is known.
    public static boolean isOrdered(String file) {
        return file.equals(SYSCTL_CONF)
                || file.equals(OF_UFW)
                || FOLDERS.stream().anyMatch(folder -> file.startsWith(folder + "/"));
    }

    /// Whether a drop-in of that name is read after another, whatever their folders.
    public static boolean isNamedAfter(String file, String other) {
        return name(file).compareTo(name(other)) > 0;
    }

    /// Its name without the folder.
    public static String name(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }
}
