package io.railhead.checks.diagnosis;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.fact.LogEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Which lines of journals and kernel logs a machine wrote before it was started last: what it said
/// then need not hold any more.
final class Boots {
    /// Lines looked at above one for the command that printed it.
    private static final int ABOVE = 5000;

    private static final Pattern STAMPED =
            Pattern.compile(
                    "^(?:<\\d+>)?(?:[A-Z][a-z]{2} [ \\d]\\d \\d\\d:|\\d{4}-\\d\\d-\\d\\d[T ])");

    private static final Pattern COMMAND = Pattern.compile("^\\S{0,80}[$#>] +\\w|^# \\w+ |^={3,}");

    /// `journalctl -b -1`, `--boot=-2`, `-kb-1`.
    private static final Pattern EARLIER =
            Pattern.compile("journalctl\\b.*?\\s(?:-\\w*b ?-[1-9]|--boot[= ]-[1-9])");

    private final Facts facts;
    private final Map<String, Integer> lastBoot = new HashMap<>();
    private final boolean asked;

    Boots(Clues clues) {
        facts = clues.facts();
        for (LogEvent e : clues.of("boot-mark")) {
            lastBoot.merge(e.source().document(), e.last(), Math::max);
        }
        asked =
                clues.has("journal-of-earlier-boot")
                        || facts.recorded().stream().anyMatch(d -> EARLIER.matcher(d).find());
    }

    /// Whether all that shows a finding was written before the last start of its machine.
    boolean isOver(Finding f) {
        if (lastBoot.isEmpty() && !asked) return false;
        return !f.evidence().isEmpty() && f.evidence().stream().allMatch(this::isOver);
    }

    private boolean isOver(Evidence e) {
        if (EARLIER.matcher(e.document()).find()) return true;
        if (!STAMPED.matcher(e.text()).find()) return false;
        if (e.line() < lastBoot.getOrDefault(e.document(), 0)) return true;
        if (!asked) return false;
        for (int n = e.line() - 1; n > 0 && n > e.line() - ABOVE; n--) {
            String line = facts.line(e.document(), n);
            if (COMMAND.matcher(line).find()) return EARLIER.matcher(line).find();
        }
        return false;
    }
}
