package io.railhead.checks.diagnosis;

import io.railhead.model.Doubt;
import io.railhead.model.Doubt.Alternative;
import io.railhead.model.Doubt.Certainty;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What else a finding may be, and the commands that decide: the data file `alternatives.txt`.
public final class Alternatives {
    /// More than this many would be no help.
    private static final int SHOWN = 5;

    /// One row of the file.
    ///
    /// @param command shows whether it is this cause
    /// @param others codes, most frequent first; with `@roce` or `@ib` of that link layer
    ///     only, with `@silent` only where no program told the error that ended it
    record Row(String command, List<String> others) {
        Row {
            others = List.copyOf(others);
        }
    }

    private static final Map<String, Row> ROWS = rows();

    private Alternatives() {}

    /// All rows by code.
    static Map<String, Row> all() {
        return ROWS;
    }

    /// The command that shows whether a cause holds: of the file, else the first one that proves
    /// the cause mended; empty when there is none.
    static String command(String code) {
        Row row = ROWS.get(code);
        if (row != null) return row.command;
        return Explanations.of(code)
                .flatMap(
                        e ->
                                (e.prove() + "\n" + e.fix())
                                        .lines()
                                        .filter(l -> l.startsWith("  "))
                                        .findFirst())
                .map(String::strip)
                .orElse("railhead explain " + code);
    }

    /// What is open about a finding.
    ///
    /// @param settled codes that stand in the way of being an alternative: what the finding
    ///     explains, and what is shown with certainty
    /// @param suspected codes that the evidence hints at as well: they go first
    static Doubt of(
            String code,
            Strength strength,
            Clues clues,
            Collection<String> settled,
            Collection<String> suspected) {
        Row row = ROWS.get(code);
        if (strength == Strength.CERTAIN || row == null)
            return new Doubt(certainty(strength), "", List.of());
        boolean ib = Signs.isInfiniBandOnly(clues) || layer(clues, "InfiniBand");
        boolean roce =
                !clues.where("nccl-ib-using", e -> e.get("list").contains("/RoCE")).isEmpty()
                        || layer(clues, "Ethernet");
        List<String> others = new ArrayList<>();
        for (String other : row.others) {
            int at = other.indexOf('@');
            String name = at < 0 ? other : other.substring(0, at);
            if (other.endsWith("@roce") && ib && !roce) continue;
            if (other.endsWith("@ib") && roce && !ib) continue;
            if (other.endsWith("@silent") && RemoteRankCrashed.toldItsOwnError(clues)) continue;
            if (!settled.contains(name)) others.add(name);
        }
        others.sort(Comparator.comparing(o -> !suspected.contains(o)));
        return new Doubt(
                certainty(strength),
                row.command,
                others.stream().limit(SHOWN).map(o -> new Alternative(o, command(o))).toList());
    }

    private static boolean layer(Clues clues, String layer) {
        return !clues.where("port-layer", "layer", layer).isEmpty()
                || !clues.where(
                                "perftest-layer",
                                "layer",
                                layer,
                                layer.equals("InfiniBand") ? "IB" : layer)
                        .isEmpty();
    }

    private static Certainty certainty(Strength strength) {
        return switch (strength) {
            case CERTAIN -> Certainty.CERTAIN;
            case LIKELY -> Certainty.LIKELY;
            case POSSIBLE -> Certainty.POSSIBLE;
        };
    }

    private static Map<String, Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        try (InputStream in =
                Objects.requireNonNull(
                        Alternatives.class.getResourceAsStream("alternatives.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : (Iterable<String>) text.lines()::iterator) {
                if (line.isBlank() || line.startsWith("#")) continue;
                // Commands have pipes of their own.
                int first = line.indexOf(" | ");
                int last = line.lastIndexOf(" |");
                List<String> others = new ArrayList<>();
                for (String other : line.substring(last + 2).split(",")) {
                    if (!other.isBlank()) others.add(other.strip());
                }
                rows.put(
                        line.substring(0, first).strip(),
                        new Row(line.substring(first + 3, last).strip(), others));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
