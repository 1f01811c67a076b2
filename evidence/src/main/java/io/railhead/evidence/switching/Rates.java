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

    /// A size that somebody configured, printed with two decimals in powers of 1024: the roundest
    /// number of bytes, a multiple of at least 1000, that prints so. `146.48 KB` is 150 000 bytes
    /// and not 149 996. Where no round number prints so, it is [#size].
    public static Optional<Stated<Long>> configured(String words, Source source) {
        Optional<Stated<Long>> plain = size(words, source);
        Matcher m = SIZE.matcher(words.strip());
        if (plain.isEmpty() || !m.matches() || m.group(2) == null || !m.group(1).contains(".")) {
            return plain;
        }
        int decimals = m.group(1).length() - m.group(1).indexOf('.') - 1;
        OptionalDouble n = Numbers.toDouble(m.group(1));
        if (n.isEmpty() || n.getAsDouble() == 0) return plain;
        double unit = plain.get().value() / n.getAsDouble();
        double half = unit * Math.pow(10, -decimals) / 2;
        double low = plain.get().value() - half;
        double high = plain.get().value() + half;
        for (long step = 1_000_000_000L; step >= 1000; step /= 10) {
            long round = Math.round(plain.get().value() / (double) step) * step;
            if (round > 0 && round >= low && round <= high) {
                return Optional.of(new Stated<>(round, words.strip(), source));
            }
        }
        return plain;
    }
}
