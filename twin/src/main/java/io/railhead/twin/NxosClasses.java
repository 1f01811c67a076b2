package io.railhead.twin;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What NX-OS shows of its classes, emulated: what the policies in force make of each port, in the
/// layout of `show interface priority-flow-control` and `show queuing interface` of a Nexus 9000.
final class NxosClasses {
    private static final String RULER = "=".repeat(60);
    private static final String DASHES = "-".repeat(78);

    private final Box box;
    private final Behaviour behaviour;
    private final Sectioned config;
    /// CoS that is paused, by QoS group.
    private final Map<Integer, Integer> paused = new TreeMap<>();

    NxosClasses(Box box) {
        this.box = box;
        behaviour = box.behaviour;
        config = Sectioned.of(box.running.print());
        String network = config.at("system qos").after("service-policy type network-qos");
        for (Sectioned c : config.at("policy-map type network-qos " + network).below()) {
            String cos = c.after("pause pfc-cos");
            String digit = c.line().replaceFirst(".*nq", "");
            if (!cos.isEmpty() && digit.matches("[1-7]")) {
                paused.put(Integer.parseInt(digit), Integer.parseInt(cos));
            }
        }
    }

    private static String name(Sectioned port) {
        return port.line().substring(10);
    }

    private List<Sectioned> ports() {
        return config.all("interface Ethernet");
    }

    private boolean isUp() {
        return !behaviour.has(Fault.PORTS_WITHOUT_LINK);
    }

    /// The peers of an emulated switch agree to «auto» never: hosts do not speak DCBX.
    private boolean runs(Sectioned port) {
        return port.after("priority-flow-control mode").equals("on")
                && !paused.isEmpty()
                && isUp()
                && !behaviour.has(Fault.PFC_STAYS_DOWN);
    }

    String pfc() {
        StringBuilder out = new StringBuilder();
        out.append(RULER)
                .append("\nPort               Mode Oper(VL bmap)  RxPPP      TxPPP\n")
                .append(RULER)
                .append("\n\n");
        long pauses = box.pauses();
        int bitmap = paused.values().stream().mapToInt(c -> 1 << c).sum();
        for (Sectioned port : ports()) {
            String mode = port.after("priority-flow-control mode");
            if (!mode.isEmpty()) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-18s %-4s %-14s %-10d %d%n",
                                name(port),
                                mode.substring(0, 1).toUpperCase(Locale.ROOT) + mode.substring(1),
                                runs(port) ? String.format(Locale.ROOT, "On  (%x)", bitmap) : "Off",
                                0,
                                runs(port) ? pauses : 0));
            }
        }
        return out.toString();
    }

    String queuing() {
        StringBuilder out = new StringBuilder("slot  1\n=======\n\n");
        ports().forEach(p -> queuing(p, out));
        return out.toString();
    }

    private String policy(Sectioned port) {
        String own = port.after("service-policy type queuing output");
        return own.isEmpty()
                ? config.at("system qos").after("service-policy type queuing output")
                : own;
    }

    /// `show policy-map interface Ethernet1/1 type queuing`; empty for a port that is not there.
    String policyMap(String wanted) {
        StringBuilder out = new StringBuilder();
        for (Sectioned port : ports()) {
            if (!name(port).equals(wanted)) {
                continue;
            }
            String policy = policy(port);
            out.append("\nGlobal statistics status :   enabled\n\n")
                    .append(wanted)
                    .append("\n\n  Service-policy (queuing) output:   ")
                    .append(policy)
                    .append("\n    SNMP Policy Index:  301990085\n");
            for (Sectioned c : config.at("policy-map type queuing " + policy).below()) {
                out.append("\n    Class-map (queuing):   ")
                        .append(c.line().replaceFirst("class type queuing ", ""))
                        .append(" (match-any)\n");
                for (Sectioned said : c.below()) {
                    String line = said.line();
                    if (line.startsWith("random-detect")
                            && behaviour.has(Fault.QUEUE_DOES_NOT_MARK)) {
                        line = line.replaceFirst(" ecn$", "");
                    }
                    out.append("      ").append(line).append('\n');
                }
                out.append("      queue dropped pkts : 0 \n      queue depth in bytes : 0 \n");
            }
        }
        return out.toString();
    }

    private void queuing(Sectioned port, StringBuilder out) {
        String policy = policy(port);
        out.append("Egress Queuing for ").append(name(port)).append(" [System]\n");
        out.append(DASHES)
                .append("\nQoS-Group# Bandwidth% PrioLevel                Shape")
                .append("                   QLimit\n")
                .append("                                   Min          Max        Units   \n")
                .append(DASHES)
                .append('\n');
        for (Sectioned c : config.at("policy-map type queuing " + policy).below()) {
            String digit = c.line().replaceFirst(".*-(?:q|default)", "");
            String share = c.after("bandwidth remaining percent");
            String level = c.after("priority level");
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%7s %13s %9s           -            -     -            9(D)%n",
                            digit.isEmpty() ? "0" : digit,
                            share.isEmpty() ? "-" : share,
                            level.isEmpty() ? "-" : level));
        }
        out.append("\nIngress Queuing for ").append(name(port)).append('\n');
        String line = "-".repeat(53);
        out.append(line)
                .append("\nQoS-Group#                 Pause\n")
                .append("           Buff Size       Pause Th      Resume Th\n")
                .append(line)
                .append('\n');
        for (int group = 7; group >= 0; group--) {
            boolean noDrop = paused.containsKey(group) && !behaviour.has(Fault.PFC_STAYS_DOWN);
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%7d %14s %12s %12s %n",
                            group,
                            noDrop ? "9437184" : "-",
                            noDrop ? "8388608" : "-",
                            noDrop ? "8386944" : "-"));
        }
        out.append(
                        "\nPer Port Ingress Statistics\n--------------------------------------------------------\n")
                .append("     Hi Priority Drop Pkts                           0\n")
                .append("    Low Priority Drop Pkts                           0\n")
                .append("Ingress Overflow Drop Pkts                           0\n\n");
    }

    /// `show interface Ethernet1/1`; empty for a port that is not there.
    String port(String wanted) {
        return ports().stream().anyMatch(p -> name(p).equals(wanted))
                ? wanted
                        + (isUp() ? " is up\n" : " is down (Link not connected)\n")
                        + "admin state is up, Dedicated Interface\n"
                        + "  Hardware: 100000 Ethernet, address: 0200.5e10.2a01"
                        + " (bia 0200.5e10.2a01)\n"
                : "";
    }
}
