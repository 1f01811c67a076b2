package io.railhead.twin;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What EOS shows of its classes, emulated: what each port's profile makes of it.
final class EosClasses {
    private final Behaviour behaviour;
    private final Sectioned config;

    EosClasses(Box box) {
        behaviour = box.behaviour;
        config = Sectioned.of(box.running.print());
    }

    private List<Sectioned> ports() {
        return config.all("interface Ethernet");
    }

    private static String brief(Sectioned port) {
        return "Et" + port.line().substring("interface Ethernet".length());
    }

    private Sectioned profile(Sectioned port) {
        return config.at("qos profile " + port.after("service-profile"));
    }

    private boolean isUp() {
        return !behaviour.has(Fault.PORTS_WITHOUT_LINK);
    }

    String pfc() {
        StringBuilder out =
                new StringBuilder(
                        "The hardware supports PFC on priorities 0 1 2 3 4 5 6 7\n"
                                + "PFC receive processing is enabled on priorities 0 1 2 3 4 5 6"
                                + " 7\n"
                                + "The PFC watchdog timeout is 0.2 second(s)\n"
                                + "Global PFC : Enabled\n\n"
                                + "E: PFC Enabled, D: PFC Disabled, A: PFC Active, W: PFC"
                                + " Watchdog Enabled\n"
                                + "Port         Status    Priorities   Action      Timeout"
                                + "  Recovery      Polling        Note\n"
                                + " ".repeat(57)
                                + "Interval / Mode  Config / Oper\n"
                                + "-".repeat(89)
                                + "\n");
        for (Sectioned port : ports()) {
            Sectioned profile = profile(port);
            boolean set = profile.has("priority-flow-control on");
            boolean runs = set && isUp() && !behaviour.has(Fault.PFC_STAYS_DOWN);
            String priorities =
                    profile.all("priority-flow-control priority ").stream()
                            .map(s -> s.line().split(" ")[2])
                            .collect(Collectors.joining());
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%-12s %-9s %-12s %-11s %-8s %s%n",
                            brief(port),
                            set ? (runs ? "E A W" : "E - W") : "D - -",
                            set && !priorities.isEmpty() ? priorities : "-",
                            set ? "drop" : "-",
                            set ? "0.2" : "-",
                            "- / -         - / -"));
        }
        return out.toString();
    }

    String queues() {
        StringBuilder out = new StringBuilder();
        for (Sectioned port : ports()) {
            Sectioned profile = profile(port);
            out.append(port.line().substring(10)).append(":\n   Trust Mode: ");
            out.append(profile.has("qos trust dscp") ? "DSCP" : "COS")
                    .append("\n   Default COS: 0\n   Default DSCP: 0\n\n")
                    .append("   Port shaping rate: disabled\n\n")
                    .append("  Tx    Bandwidth     Shape Rate       Priority   ECN/WRED\n")
                    .append(" Queue  (percent)      (units)\n ")
                    .append("-".repeat(57))
                    .append('\n');
            for (int queue = 7; queue >= 0; queue--) {
                queue(profile, queue, out);
            }
            out.append('\n');
        }
        return out.append("Note: Values are displayed as Operational/Configured\n").toString();
    }

    private void queue(Sectioned profile, int queue, StringBuilder out) {
        Sectioned own = profile.at("uc-tx-queue " + queue);
        if (own.line().isEmpty()) {
            own = profile.at("tx-queue " + queue);
        }
        String share = own.after("bandwidth percent");
        String turn = own.has("no priority") ? "RR" : "SP";
        boolean marks =
                !own.all("random-detect ecn minimum").isEmpty()
                        && !behaviour.has(Fault.QUEUE_DOES_NOT_MARK);
        String percent = share.isEmpty() ? "-" : share;
        out.append(
                String.format(
                        Locale.ROOT,
                        "%4d %6s / %-7s - / -  ( - )     %s / %s      %s%n",
                        queue,
                        percent,
                        percent,
                        turn,
                        turn,
                        marks ? "L" : "D"));
    }

    /// `show interfaces Ethernet1 status`.
    String status(String wanted) {
        StringBuilder out =
                new StringBuilder(
                        "Port       Name                   Status       Vlan        Duplex Speed"
                                + "  Type            Flags\n");
        for (Sectioned port : ports()) {
            if (port.line().equals("interface " + wanted)) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-10s %-22s %-12s %-11s %-6s %-6s %s%n",
                                brief(port),
                                port.after("description"),
                                isUp() ? "connected" : "notconnect",
                                "routed",
                                "full",
                                "100G",
                                "100GBASE-CR4"));
            }
        }
        return out.toString();
    }

    String counters() {
        StringBuilder out = new StringBuilder("Port         Priority   RxPfc           TxPfc\n");
        for (Sectioned port : ports()) {
            for (Sectioned p : profile(port).all("priority-flow-control priority ")) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-12s %-10s %-15d %d%n",
                                brief(port),
                                p.line().split(" ")[2],
                                0,
                                0));
            }
        }
        return out.toString();
    }
}
