package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;

/// Something that happened or was stated, told by one line of a log or of a command's output:
/// what it means (`rdma-retry-exceeded`), not how this program or version words it.
///
/// @param kind kebab-case name out of the catalogue of events
/// @param host who said it, as far as the line tells; empty when it does not
/// @param values named parts of the line (`status`, `hca`), and what headings above it say
/// @param text the line, cleaned of terminal control sequences, at most 1000 characters
/// @param count how many lines said the same; all but the first are only counted
/// @param last number of the last of these lines; that of the first when there is one
/// @param source the first of these lines
public record LogEvent(
        String kind,
        String host,
        Map<String, String> values,
        String text,
        long count,
        int last,
        Source source)
        implements Fact {

    public LogEvent {
        values = Map.copyOf(values);
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// A part of the line, empty text when the line does not have it.
    public String get(String name) {
        return values.getOrDefault(name, "");
    }
}
