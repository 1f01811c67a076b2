package io.railhead.switches.live;

import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Cumulus Linux: a revision applied with `--confirm`, which goes back by itself (NVUE command
/// reference, `nv config apply`). NVUE has no names for that, so what waits to be confirmed is
/// taken for the run that the journal here has open.
final class NvueLive implements LiveSwitch {
    /// The name under which [#standing] tells of it.
    static final String PENDING = "nv config apply --confirm";

    private final Scripts scripts;

    NvueLive(Scripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public String running() throws Unreachable, SwitchRefusal {
        return scripts.run("nv config show -o commands", "nv config show -o commands");
    }

    @Override
    public Optional<String> show(String command) throws Unreachable {
        try {
            return Optional.of(scripts.run(command, command));
        } catch (SwitchRefusal _) {
            return Optional.empty();
        }
    }

    @Override
    public Map<String, Boolean> standing() throws Unreachable, SwitchRefusal {
        return isWaiting() ? Map.of(PENDING, true) : Map.of();
    }

    private boolean isWaiting() throws Unreachable, SwitchRefusal {
        String said =
                scripts.run(
                        "nv config apply --confirm-status",
                        "nv config apply --confirm-status || true");
        // «No pending confirm» on some releases, nothing on others.
        String lower = said.toLowerCase(Locale.ROOT);
        return lower.matches("(?s).*\\d.*") && !lower.contains("no pending");
    }

    @Override
    public void ready() throws Unreachable, SwitchRefusal {
        if (!scripts.run("nv config diff", "nv config diff").isBlank()) {
            throw new SwitchRefusal(
                    "nv config diff",
                    "somebody has set what is not applied yet, and it would be applied too:"
                            + " `nv config apply` or `nv config detach` there first");
        }
    }

    @Override
    public void change(String name, List<String> wanted, Duration within)
            throws Unreachable, SwitchRefusal {
        StringBuilder script = new StringBuilder();
        for (String line : wanted) {
            script.append(words(line))
                    .append(" || { echo ")
                    .append(Scripts.quote("at: " + line))
                    .append(" >&2; nv config detach; exit 1; }\n");
        }
        scripts.run("nv set", script.toString());
        long minutes = within.toSeconds() / 60 + 2;
        scripts.run("nv config apply", "nv config apply --assume-yes --confirm " + minutes);
    }

    /// A line as words of the shell, each quoted.
    private static String words(String line) {
        StringBuilder out = new StringBuilder("nv");
        for (String word : line.strip().split(" +")) {
            if (!word.equals("nv") || out.length() > 2) {
                out.append(' ').append(Scripts.quote(word));
            }
        }
        return out.toString();
    }

    @Override
    public void confirm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        if (isWaiting()) {
            scripts.run("nv config apply --confirm-yes", "nv config apply --confirm-yes");
        }
        scripts.run("nv config save", "nv config save");
    }

    @Override
    public void revert(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        if (isWaiting()) {
            scripts.run("nv config apply --confirm-no", "nv config apply --confirm-no");
        } else {
            // A revision that was set and not applied.
            scripts.run("nv config detach", "nv config detach");
        }
    }

    @Override
    public void close() {
        scripts.close();
    }
}
