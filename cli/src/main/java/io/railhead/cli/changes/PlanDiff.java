package io.railhead.cli.changes;

import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.TextDiff;
import io.railhead.model.Change;

/// A plan as unified diffs, one a change, as review tools and `patch` read them. The path of each
/// is `HOST/KIND/NAME`; what is no difference (risk, reason) stands before it on lines of its own
/// that begin with `#`.
public final class PlanDiff {
    private static final int CONTEXT = 3;

    private PlanDiff() {}

    public static String of(Plan plan) {
        StringBuilder text = new StringBuilder();
        plan.changes().forEach(c -> change(text, c));
        plan.obstacles()
                .forEach(
                        o ->
                                note(
                                        text,
                                        o.device()
                                                + " "
                                                + o.resource()
                                                + ": wanted, but not to be had: "
                                                + o.why()
                                                + "; "
                                                + o.remedy()));
        plan.unreachable().forEach((h, why) -> note(text, h + ": not reached: " + why));
        return text.toString();
    }

    private static void note(StringBuilder text, String words) {
        text.append("# ").append(words.replaceAll("\\s+", " ").strip()).append('\n');
    }

    private static void change(StringBuilder text, PlannedChange planned) {
        Change c = planned.change();
        note(
                text,
                c.device()
                        + " "
                        + c.resource()
                        + ": risk "
                        + c.risk().word()
                        + (planned.guarded() ? ", under a dead-man's switch" : ""));
        note(text, "why: " + c.why());
        String path = path(c);
        boolean fresh = c.before().isEmpty();
        boolean gone = c.after().isEmpty();
        text.append("diff --git a/").append(path).append(" b/").append(path).append('\n');
        if (fresh) {
            text.append("new file mode 100644\n");
        } else if (gone) {
            text.append("deleted file mode 100644\n");
        }
        text.append("--- ").append(fresh ? "/dev/null" : "a/" + path).append('\n');
        text.append("+++ ").append(gone ? "/dev/null" : "b/" + path).append('\n');
        for (String line : TextDiff.unified(c.before(), c.after(), CONTEXT)) {
            text.append(line).append('\n');
        }
    }

    private static String path(Change c) {
        return (c.device() + "/" + c.resource().replaceFirst(":", "/"))
                .replaceAll("[\\s\"\\\\]+", "_")
                .replaceAll("/{2,}", "/");
    }
}
