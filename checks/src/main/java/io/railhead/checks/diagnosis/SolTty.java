package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// No login or kernel console runs on the serial port that SOL shows.
@AutoService(Cause.class)
public final class SolTty implements Cause {
    @Override
    public String code() {
        return "sol-wrong-tty";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> consoles =
                clues.where("console-parameter", e -> e.get("tty").startsWith("ttyS"));
        List<LogEvent> dead =
                clues.where(
                        "service-active",
                        e ->
                                e.get("unit").startsWith("serial-getty@")
                                        && !Clues.is(e, "state", "active"));
        List<LogEvent> running = clues.of("getty-running");
        List<LogEvent> all = clues.of("console-parameter");
        boolean sol = clues.has("sol-operational", "sol-baud");
        List<LogEvent> elsewhere =
                running.stream()
                        .filter(
                                r ->
                                        !consoles.isEmpty()
                                                && consoles.stream()
                                                        .noneMatch(
                                                                c ->
                                                                        c.get("tty")
                                                                                .equals(
                                                                                        r.get(
                                                                                                "tty"))))
                        .toList();
        Optional<LogEvent> wired = clues.first("sol-port");
        String port = wired.map(SolTty::tty).orElse("");
        List<LogEvent> quiet =
                clues.where(
                        "serial-line",
                        e -> ("ttyS" + e.get("line")).equals(port) && e.get("tx").equals("0"));
        boolean other =
                !port.isEmpty()
                        && !consoles.isEmpty()
                        && consoles.stream().noneMatch(c -> c.get("tty").equals(port));
        List<LogEvent> silent =
                clues.where(
                        "serial-line",
                        e ->
                                e.get("tx").equals("0")
                                        && consoles.stream()
                                                .noneMatch(
                                                        c ->
                                                                c.get("tty")
                                                                        .equals(
                                                                                "ttyS"
                                                                                        + e.get(
                                                                                                "line"))));
        if (other) {
            verdict.certain(
                            consoles,
                            "SOL is wired to "
                                    + port
                                    + ", the kernel's console is on "
                                    + consoles.getFirst().get("tty"))
                    .cites(wired)
                    .cites(quiet)
                    .cites(clues.of("serial-line", "getty-inactive"));
            return;
        }
        if (port.isEmpty()
                && sol
                && !consoles.isEmpty()
                && !silent.isEmpty()
                && clues.has("getty-inactive")) {
            verdict.likely(
                            consoles,
                            "the kernel's console is on "
                                    + consoles.getFirst().get("tty")
                                    + "; another serial port, on which nothing was ever sent, may be the one of SOL")
                    .cites(silent)
                    .cites(clues.of("getty-inactive"));
            return;
        }
        if (!dead.isEmpty())
            verdict.certain(dead, "no login runs on the serial port that SOL shows")
                    .cites(
                            clues.where(
                                    "unit-heading", e -> e.get("unit").startsWith("serial-getty@")))
                    .cites(consoles);
        else if (!elsewhere.isEmpty())
            verdict.likely(
                            elsewhere,
                            "the login runs on "
                                    + elsewhere.getFirst().get("tty")
                                    + ", the kernel's console on "
                                    + consoles.getFirst().get("tty"))
                    .cites(consoles);
        else if (sol && consoles.isEmpty() && !all.isEmpty())
            verdict.likely(all, "the kernel has no console on a serial port");
    }

    /// The tty of the serial port that an event of SOL names: COM1 is ttyS0, at port 3F8. A dump
    /// has the lower byte of the port first.
    private static String tty(LogEvent e) {
        // What was seen on the line itself.
        if (e.value("tty").isPresent()) return e.get("tty");
        String com = e.get("com") + e.get("com2") + e.get("com3");
        if (com.length() == 1 && com.charAt(0) > '0') return "ttyS" + (com.charAt(0) - '1');
        String dumped = e.get("le").replace(" ", "");
        String io =
                dumped.length() == 4
                        ? dumped.substring(3) + dumped.substring(0, 2)
                        : e.get("io").toLowerCase(Locale.ROOT);
        return switch (io) {
            case "3f8" -> "ttyS0";
            case "2f8" -> "ttyS1";
            case "3e8" -> "ttyS2";
            case "2e8" -> "ttyS3";
            default -> "";
        };
    }
}
