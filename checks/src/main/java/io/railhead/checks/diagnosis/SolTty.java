package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

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
}
