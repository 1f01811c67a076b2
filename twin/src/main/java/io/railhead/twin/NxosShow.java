package io.railhead.twin;

import java.util.Optional;
import java.util.stream.Collectors;

/// What `show` prints on NX-OS, emulated, in the layout of its samples.
final class NxosShow {
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
            case "show interface priority-flow-control" -> classes(box).map(NxosClasses::pfc);
            case "show queuing interface" -> classes(box).map(NxosClasses::queuing);
            default ->
                    line.matches("show policy-map interface \\S+ type queuing")
                            ? classes(box)
                                    .map(c -> c.policyMap(line.split(" ")[3]))
                                    .filter(said -> !said.isEmpty())
                            : line.startsWith("show interface Ethernet")
                                    ? Optional.of(new NxosClasses(box).port(line.substring(15)))
                                            .filter(said -> !said.isEmpty())
                                    : Optional.empty();
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

    private static Optional<NxosClasses> classes(Box box) {
        return box.behaviour.has(Fault.SHOWS_NO_CLASSES)
                ? Optional.empty()
                : Optional.of(new NxosClasses(box));
    }
}
