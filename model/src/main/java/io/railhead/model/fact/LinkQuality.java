package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// How good a line is, as the port's own receiver counts (`mlxlink`).
///
/// @param port RDMA device, PCI address or interface; empty when the output does not say
/// @param fec forward error correction in force, in the tool's words
/// @param rawBer bit error rate before correction
/// @param effectiveBer after it
/// @param downs how often the link went down
/// @param settings every row by its own name, sections before a slash where names repeat
public record LinkQuality(
        String port,
        Optional<Stated<Bandwidth>> speed,
        Optional<Stated<String>> fec,
        OptionalDouble rawBer,
        OptionalDouble effectiveBer,
        OptionalLong downs,
        Map<String, Stated<String>> settings,
        Source source)
        implements Fact {
    public LinkQuality {
        settings = Ordered.copy(settings);
    }
}
