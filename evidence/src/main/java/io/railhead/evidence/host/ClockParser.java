package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Clock;
import io.railhead.model.fact.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The machine's clock against the collector's: `date +%s.%N` ran somewhere between
/// [Transcript#startedAt] and that plus [Transcript#took], both of the collector's clock. Whether
/// it is kept in time is told by the mark of systemd-timesyncd, or by chrony.
@AutoService(Parser.class)
public final class ClockParser implements Parser {
    private static final String COMMAND =
            "date +%s.%N; [ -e /run/systemd/timesync/synchronized ] && echo timesyncd synchronized;"
                    + " command -v chronyc >/dev/null && chronyc -n tracking";

    /// busybox does not know `%N`.
    private static final Pattern DATE = Pattern.compile("(\\d{9,11})\\.(\\d{9}|%?N)?");

    private static final Pattern LEAP = Pattern.compile("Leap status\\s+: (.*)");
    private static final Pattern CHRONY = Pattern.compile("[A-Z][A-Za-z /()]+ : .*");
    private static final Pattern TIMEDATECTL =
            Pattern.compile("(?:System clock synchronized: |NTPSynchronized=)(yes|no)");

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), COMMAND).cited("date +%s.%N; chronyc tracking").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Clock.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("date", "+%s.%N");
    }

    @Override
    public boolean recognises(String text) {
        // A time without the collector's own tells nothing.
        return false;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Optional<Matcher> date = Optional.empty();
        Optional<Source> source = Optional.empty();
        Optional<Boolean> synchronised = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            Optional<Matcher> m = line.match(DATE);
            if (date.isEmpty() && m.isPresent()) {
                date = m;
                source = Optional.of(line.read().source());
                continue;
            }
            if (line.stripped().equals("timesyncd synchronized")) {
                synchronised = Optional.of(true);
                line.read();
                continue;
            }
            m = line.match(LEAP);
            if (m.isPresent()) {
                synchronised = Optional.of(!m.get().group(1).contains("Not synch"));
                line.read();
                continue;
            }
            m = line.match(TIMEDATECTL);
            if (m.isPresent()) {
                synchronised = Optional.of(m.get().group(1).equals("yes"));
                line.read();
            } else if (line.match(CHRONY).isPresent() || line.stripped().startsWith("506 ")) {
                // The other rows of chrony; `506 Cannot talk to daemon`.
                line.ignore();
            }
        }
        if (date.isEmpty() || source.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no time printed"));
            return lines.reading(List.of());
        }
        if (transcript.startedAt().equals(Instant.EPOCH)) {
            lines.unavailable("not known when it was asked, so nothing to compare with");
            return lines.reading(List.of());
        }
        return lines.reading(List.of(clock(transcript, date.get(), synchronised, source.get())));
    }

    private static Clock clock(
            Transcript t, Matcher date, Optional<Boolean> synchronised, Source source) {
        String fraction = date.group(2);
        boolean exact = fraction != null && fraction.length() == 9;
        long seconds = Numbers.toLong(date.group(1)).orElse(0);
        // Without a fraction it was somewhere within that second.
        long nanos = exact ? Numbers.toLong(fraction).orElse(0) : 500_000_000;
        long half = Math.max(0, t.took().toMillis()) * 1_000_000 / 2;
        Instant started = t.startedAt();
        long middle =
                Math.clamp(started.getEpochSecond(), 0L, 9_000_000_000L) * 1_000_000_000L
                        + started.getNano()
                        + half;
        return new Clock(
                Math.min(seconds, 9_000_000_000L) * 1_000_000_000L + nanos,
                middle,
                half + (exact ? 0 : 500_000_000),
                synchronised,
                source);
    }
}
