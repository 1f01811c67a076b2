package io.railhead.evidence.switching;

import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Line rates and sizes as switches print them.
public final class Rates {
    private static final Pattern RATE =
            Pattern.compile("(?:a-)?(\\d{1,6}(?:\\.\\d{1,3})?) ?([GM])(?:b/s|bps|bit|)?(?: .*)?");
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?) ?(Bytes|B|KB|MB|GB|TB|K|M|G)?");

    private Rates() {}

    /// `10 Gb/s`, `100G`, `a-40G`; empty for `auto` and the like.
    public static Optional<Stated<Bandwidth>> of(String words, Source source) {
        Matcher m = RATE.matcher(words);
        if (!m.matches()) return Optional.empty();
        OptionalDouble n = Numbers.toDouble(m.group(1));
        if (n.isEmpty()) return Optional.empty();
        Bandwidth rate =
                m.group(2).equals("G")
                        ? Bandwidth.gbps(n.getAsDouble())
                        : Bandwidth.mbps(n.getAsDouble());
        return Optional.of(new Stated<>(rate, words, source));
    }

    /// `153.00 KB`, `0 Bytes`, `3.6M`: powers of 1024, as Cumulus and Onyx count (150 000 bytes
    /// show as 146.48 KB there). Rounded to whole bytes.
    public static Optional<Stated<Long>> size(String words, Source source) {
        Matcher m = SIZE.matcher(words.strip());
        if (!m.matches()) return Optional.empty();
        OptionalDouble n = Numbers.toDouble(m.group(1));
        if (n.isEmpty()) return Optional.empty();
        String unit = m.group(2) == null ? "B" : m.group(2).substring(0, 1);
        double factor =
                switch (unit) {
                    case "K" -> 1024;
                    case "M" -> 1_048_576;
                    case "G" -> 1_073_741_824;
                    case "T" -> 1_099_511_627_776.0;
                    default -> 1;
                };
        return Optional.of(
                new Stated<>(Math.round(n.getAsDouble() * factor), words.strip(), source));
    }
}
