package io.railhead.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The command line of NX-OS, emulated: as much as it takes to configure classes of service with a
/// checkpoint and the scheduler. Words and outputs are after Cisco's configuration guides.
final class NxosLine implements CommandLine {
    static final List<String> SINGLE =
            List.of(
                    "mtu",
                    "match dscp",
                    "set qos-group",
                    "pause pfc-cos",
                    "bandwidth remaining percent",
                    "bandwidth percent",
                    "priority level",
                    "random-detect",
                    "flowcontrol receive",
                    "flowcontrol send",
                    "priority-flow-control mode",
                    "priority-flow-control watch-dog-interval",
                    "service-policy type qos input",
                    "service-policy type network-qos",
                    "service-policy type queuing output",
                    "time start");

    private static final Grammar GRAMMAR =
            new Grammar()
                    .rule("", "class-map type qos match-(any|all) \\S+", "config-cmap-qos")
                    .rule("", "policy-map type qos \\S+", "config-pmap-qos")
                    .rule("", "policy-map type network-qos \\S+", "config-pmap-nqos")
                    .rule("", "policy-map type queuing \\S+", "config-pmap-que")
                    .rule("", "system qos", "config-sys-qos")
                    .rule("", "interface (Ethernet\\d+/\\d+(/\\d+)?|mgmt0)", "config-if")
                    .rule("", "feature (lldp|scheduler)", "")
                    .rule("", "scheduler job name \\S{1,31}", "config-job")
                    .rule("", "scheduler schedule name \\S{1,31}", "config-schedule")
                    .rule("", "(hostname|snmp-server|username|ntp|ip) .+", "")
                    .rule("", "priority-flow-control watch-dog-interval (on|off)", "")
                    .rule("config-cmap-qos", "match (dscp|cos) [0-9,-]+", "")
                    .rule("config-pmap-qos", "class \\S+", "config-pmap-c-qos")
                    .rule("config-pmap-c-qos", "set qos-group [0-7]", "")
                    .rule(
                            "config-pmap-nqos",
                            "class type network-qos c-(8q-)?nq([1-7]|-default)",
                            "config-pmap-nqos-c")
                    .rule("config-pmap-nqos-c", "pause pfc-cos [0-7]|mtu \\d{4}", "")
                    .rule(
                            "config-pmap-que",
                            "class type queuing c-out-(8q-)?q([1-7]|-default)",
                            "config-pmap-c-que")
                    .rule(
                            "config-pmap-c-que",
                            "priority level 1|bandwidth (remaining )?percent \\d{1,3}"
                                    + "|random-detect .+ ecn",
                            "")
                    .rule(
                            "config-sys-qos",
                            "service-policy type (network-qos|queuing output) \\S+",
                            "")
                    .rule(
                            "config-if",
                            "(description|vrf member|ip|switchport) .+|mtu \\d{4}"
                                    + "|flowcontrol (receive|send) (on|off)"
                                    + "|priority-flow-control mode (on|off|auto)"
                                    + "|priority-flow-control watch-dog-interval (on|off)"
                                    + "|service-policy type (qos input|queuing output) \\S+"
                                    + "|shutdown",
                            "")
                    .rule("config-job", "(rollback|copy|show|clear) .+", "")
                    .rule(
                            "config-schedule",
                            "job name \\S+|time start \\+\\d\\d:\\d\\d:\\d\\d",
                            "");

    private static final Pattern DELTA =
            Pattern.compile("time start \\+(\\d\\d):(\\d\\d):(\\d\\d)");
    private static final Pattern REFERENCE =
            Pattern.compile("service-policy type (\\S+) (?:(?:in|out)put )?(\\S+)");
    private static final String INVALID = "% Invalid command at '^' marker.\n";

    private final Box box;
    private Optional<Modes> config = Optional.empty();
    private boolean over;
    private boolean pages;

    NxosLine(Box box) {
        this.box = box;
        this.pages = box.behaviour.pager();
    }

    static SectionedConfig config(String text) {
        return new SectionedConfig("  ", SINGLE, text);
    }

    @Override
    public String banner() {
        return "\nNX-OS emulated by Railhead: no switch is behind this prompt\n\n";
    }

    @Override
    public String prompt() {
        return box.name + config.map(m -> "(" + mode(m) + ")").orElse("") + "# ";
    }

    private static String mode(Modes modes) {
        return modes.mode().isEmpty() ? "config" : modes.mode();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public boolean pages() {
        return pages;
    }

    @Override
    public String answer(String typed) {
        String line = typed.strip();
        if (line.isEmpty() || line.startsWith("!")) {
            return "";
        }
        synchronized (box) {
            if (line.equals("end")) {
                config = Optional.empty();
                return "";
            }
            if (line.equals("exit")) {
                exit();
                return "";
            }
            if (config.isPresent() && !line.startsWith("show ") && !line.startsWith("copy ")) {
                return configure(config.get(), line);
            }
            return exec(line);
        }
    }

    private void exit() {
        if (config.isEmpty()) {
            over = true;
        } else if (!config.get().leave()) {
            config = Optional.empty();
        }
    }

    private String configure(Modes modes, String line) {
        SectionedConfig running = (SectionedConfig) box.running;
        if (box.isRefused(line)) {
            return "                ^\n" + INVALID;
        }
        if (line.startsWith("scheduler ") && !running.has(List.of(), "feature scheduler")) {
            return "                ^\n" + INVALID;
        }
        String trouble = trouble(running, line);
        if (!trouble.isEmpty()) {
            return "ERROR: " + trouble + "\n";
        }
        try {
            modes.enter(running, line);
        } catch (IllegalArgumentException e) {
            return "                ^\n" + INVALID;
        }
        Matcher delta = DELTA.matcher(line);
        if (delta.matches()) {
            schedule(modes.headings().getLast(), delta);
        }
        if (line.startsWith("no scheduler schedule name ")) {
            box.stop(line.substring(3));
        }
        if (line.equals("no feature scheduler")) {
            forgetScheduler(running);
        }
        return "";
    }

    /// Policies must be there before they are used, and are not removed while they are.
    private static String trouble(SectionedConfig running, String line) {
        Matcher reference = REFERENCE.matcher(line);
        if (reference.matches()
                && !running.has(
                        List.of(),
                        "policy-map type " + reference.group(1) + " " + reference.group(2))) {
            return "policy " + reference.group(2) + " does not exist";
        }
        if (line.startsWith("no policy-map type ")) {
            String[] words = line.split(" ");
            boolean used =
                    running.print()
                            .lines()
                            .map(l -> REFERENCE.matcher(l.strip()))
                            .anyMatch(
                                    m ->
                                            m.matches()
                                                    && m.group(1).equals(words[3])
                                                    && m.group(2).equals(words[4]));
            return used ? "policy " + words[4] + " is in use" : "";
        }
        return "";
    }

    private void schedule(String schedule, Matcher delta) {
        long minutes =
                (Long.parseLong(delta.group(1)) * 24 + Long.parseLong(delta.group(2))) * 60
                        + Long.parseLong(delta.group(3));
        box.timer(schedule, minutes * 60, () -> runJobs(schedule));
    }

    private void runJobs(String schedule) {
        List<String> lines = box.running.print().lines().toList();
        for (String job : below(lines, schedule)) {
            if (job.startsWith("job name ")) {
                below(lines, "scheduler " + job).forEach(this::exec);
            }
        }
    }

    private static List<String> below(List<String> lines, String heading) {
        List<String> found = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            if (!line.startsWith(" ")) {
                inside = line.equals(heading);
            } else if (inside) {
                found.add(line.strip());
            }
        }
        return found;
    }

    private void forgetScheduler(SectionedConfig running) {
        for (String line : running.print().lines().toList()) {
            if (line.startsWith("scheduler ")) {
                running.enter(List.of(), "no " + line);
                box.stop(line);
            }
        }
    }

    private String exec(String line) {
        if (line.equals("configure terminal")) {
            config = Optional.of(new Modes(GRAMMAR));
            return "Enter configuration commands, one per line. End with CNTL/Z.\n";
        }
        if (line.startsWith("terminal ")) {
            pages &= !line.equals("terminal length 0");
            return line.matches("terminal (length|width) \\d+") ? "" : INVALID;
        }
        if (line.equals("copy running-config startup-config")) {
            box.startup = box.running.print();
            return "[########################################] 100%\nCopy complete.\n";
        }
        if (line.startsWith("checkpoint ")) {
            String name = line.substring(11);
            if (box.checkpoints.containsKey(name)) {
                return "ERROR: checkpoint " + name + " already exists\n";
            }
            if (box.checkpoints.size() >= 10) {
                return "ERROR: no more than 10 checkpoints\n";
            }
            box.checkpoints.put(name, box.running.copy());
            return ".Done\n";
        }
        if (line.startsWith("no checkpoint ")) {
            return box.checkpoints.remove(line.substring(14)) == null
                    ? "ERROR: no such checkpoint\n"
                    : "Done\n";
        }
        if (line.startsWith("rollback running-config checkpoint ")) {
            return rollBack(line.split(" ")[3]);
        }
        return NxosShow.of(box, line).orElse("                ^\n" + INVALID);
    }

    private String rollBack(String checkpoint) {
        ConfigText then = box.checkpoints.get(checkpoint);
        if (then == null) {
            return "ERROR: no such checkpoint\n";
        }
        box.running = then.copy();
        for (String timer : box.waiting()) {
            if (!box.running.print().contains(timer + "\n")) {
                box.stop(timer);
            }
        }
        return "Collecting Running-Config\nGenerating Rollback Patch\nExecuting Rollback Patch\n"
                + "Generating Running-config for verification\n\nRollback completed successfully.\n";
    }
}
