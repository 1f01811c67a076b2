package io.railhead.twin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The command line of EOS, emulated: as much as it takes to configure classes of service in a
/// configuration session with a commit timer. Words and outputs are after Arista's user manual.
final class EosLine implements CommandLine {
    private static final List<String> SINGLE =
            List.of(
                    "mtu",
                    "service-profile",
                    "qos trust",
                    "bandwidth percent",
                    "random-detect ecn minimum-threshold",
                    "no priority",
                    "flowcontrol receive",
                    "flowcontrol send",
                    "priority-flow-control pause watchdog default timeout");

    private static final Grammar GRAMMAR =
            new Grammar()
                    .rule("", "qos map dscp [0-9 ]+( to traffic-class [0-7])?", "")
                    .rule("", "qos profile \\S+", "qos-profile")
                    .rule("", "interface (Ethernet\\d+(/\\d+)?|Management1)", "if")
                    .rule("", "(hostname|snmp-server|username|ip|ntp) .+", "")
                    .rule(
                            "",
                            "priority-flow-control pause watchdog default timeout [0-9.]+"
                                    + "|priority-flow-control pause watchdog action .+",
                            "")
                    .rule("qos-profile", "(uc-)?tx-queue [0-7]", "txq")
                    .rule(
                            "qos-profile",
                            "qos trust (dscp|cos)|priority-flow-control on"
                                    + "|priority-flow-control priority [0-7] no-drop",
                            "")
                    .rule(
                            "txq",
                            "priority strict|priority|bandwidth percent \\d{1,3}"
                                    + "|random-detect ecn .+",
                            "")
                    .rule(
                            "if",
                            "(description|ip|switchport|vrf) .+|mtu \\d{2,5}|service-profile \\S+"
                                    + "|flowcontrol (receive|send) (on|off)|shutdown",
                            "");

    private static final Pattern TIMER = Pattern.compile("commit timer (\\d\\d):(\\d\\d):(\\d\\d)");
    private static final String INVALID = "% Invalid input\n";

    /// A session that was committed for a time: what was before it.
    private static final String PENDING = "pending ";

    private final Box box;
    private boolean enabled;
    private boolean over;
    private boolean pages;
    private Optional<String> session = Optional.empty();
    private Optional<Modes> config = Optional.empty();

    EosLine(Box box) {
        this.box = box;
        this.pages = box.behaviour.pager();
    }

    static EosConfig config(String text) {
        return new EosConfig(SINGLE, text);
    }

    @Override
    public String banner() {
        return "\nEOS emulated by Railhead: no switch is behind this prompt\n\n";
    }

    @Override
    public String prompt() {
        String mode =
                config.map(
                                m ->
                                        "(config"
                                                + session.map(
                                                                s ->
                                                                        "-s-"
                                                                                + s.substring(
                                                                                        0,
                                                                                        Math.min(
                                                                                                6,
                                                                                                s
                                                                                                        .length())))
                                                        .orElse("")
                                                + (m.mode().isEmpty() ? "" : "-" + m.mode())
                                                + ")")
                        .orElse("");
        return box.name + mode + (enabled ? "#" : ">");
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
            if (line.equals("enable")) {
                enabled = true;
                return "";
            }
            if (line.startsWith("terminal ")) {
                pages &= !line.equals("terminal length 0");
                return "Pagination disabled.\n";
            }
            if (line.equals("end")) {
                config = Optional.empty();
                session = Optional.empty();
                return "";
            }
            if (line.equals("exit")) {
                if (config.isEmpty()) {
                    over = true;
                } else if (!config.get().leave()) {
                    config = Optional.empty();
                    session = Optional.empty();
                }
                return "";
            }
            if (!enabled) {
                return line.equals("show version")
                        ? version()
                        : "% Invalid input (privileged mode required)\n";
            }
            return config.isPresent() && !line.startsWith("show ")
                    ? configure(config.get(), line)
                    : exec(line);
        }
    }

    private String configure(Modes modes, String line) {
        Matcher timer = TIMER.matcher(line);
        if (session.isPresent() && timer.matches()) {
            return commit(
                    session.get(),
                    Long.parseLong(timer.group(1)) * 3600
                            + Long.parseLong(timer.group(2)) * 60
                            + Long.parseLong(timer.group(3)));
        }
        if (session.isPresent() && line.equals("abort")) {
            box.checkpoints.remove(session.get());
            config = Optional.empty();
            session = Optional.empty();
            return "";
        }
        if (box.isRefused(line)) {
            return INVALID;
        }
        EosConfig into =
                (EosConfig)
                        session.map(s -> box.checkpoints.getOrDefault(s, box.running))
                                .orElse(box.running);
        if (line.startsWith("service-profile ")
                && !into.sections.has(List.of(), "qos profile " + line.substring(16))) {
            return "% QoS profile " + line.substring(16) + " does not exist\n";
        }
        try {
            if (!into.map(line)) {
                modes.enter(into.sections, line);
            }
            return "";
        } catch (IllegalArgumentException e) {
            return INVALID;
        }
    }

    private String commit(String name, long seconds) {
        ConfigText wanted = box.checkpoints.get(name);
        if (wanted == null) {
            return "% No such session\n";
        }
        if (!box.waiting().isEmpty()) {
            return "% Another session is pending commit timer\n";
        }
        ConfigText before = box.running;
        box.running = wanted.copy();
        box.checkpoints.put(name, before);
        box.timer(PENDING + name, seconds, () -> back(name));
        config = Optional.empty();
        session = Optional.empty();
        return "";
    }

    private void back(String name) {
        ConfigText before = box.checkpoints.remove(name);
        if (before != null) {
            box.running = before;
        }
    }

    private String exec(String line) {
        if (line.equals("configure terminal") || line.equals("configure")) {
            config = Optional.of(new Modes(GRAMMAR));
            return "";
        }
        if (line.startsWith("configure session ")) {
            String[] words = line.split(" ");
            return words.length == 3 ? open(words[2]) : end(words[2], words[3]);
        }
        if (line.equals("write memory") || line.equals("copy running-config startup-config")) {
            box.startup = box.running.print();
            return "Copy completed successfully.\n";
        }
        return switch (line) {
            case "show version" -> version();
            case "show running-config" -> headed(line, box.running.print());
            case "show startup-config" -> headed(line, box.startup);
            case "show configuration sessions detail" -> sessions();
            default -> classes(line);
        };
    }

    private String classes(String line) {
        if (line.matches("show interfaces Ethernet\\S+ status")) {
            return new EosClasses(box).status(line.split(" ")[2]);
        }
        if (box.behaviour.has(Fault.SHOWS_NO_CLASSES)) {
            return INVALID;
        }
        return switch (line) {
            case "show priority-flow-control status" -> new EosClasses(box).pfc();
            case "show priority-flow-control counters detail" -> new EosClasses(box).counters();
            case "show qos interfaces" -> new EosClasses(box).queues();
            default -> INVALID;
        };
    }

    private String open(String name) {
        if (box.isWaiting(PENDING + name)) {
            return "% Session " + name + " is pending commit timer\n";
        }
        box.checkpoints.computeIfAbsent(name, n -> box.running.copy());
        session = Optional.of(name);
        config = Optional.of(new Modes(GRAMMAR));
        return "";
    }

    private String end(String name, String how) {
        boolean pending = box.isWaiting(PENDING + name);
        if (!box.checkpoints.containsKey(name)) {
            return "% Cannot " + how + " non-existent session " + name + "\n";
        }
        switch (how) {
            case "commit" -> {
                ConfigText wanted = box.checkpoints.remove(name);
                if (!box.stop(PENDING + name) && wanted != null) {
                    box.running = wanted;
                }
                return "";
            }
            case "abort" -> {
                if (pending) {
                    box.stop(PENDING + name);
                    back(name);
                } else {
                    box.checkpoints.remove(name);
                }
                return "";
            }
            default -> {
                return INVALID;
            }
        }
    }

    private String sessions() {
        Map<String, String> states = new LinkedHashMap<>();
        for (String name : box.checkpoints.keySet()) {
            states.put(name, box.isWaiting(PENDING + name) ? "pendingCommitTimer" : "pending");
        }
        StringBuilder out =
                new StringBuilder(
                        "Maximum number of completed sessions: 1\nMaximum number of pending"
                                + " sessions: 5\nMerge on commit is disabled\n\n"
                                + "  Name         State         User    Terminal    PID\n"
                                + "  ------------ ------------- ------- ----------- ------\n");
        states.forEach((name, state) -> out.append("  " + name + " " + state + "\n"));
        return out.toString();
    }

    private static String version() {
        return "Arista DCS-7060X6-64PE (emulated by Railhead)\n"
                + "Software image version: 4.33.1F (emulated)\n";
    }

    private String headed(String command, String text) {
        return "! Command: "
                + command
                + "\n! device: "
                + box.name
                + " (DCS-7060X6-64PE, EOS-4.33.1F emulated)\n!\n"
                + text
                + "!\nend\n";
    }
}
