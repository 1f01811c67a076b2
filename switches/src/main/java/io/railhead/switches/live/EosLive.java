package io.railhead.switches.live;

import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// EOS: a configuration session, committed with a timer that a second commit stops (Arista User
/// Manual, Configure Session).
final class EosLive implements LiveSwitch {
    private static final String COMMITTED = "pendingCommitTimer";
    private final Lines lines;
    private boolean enabled;

    EosLive(Lines lines) {
        this.lines = lines;
    }

    private void enable() throws Unreachable, SwitchRefusal {
        if (!enabled) {
            lines.say("enable", Lines.LINE);
            enabled = true;
        }
    }

    @Override
    public String running() throws Unreachable, SwitchRefusal {
        enable();
        return lines.show("show running-config")
                        .lines()
                        .filter(l -> !l.startsWith("! Time:"))
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    @Override
    public Optional<String> show(String command) throws Unreachable {
        try {
            enable();
            return Optional.of(lines.show(command));
        } catch (SwitchRefusal _) {
            return Optional.empty();
        }
    }

    @Override
    public Map<String, Boolean> standing() throws Unreachable, SwitchRefusal {
        enable();
        Map<String, Boolean> standing = new LinkedHashMap<>();
        for (String line : lines.show("show configuration sessions detail").lines().toList()) {
            // A star marks the session that one is in.
            List<String> words = List.of(line.strip().split("[\\s*]+"));
            words.stream()
                    .filter(w -> RunNames.NAME.matcher(w).matches())
                    .filter(_ -> !words.contains("completed") && !words.contains("aborted"))
                    .forEach(w -> standing.put(w, words.contains(COMMITTED)));
        }
        return standing;
    }

    @Override
    public void change(String name, List<String> wanted, Duration within)
            throws Unreachable, SwitchRefusal {
        enable();
        lines.say("configure session " + name, Lines.LINE);
        try {
            lines.configure(wanted);
        } catch (SwitchRefusal e) {
            // Nothing of it runs yet.
            lines.say("abort", Lines.LINE);
            throw e;
        }
        long s = within.toSeconds();
        lines.say(
                String.format(
                        Locale.ROOT, "commit timer %02d:%02d:%02d", s / 3600, s / 60 % 60, s % 60),
                Lines.LONG);
    }

    @Override
    public void confirm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        // A session that is not under its timer was never committed, and must not be now.
        if (standing().getOrDefault(name, false)) {
            lines.say("configure session " + name + " commit", Lines.LONG);
        }
        lines.say("copy running-config startup-config", Lines.LONG);
    }

    @Override
    public void revert(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        if (standing().containsKey(name)) {
            lines.say("configure session " + name + " abort", Lines.LONG);
        }
    }

    @Override
    public void close() {
        lines.close();
    }
}
