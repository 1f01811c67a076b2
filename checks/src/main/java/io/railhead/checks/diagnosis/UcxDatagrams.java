package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.OsuRun;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// UCX is told to send large messages by unreliable datagrams.
@AutoService(Cause.class)
public final class UcxDatagrams implements Cause {
    /// From here on a message is many datagrams of 4 KiB at most, each acknowledged by software.
    private static final long LARGE = 65_536;

    @Override
    public String code() {
        return "ucx-ud-for-large-messages";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> only =
                clues.env("UCX_TLS").stream().filter(e -> isUnreliable(Clues.setting(e))).toList();
        Optional<OsuRun> run =
                clues.all(OsuRun.class).stream()
                        .filter(r -> r.rows().stream().anyMatch(w -> w.bytes() >= LARGE))
                        .findFirst();
        if (only.isEmpty() || run.isEmpty()) return;
        OsuRun.Row row = run.get().rows().getLast();
        OptionalDouble bus = run.get().busBandwidth(row);
        verdict.likely(
                        only,
                        "UCX_TLS="
                                + Clues.setting(only.getFirst())
                                + " sends large messages by unreliable datagrams"
                                + (bus.isPresent()
                                        ? String.format(
                                                Locale.ROOT,
                                                ": %.1f Gb/s a rank at %d bytes",
                                                bus.getAsDouble() / 1e9,
                                                row.bytes())
                                        : ""))
                .warning()
                .cites(clues.facts().cite(row.source()));
    }

    private static boolean isUnreliable(String transports) {
        List<String> names = Arrays.asList(transports.toLowerCase(Locale.ROOT).split(","));
        return names.stream().anyMatch(t -> t.startsWith("ud"))
                && names.stream()
                        .noneMatch(
                                t ->
                                        t.startsWith("rc")
                                                || t.startsWith("dc")
                                                || t.equals("all")
                                                || t.equals("ib"));
    }
}
