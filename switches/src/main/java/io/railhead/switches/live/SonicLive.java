package io.railhead.switches.live;

import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/// SONiC: a checkpoint of CONFIG_DB, a patch, and a transient timer of systemd that rolls back to
/// the checkpoint unless it is stopped in time (SONiC generic configuration update and rollback).
final class SonicLive implements LiveSwitch {
    /// Patches are applied table by table, with checks between.
    private static final Duration PATCH = Duration.ofMinutes(3);

    private final Scripts scripts;

    SonicLive(Scripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public String running() throws Unreachable, SwitchRefusal {
        return scripts.run("show runningconfiguration all", "show runningconfiguration all");
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
        Map<String, Boolean> standing = new LinkedHashMap<>();
        Matcher names =
                RunNames.NAME.matcher(
                        scripts.run("config list-checkpoints", "config list-checkpoints"));
        while (names.find()) {
            standing.put(names.group(), false);
        }
        for (String name : List.copyOf(standing.keySet())) {
            String answer =
                    scripts.run(
                            "systemctl is-active " + name + ".timer",
                            "systemctl is-active " + name + ".timer || true");
            standing.put(name, answer.strip().equals("active"));
        }
        return standing;
    }

    @Override
    public void change(String name, List<String> wanted, Duration within)
            throws Unreachable, SwitchRefusal {
        scripts.run("config checkpoint " + name, "config checkpoint " + name);
        // Rolled back by the switch itself; the checkpoint stays, and tells that it was.
        scripts.run(
                "systemd-run --on-active=... config rollback " + name,
                "systemd-run --unit="
                        + name
                        + " --on-active="
                        + within.plus(PATCH).toSeconds()
                        + "s --timer-property=AccuracySec=1s /bin/sh -c 'config rollback "
                        + name
                        + "'");
        scripts.run(
                "config apply-patch",
                "f=$(mktemp)\ntrap 'rm -f \"$f\"' EXIT\n"
                        + Scripts.feed("cat >\"$f\"", String.join("\n", wanted))
                        + "\nconfig apply-patch \"$f\"");
    }

    @Override
    public void confirm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        scripts.run("systemctl stop " + name + ".timer", stop(name));
        scripts.run("config save -y", "config save -y");
        if (standing().containsKey(name)) {
            scripts.run("config delete-checkpoint " + name, "config delete-checkpoint " + name);
        }
    }

    @Override
    public void revert(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        Boolean armed = standing().get(name);
        if (armed == null) {
            return;
        }
        if (armed) {
            // The timer stays until the rollback has worked.
            scripts.run("config rollback " + name, "config rollback " + name);
            scripts.run("systemctl stop " + name + ".timer", stop(name));
        }
        scripts.run("config delete-checkpoint " + name, "config delete-checkpoint " + name);
    }

    private static String stop(String name) {
        return "systemctl stop " + name + ".timer || true";
    }

    @Override
    public void close() {
        scripts.close();
    }
}
