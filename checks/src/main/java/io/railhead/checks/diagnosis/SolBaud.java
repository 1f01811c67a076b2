package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// Serial over LAN and console run at different rates.
@AutoService(Cause.class)
public final class SolBaud implements Cause {
    @Override
    public String code() {
        return "sol-baud-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> rates = clues.of("sol-baud");
        List<LogEvent> consoles =
                new ArrayList<>(clues.where("console-parameter", e -> e.value("baud").isPresent()));
        if (consoles.isEmpty()) consoles.addAll(clues.of("console-baud"));
        List<LogEvent> differ =
                rates.stream()
                        .filter(
                                r ->
                                        consoles.stream()
                                                .noneMatch(
                                                        c ->
                                                                Math.abs(
                                                                                Clues.decimal(
                                                                                                        r,
                                                                                                        "kbps")
                                                                                                * 1000
                                                                                        - Clues
                                                                                                .decimal(
                                                                                                        c,
                                                                                                        "baud"))
                                                                        < 1))
                        .toList();
        if (!differ.isEmpty() && !consoles.isEmpty())
            verdict.certain(
                            differ,
                            "SOL runs at "
                                    + differ.getFirst().get("kbps")
                                    + " kbit/s, the console at "
                                    + consoles.getFirst().get("baud"))
                    .cites(consoles)
                    .cites(clues.of("sol-garbage"))
                    .explains("sol-wrong-tty");
        else if (clues.has("sol-garbage") && clues.has("sol-operational"))
            verdict.possible(
                    clues.of("sol-garbage"), "the SOL screen shows garbage, as with a wrong rate");
    }
}
