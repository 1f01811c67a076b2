package io.railhead.checks.config;

import io.railhead.checks.Survey;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Kernel settings, live and as files have them, by dotted key.
final class SysctlFiles {
    /// Read by ufw when it starts, after all that systemd reads.
    private static final String OF_UFW = "/etc/ufw/sysctl.conf";

    /// The drop-in of `configure`, which this room cannot see.
    private static final String OURS = "99-zz-railhead.conf";

    private SysctlFiles() {}

    static Map<String, Sysctl> live(Survey survey, String machine) {
        Map<String, Sysctl> live = new LinkedHashMap<>();
        survey.facts().of(machine, Sysctl.class).forEach(s -> live.put(dotted(s.key()), s));
        return live;
    }

    /// Settings of each key in the order in which they are read; the last one wins. Patterns with
    /// wildcards are left out: they never win over a key that is named. Files that were printed one
    /// by one have no order of their own and go by their names.
    static Map<String, List<SysctlSetting>> byKey(Survey survey, String machine) {
        Map<String, List<SysctlSetting>> byKey = new LinkedHashMap<>();
        Map<String, Sysctl> live = live(survey, machine);
        survey.facts().of(machine, SysctlSetting.class).stream()
                .filter(s -> s.key().indexOf('*') < 0)
                .filter(s -> !s.file().equals(OF_UFW) || holds(live, s))
                .sorted(
                        Comparator.comparingInt(SysctlSetting::order)
                                .thenComparing(s -> s.file().equals(OF_UFW))
                                .thenComparing(s -> s.file().equals("/etc/sysctl.conf"))
                                .thenComparing(
                                        s -> s.file().substring(s.file().lastIndexOf('/') + 1)))
                .forEach(
                        s -> byKey.computeIfAbsent(dotted(s.key()), k -> new ArrayList<>()).add(s));
        return byKey;
    }

    /// ufw's file counts where its value is what runs: nothing says whether ufw is on.
    private static boolean holds(Map<String, Sysctl> live, SysctlSetting setting) {
        Sysctl now = live.get(dotted(setting.key()));
        return now != null && same(now.value(), setting.value());
    }

    /// `net/core/rmem_max` is `net.core.rmem_max`; a slash in a dotted key is part of a name.
    static String dotted(String key) {
        String bare = key.startsWith("-") ? key.substring(1) : key;
        int slash = bare.indexOf('/');
        int dot = bare.indexOf('.');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return bare;
        }
        StringBuilder swapped = new StringBuilder();
        bare.chars().forEach(c -> swapped.append(c == '/' ? '.' : c == '.' ? '/' : (char) c));
        return swapped.toString();
    }

    static Map<String, String> dotted(Map<String, String> settings) {
        Map<String, String> dotted = new LinkedHashMap<>();
        settings.forEach((k, v) -> dotted.put(dotted(k), v));
        return dotted;
    }

    /// Whether it is the file that apply writes.
    static boolean isOurs(String file) {
        return file.substring(file.lastIndexOf('/') + 1).equals(OURS);
    }

    /// Whether `sysctl --system` reads the file after the one that apply writes: `/etc/sysctl.conf`
    /// comes last of all, the others go by their name whatever their folder.
    static boolean readAfterOurs(String file) {
        return file.equals("/etc/sysctl.conf")
                || file.substring(file.lastIndexOf('/') + 1).compareTo(OURS) > 0;
    }

    /// Equal but for white space.
    static boolean same(String a, String b) {
        return a.strip().replaceAll("\\s+", " ").equals(b.strip().replaceAll("\\s+", " "));
    }
}
