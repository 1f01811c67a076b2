package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Successive hash stages send everything one way.
@AutoService(Cause.class)
public final class HashPolarization implements Cause {
    private static final Pattern NODE =
            Pattern.compile(
                    "\\s*(?!\\S*seed|\\S*\\.(?:conf|json|ya?ml)\\b)([A-Za-z][\\w.-]*)(?: *\\|.*|: *)"
                            + "\\b(?:ecmp|lag|hash)\\w*seed");

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
                        .filter(l -> Clues.grouped(l, e -> node(clues, e)).size() > 1)
                        .filter(l -> Clues.grouped(l, e -> tier(node(clues, e))).size() > 1)
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

    /// The switch of a seed: that which its line names, as programs that ask many machines
    /// write it (`leaf-1: ecmp_hash_seed = 10`), else that of its document.
    private static String node(Clues clues, LogEvent e) {
        Matcher m = NODE.matcher(e.text());
        return m.lookingAt() ? m.group(1) : clues.who(e);
    }

    /// Switches of one tier are named alike, but for their number.
    private static String tier(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        return file.replaceAll("\\..*", "").replaceAll("[\\d_-]+", "");
    }
}
