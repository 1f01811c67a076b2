package io.railhead.intent;

import io.railhead.model.Bandwidth;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Quantities as people write them. A number without its unit is no quantity: every method gives
/// nothing for one. `KB`, `MB` and `GB` are powers of 1000, `KiB`, `MiB` and `GiB` of 1024
/// (IEC 80000-13).
public final class Units {
    private static final Pattern QUANTITY =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([A-Za-zµ%/]{1,5})");

    private static final Map<String, BigDecimal> SIZES =
            Map.of(
                    "B", BigDecimal.ONE,
                    "KB", new BigDecimal(1_000),
                    "kB", new BigDecimal(1_000),
                    "MB", new BigDecimal(1_000_000),
                    "GB", new BigDecimal(1_000_000_000),
                    "KiB", new BigDecimal(1L << 10),
                    "MiB", new BigDecimal(1L << 20),
                    "GiB", new BigDecimal(1L << 30),
                    "TiB", new BigDecimal(1L << 40));

    private static final Map<String, BigDecimal> SPEEDS =
            Map.of(
                    "M", new BigDecimal(1_000_000),
                    "Mb/s", new BigDecimal(1_000_000),
                    "G", new BigDecimal(1_000_000_000),
                    "Gb/s", new BigDecimal(1_000_000_000),
                    "T", new BigDecimal(1_000_000_000_000L),
                    "Tb/s", new BigDecimal(1_000_000_000_000L));

    private Units() {}

    /// Bytes: `150KB`, `64GiB`, `1500 B`; a whole number of them.
    static OptionalLong bytes(String text) {
        return scaled(text, SIZES).map(Units::whole).orElse(OptionalLong.empty());
    }

    private static OptionalLong whole(BigDecimal value) {
        try {
            return OptionalLong.of(value.longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /// Line rates: `40G`, `2.5G`, `400 Gb/s`, `1000M`.
    public static Optional<Bandwidth> speed(String text) {
        return scaled(text, SPEEDS)
                .filter(v -> v.signum() > 0)
                .map(v -> new Bandwidth(v.doubleValue()));
    }

    static String speed(Bandwidth speed) {
        BigDecimal bits = new BigDecimal(speed.bitsPerSecond());
        BigDecimal giga = bits.movePointLeft(9).stripTrailingZeros();
        return giga.compareTo(BigDecimal.ONE) >= 0 || giga.signum() == 0
                ? giga.toPlainString() + "G"
                : bits.movePointLeft(6).stripTrailingZeros().toPlainString() + "M";
    }

    /// Milliseconds: `500ms`, `2s`; a whole number of them.
    static OptionalInt millis(String text) {
        return scaled(text, Map.of("ms", BigDecimal.ONE, "s", new BigDecimal(1_000)))
                .map(Units::whole)
                .filter(v -> v.isPresent() && v.getAsLong() <= Integer.MAX_VALUE)
                .map(v -> OptionalInt.of((int) v.getAsLong()))
                .orElse(OptionalInt.empty());
    }

    /// Nanoseconds: `8us`, `850ns`, `1.5 µs`, `1ms`.
    public static OptionalDouble nanos(String text) {
        return scaled(
                        text,
                        Map.of(
                                "ns", BigDecimal.ONE,
                                "us", new BigDecimal(1_000),
                                "µs", new BigDecimal(1_000),
                                "ms", new BigDecimal(1_000_000)))
                .filter(v -> v.signum() > 0)
                .map(v -> OptionalDouble.of(v.doubleValue()))
                .orElse(OptionalDouble.empty());
    }

    static String nanos(double nanos) {
        return BigDecimal.valueOf(nanos).movePointLeft(3).stripTrailingZeros().toPlainString()
                + "us";
    }

    /// Metres: `2m`, `0.5 m`, `50cm`, `2km`.
    static OptionalDouble metres(String text) {
        return scaled(
                        text,
                        Map.of(
                                "m", BigDecimal.ONE,
                                "cm", new BigDecimal("0.01"),
                                "km", new BigDecimal(1_000)))
                .filter(v -> v.signum() > 0)
                .map(v -> OptionalDouble.of(v.doubleValue()))
                .orElse(OptionalDouble.empty());
    }

    static String metres(double metres) {
        return BigDecimal.valueOf(metres).stripTrailingZeros().toPlainString() + "m";
    }

    /// Whole per cent: `10%`.
    static OptionalInt percent(String text) {
        return scaled(text, Map.of("%", BigDecimal.ONE))
                .map(Units::whole)
                .filter(v -> v.isPresent() && v.getAsLong() <= Integer.MAX_VALUE)
                .map(v -> OptionalInt.of((int) v.getAsLong()))
                .orElse(OptionalInt.empty());
    }

    /// The plainest way to write a number of bytes: `150KB`, `64GiB`, `1500B`.
    static String bytes(long count) {
        String[] names = {"GiB", "GB", "MiB", "MB", "KiB", "KB"};
        for (String name : names) {
            long unit = SIZES.getOrDefault(name, BigDecimal.ONE).longValue();
            if (count > 0 && count % unit == 0) {
                return String.format(Locale.ROOT, "%d%s", count / unit, name);
            }
        }
        return count + "B";
    }

    private static Optional<BigDecimal> scaled(String text, Map<String, BigDecimal> units) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.ofNullable(units.get(matcher.group(2)))
                .map(unit -> new BigDecimal(matcher.group(1)).multiply(unit));
    }
}
