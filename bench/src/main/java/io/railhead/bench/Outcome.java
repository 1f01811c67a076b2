package io.railhead.bench;

import io.railhead.model.Measurement;
import java.util.List;
import java.util.Optional;

/// What one run of a case gave.
///
/// @param notes what a reader of the values must know: a percentile without enough samples
/// @param failure why there is nothing to read, in the tool's own words where it has any
public record Outcome(
        List<Measurement> measurements, List<String> notes, Optional<String> failure) {

    public Outcome {
        measurements = List.copyOf(measurements);
        notes = List.copyOf(notes);
    }

    public static Outcome failed(String why) {
        return new Outcome(List.of(), List.of(), Optional.of(why));
    }

    public static Outcome of(List<Measurement> measurements, List<String> notes) {
        return new Outcome(measurements, notes, Optional.empty());
    }
}
