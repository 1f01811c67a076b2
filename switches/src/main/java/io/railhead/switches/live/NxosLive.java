package io.railhead.switches.live;

import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/// NX-OS: a checkpoint, and a job of the scheduler that rolls back to it unless it is removed in
/// time (Cisco Nexus 9000 Series NX-OS System Management Configuration Guide). The job stands in
/// the running configuration, of which the checkpoint is older: rolling back removes it too.
final class NxosLive implements LiveSwitch {
    private static final String FEATURE = "feature scheduler";
    private static final String JOB = "scheduler job name ";
    private static final String SCHEDULE = "scheduler schedule name ";

    /// The scheduler counts whole minutes, and may be in the middle of one.
    private static final int MINUTE = 60;

    /// How long a line may take to be entered, in seconds, counted into the time of the switch.
    private static final int A_LINE = 1;

    private final Lines lines;

    NxosLive(Lines lines) {
        this.lines = lines;
    }

    @Override
    public String running() throws Unreachable, SwitchRefusal {
        return lines.show("show running-config")
                        .lines()
                        .filter(
                                l ->
                                        !l.startsWith("!Time:")
                                                && !l.startsWith("!Running configuration last"))
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    @Override
    public Optional<String> show(String command) throws Unreachable {
        try {
            return Optional.of(lines.show(command));
        } catch (SwitchRefusal _) {
            return Optional.empty();
        }
    }

    @Override
    public Map<String, Boolean> standing() throws Unreachable, SwitchRefusal {
        Map<String, Boolean> standing = new LinkedHashMap<>();
        Matcher checkpoints = RunNames.NAME.matcher(lines.show("show checkpoint summary"));
        while (checkpoints.find()) {
            standing.put(checkpoints.group(), false);
        }
        for (String schedule : schedules()) {
            standing.put(schedule, true);
        }
        return standing;
    }

    /// Schedules that have not been executed; none when the scheduler is off.
    private List<String> schedules() throws Unreachable {
        List<String> names = new ArrayList<>();
        String shown;
        try {
            shown = lines.show("show running-config | include scheduler");
        } catch (SwitchRefusal e) {
            return names;
        }
        for (String line : shown.lines().map(String::strip).toList()) {
            if (line.startsWith(SCHEDULE)) {
                String name = line.substring(SCHEDULE.length());
                if (RunNames.NAME.matcher(name).matches()) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    @Override
    public Map<String, String> memory(Map<String, String> running) {
        return Map.of(FEATURE, running.containsKey(FEATURE) ? "on" : "off");
    }

    @Override
    public void change(String name, List<String> wanted, Duration within)
            throws Unreachable, SwitchRefusal {
        lines.say("checkpoint " + name, Lines.LONG);
        long minutes = (within.toSeconds() + (long) A_LINE * wanted.size()) / MINUTE + 2;
        lines.say("configure terminal", Lines.LINE);
        lines.configure(
                List.of(
                        FEATURE,
                        JOB + name,
                        "rollback running-config checkpoint " + name,
                        "exit",
                        SCHEDULE + name,
                        "job name " + name,
                        String.format(
                                java.util.Locale.ROOT,
                                "time start +%02d:%02d:%02d",
                                minutes / 1440,
                                minutes / 60 % 24,
                                minutes % 60),
                        "end"));
        // Only a schedule that the scheduler itself shows is one that will be executed.
        if (!lines.show("show scheduler schedule").contains(name)) {
            throw new SwitchRefusal(SCHEDULE + name, "the scheduler does not show it");
        }
        lines.say("configure terminal", Lines.LINE);
        lines.configure(wanted);
        lines.say("end", Lines.LINE);
    }

    @Override
    public void confirm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        disarm(name, memory);
        lines.say("copy running-config startup-config", Lines.LONG);
        if (standing().containsKey(name)) {
            lines.say("no checkpoint " + name, Lines.LONG);
        }
    }

    private void disarm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        String shown = lines.show("show running-config | include scheduler");
        List<String> there = shown.lines().map(String::strip).toList();
        List<String> gone = new ArrayList<>();
        for (String line : List.of(SCHEDULE + name, JOB + name)) {
            if (there.contains(line)) {
                gone.add("no " + line);
            }
        }
        boolean others =
                there.stream()
                        .anyMatch(
                                l ->
                                        (l.startsWith(JOB) || l.startsWith(SCHEDULE))
                                                && !l.endsWith(" " + name));
        if ("off".equals(memory.get(FEATURE)) && there.contains(FEATURE) && !others) {
            gone.add("no " + FEATURE);
        }
        if (!gone.isEmpty()) {
            lines.say("configure terminal", Lines.LINE);
            lines.configure(gone);
            lines.say("end", Lines.LINE);
        }
    }

    @Override
    public void revert(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal {
        Boolean armed = standing().get(name);
        if (armed == null) {
            return;
        }
        if (armed) {
            String said = lines.say("rollback running-config checkpoint " + name, Lines.LONG);
            if (!said.toLowerCase(java.util.Locale.ROOT).contains("success")
                    && standing().getOrDefault(name, false)) {
                throw new SwitchRefusal("rollback running-config checkpoint " + name, said);
            }
        }
        if (!armed) {
            // Cut short while it was armed: the scheduler and its job stand, and no schedule.
            disarm(name, memory);
        }
        lines.say("no checkpoint " + name, Lines.LONG);
    }

    @Override
    public boolean isOwn(String slot) {
        return slot.equals(FEATURE)
                || ((slot.startsWith(JOB) || slot.startsWith(SCHEDULE))
                        && RunNames.NAME.matcher(slot).find());
    }

    @Override
    public void close() {
        lines.close();
    }
}
