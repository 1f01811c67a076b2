package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// Successive hash stages send everything one way.
@AutoService(Cause.class)
public final class HashPolarization implements Cause {
    @Override
    public String code() {
        return "lag-hash-polarization";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> seeds =
                Clues.grouped(clues.of("hash-seed"), e -> e.get("seed"));
        List<LogEvent> same =
                seeds.values().stream()
                        .filter(l -> Clues.byDocument(l).size() > 1)
                        .filter(l -> Clues.grouped(l, e -> tier(clues.who(e))).size() > 1)
                        .findFirst()
                        .orElse(List.of());
        List<LogEvent> loads = clues.of("uplink-load");
        List<LogEvent> idle = loads.stream().filter(e -> Clues.decimal(e, "load") < 1).toList();
        boolean uneven =
                !idle.isEmpty() && loads.stream().anyMatch(e -> Clues.decimal(e, "load") > 50);
        if (!same.isEmpty())
            verdict.certain(same, "two tiers hash with the same seed")
                    .cites(loads)
                    .explains("ecmp-low-entropy");
        else if (uneven)
            verdict.possible(loads, "some of the parallel links are full, others empty");
    }

    /// Switches of one tier are named alike, but for their number.
    private static String tier(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        return file.replaceAll("\\..*", "").replaceAll("[\\d_-]+", "");
    }
}
