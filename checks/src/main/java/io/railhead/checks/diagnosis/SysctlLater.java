package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// A file or a service that comes later sets a kernel setting again: what systemd-sysctl and tuned
/// say of it themselves. What the files hold is compared by the check of the same code.
@AutoService(Cause.class)
public final class SysctlLater implements Cause {
    @Override
    public String code() {
        return "sysctl-overridden";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.where(
                        "sysctl-overwritten",
                        e ->
                                e.value("file").isPresent()
                                        || !e.get("before").equals(e.get("after")));
        if (said.isEmpty()) byFiles(clues, verdict);
        if (!said.isEmpty())
            verdict.likely(said, said.getFirst().get("key") + " is set again by what comes later");
    }

    /// Two files set one key, a third answer says what holds: the value of the file that is sorted
    /// last by its name, and not what was written into /etc to raise it.
    private static void byFiles(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> keys =
                Clues.grouped(clues.of("sysctl-file-row"), e -> clues.who(e) + " " + e.get("key"));
        for (List<LogEvent> rows : keys.values()) {
            LogEvent last =
                    rows.stream().max(Comparator.comparing(SysctlLater::name)).orElseThrow();
            List<LogEvent> lost =
                    rows.stream()
                            .filter(r -> r.get("file").startsWith("/etc/sysctl.d/"))
                            .filter(r -> !r.get("value").equals(last.get("value")))
                            .filter(r -> isLess(last.get("value"), r.get("value")))
                            .toList();
            List<LogEvent> live =
                    clues.where("sysctl-value", e -> e.get("key").equals(last.get("key"))).stream()
                            .filter(e -> !e.text().contains("sysctl.d/"))
                            .filter(e -> e.get("value").equals(last.get("value")))
                            .toList();
            if (lost.isEmpty() || live.isEmpty()) continue;
            verdict.likely(List.of(last), last.get("key") + " is set again by " + last.get("file"))
                    .cites(lost)
                    .cites(live);
            return;
        }
    }

    private static boolean isLess(String now, String wanted) {
        boolean numbers = now.matches("\\d{1,18}") && wanted.matches("\\d{1,18}");
        return !numbers || Long.parseLong(now) < Long.parseLong(wanted);
    }

    /// systemd sorts by the name of the file, whatever its folder; sysctl.conf comes last.
    private static String name(LogEvent row) {
        String file = row.get("file");
        return file.endsWith("/sysctl.conf") ? "~" : file.substring(file.lastIndexOf('/') + 1);
    }
}
