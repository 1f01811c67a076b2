package io.railhead.twin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What `show` prints on NX-OS, emulated, in the layout of its samples.
final class NxosShow {
    private static final String RULER = "=".repeat(60);

    private NxosShow() {}

    /// Empty for what is not known.
    static Optional<String> of(Box box, String line) {
        int pipe = line.indexOf(" | include ");
        if (pipe > 0) {
            String wanted = line.substring(pipe + 11);
            return of(box, line.substring(0, pipe))
                    .map(
                            all ->
                                    all.lines()
                                            .filter(l -> l.contains(wanted))
                                            .map(l -> l + "\n")
                                            .collect(Collectors.joining()));
        }
        return switch (line) {
            case "show version" ->
                    Optional.of(
                            "Cisco Nexus Operating System (NX-OS) Software, emulated by Railhead\n"
                                    + "  NXOS: version 10.4(3) [emulated]\n"
                                    + "  cisco Nexus9000 C93600CD-GX (emulated) Chassis\n"
                                    + "  Device name: "
                                    + box.name
                                    + "\n");
            case "show running-config" -> Optional.of(headed(line, box.running.print()));
            case "show startup-config" -> Optional.of(headed(line, box.startup));
            case "show checkpoint summary" -> Optional.of(checkpoints(box));
            case "show scheduler schedule" -> Optional.of(schedules(box));
            case "show interface priority-flow-control" -> Optional.of(pfc(box));
            default -> Optional.empty();
        };
    }

    private static String headed(String line, String text) {
        return "\n!Command: "
                + line
                + "\n!Running configuration last done at: Sat Nov 28 10:00:00 2026\n!Time: "
                // Another one each time, as on a switch.
                + System.nanoTime()
                + "\n\nversion 10.4(3) Bios:version 05.47 (emulated)\n"
                + text
                + "\n";
    }

    private static String checkpoints(Box box) {
        if (box.checkpoints.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder("User Checkpoint Summary\n");
        int number = 0;
        for (String name : box.checkpoints.keySet()) {
            out.append("-".repeat(80))
                    .append('\n')
                    .append(++number)
                    .append(") ")
                    .append(name)
                    .append(":\nCreated by admin\nCreated at Sat, 10:00:00 28 Nov 2026\n")
                    .append("Size is 2,048 bytes\nDescription: None\n\n");
        }
        return out.toString();
    }

    private static String schedules(Box box) {
        StringBuilder out = new StringBuilder();
        for (String schedule : box.waiting()) {
            out.append("Schedule Name       : ")
                    .append(schedule.replaceFirst("scheduler schedule name ", ""))
                    .append("\n")
                    .append("-".repeat(35))
                    .append(
                            "\nUser Name           : admin\nLast Execution Time : Yet to be executed\n");
        }
        return out.toString();
    }

    /// Ports by their configuration; the peers of an emulated switch are always there.
    private static String pfc(Box box) {
        StringBuilder out = new StringBuilder();
        out.append(RULER)
                .append("\nPort               Mode Oper(VL bmap)  RxPPP      TxPPP\n")
                .append(RULER)
                .append("\n\n");
        String text = box.running.print();
        int bitmap =
                text.lines()
                        .map(String::strip)
                        .filter(l -> l.matches("pause pfc-cos [0-7]"))
                        .mapToInt(l -> 1 << (l.charAt(l.length() - 1) - '0'))
                        .sum();
        String port = "";
        for (String line : text.lines().toList()) {
            if (!line.startsWith(" ")) {
                port = line.startsWith("interface Ethernet") ? line.substring(10) : "";
            }
            String said = line.strip();
            if (!port.isEmpty() && said.startsWith("priority-flow-control mode ")) {
                boolean on = said.endsWith(" on") && bitmap != 0;
                String mode = List.of(said.split(" ")).getLast();
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-18s %-4s %-14s %-10d %d%n",
                                port,
                                mode.substring(0, 1).toUpperCase(Locale.ROOT) + mode.substring(1),
                                on ? String.format(Locale.ROOT, "On  (%x)", bitmap) : "Off",
                                0,
                                0));
            }
        }
        return out.toString();
    }
}
