package io.railhead.evidence.switching;

import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A parser of [Tables], which says only which of them are its own and what a row tells.
public interface TableParser extends Parser {

    /// Switches are asked by `observe` of their dialect, not by a probe of their own.
    @Override
    default List<Probe> probes() {
        return List.of();
    }

    /// Headings that only this command prints, from the beginning of a line; or its caption. Each
    /// alternative begins with `^`, and the pattern with `(?m)`.
    Pattern heading();

    @Override
    default boolean recognises(String text) {
        return LineStarts.find(heading(), text);
    }

    /// Whether a table is of this command.
    boolean isOwn(Tables.Table table);

    /// What a row of such a table tells.
    void row(Tables.Table table, Tables.Row row, List<Fact> facts);

    /// Why there is nothing, where the command itself does not complain.
    default String nothing() {
        return "no port listed";
    }

    @Override
    default Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Tables.Table table : Tables.of(lines, heading())) {
            if (!isOwn(table)) continue;
            table.take();
            for (Tables.Row row : table.rows()) row(table, row, facts);
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse(nothing()));
        return lines.reading(facts);
    }
}
