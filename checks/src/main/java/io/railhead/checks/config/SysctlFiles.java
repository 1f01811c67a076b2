package io.railhead.checks.config;

import io.railhead.checks.Survey;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.sysctl.SysctlKey;
import io.railhead.model.sysctl.SysctlOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Kernel settings, live and as files have them, by dotted key.
final class SysctlFiles {
    private SysctlFiles() {}

    static Map<String, Sysctl> live(Survey survey, String machine) {
        Map<String, Sysctl> live = new LinkedHashMap<>();
        survey.facts()
                .of(machine, Sysctl.class)
                .forEach(s -> live.put(SysctlKey.dotted(s.key()), s));
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
                .filter(s -> !s.file().equals(SysctlOrder.OF_UFW) || holds(live, s))
                .sorted(
                        Comparator.comparingInt(SysctlSetting::order)
                                .thenComparing(SysctlSetting::file, SysctlOrder.BY_FILE))
                .forEach(
                        s ->
                                byKey.computeIfAbsent(
                                                SysctlKey.dotted(s.key()), k -> new ArrayList<>())
                                        .add(s));
        return byKey;
    }

    /// ufw's file counts where its value is what runs: nothing says whether ufw is on.
    private static boolean holds(Map<String, Sysctl> live, SysctlSetting setting) {
        Sysctl now = live.get(SysctlKey.dotted(setting.key()));
        return now != null && same(now.value(), setting.value());
    }

    static Map<String, String> dotted(Map<String, String> settings) {
        Map<String, String> dotted = new LinkedHashMap<>();
        settings.forEach((k, v) -> dotted.put(SysctlKey.dotted(k), v));
        return dotted;
    }

    /// Whether it is the file that apply writes.
    static boolean isOurs(String file) {
        return SysctlOrder.name(file).equals(SysctlOrder.name(SysctlOrder.OURS));
    }

    /// Whether `sysctl --system` reads the file after the one that apply writes: `/etc/sysctl.conf`
    /// comes last of all, the others go by their name whatever their folder.
    static boolean readAfterOurs(String file) {
        return file.equals(SysctlOrder.SYSCTL_CONF)
                || SysctlOrder.isNamedAfter(file, SysctlOrder.OURS);
    }

    /// Equal but for white space.
    static boolean same(String a, String b) {
        return SysctlKey.folded(a).equals(SysctlKey.folded(b));
    }
}
