package io.railhead.reach;

import io.railhead.model.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What one machine gave.
///
/// @param transcripts in the order of the plan. A probe that could not be run (connection lost,
///     time over) is here too, with status -1 and the reason as its standard error
/// @param unreachable why there is nothing, or not all
/// @param notes what was left out on purpose, such as the hundredth virtual interface
/// @param startedAt when the login began, by the collector's clock
/// @param took login and probes together
public record Collected(
        String machine,
        List<Transcript> transcripts,
        Optional<String> unreachable,
        List<String> notes,
        Instant startedAt,
        Duration took) {

    public Collected {
        transcripts = List.copyOf(transcripts);
        notes = List.copyOf(notes);
    }

    static Collected unreachable(String machine, String why, Instant startedAt, Duration took) {
        return new Collected(machine, List.of(), Optional.of(why), List.of(), startedAt, took);
    }

    /// The same with secrets taken out of what the machine printed, as bundles have it.
    public Collected masked() {
        return new Collected(
                machine,
                transcripts.stream().map(Collected::masked).toList(),
                unreachable.map(Secrets::mask),
                notes,
                startedAt,
                took);
    }

    private static Transcript masked(Transcript t) {
        return new Transcript(
                t.machine(),
                t.command(),
                Secrets.mask(t.stdout()),
                Secrets.mask(t.stderr()),
                t.exitCode(),
                t.startedAt(),
                t.took(),
                t.truncated());
    }

    /// Characters of output, as a measure of how much was collected.
    public long size() {
        return transcripts.stream().mapToLong(t -> t.stdout().length() + t.stderr().length()).sum();
    }
}
