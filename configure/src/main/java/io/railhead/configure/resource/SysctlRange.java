package io.railhead.configure.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Values that the kernel would not take, told before anything is changed: text where a number
/// stands, another count of numbers, and numbers out of the range that the table
/// `sysctl-ranges.txt` has of a key.
final class SysctlRange {
    private static final Pattern NUMBERS = Pattern.compile("-?[0-9]{1,40}( -?[0-9]{1,40})*");

    /// A mask, a list or a name may look like a number by chance.
    private static final Pattern FREE =
            Pattern.compile(
                    ".*([._](pattern|key|name|hostname|domainname|path|uuid|ports|list|modprobe"
                            + "|helper|scheduler|algorithm|control|qdisc)|bitmap|cpumask|_mask)");

    /// What no integer of the kernel holds (64 bits).
    private static final BigInteger LEAST = BigInteger.ONE.shiftLeft(63).negate();

    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private record Row(Pattern key, BigInteger low, BigInteger high) {}

    private static final List<Row> ROWS = rows();

    private SysctlRange() {}

    private static List<Row> rows() {
        try (InputStream in = SysctlRange.class.getResourceAsStream("sysctl-ranges.txt")) {
            if (in == null) {
                throw new IllegalStateException("sysctl-ranges.txt is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .map(l -> l.split("\\s+", 4))
                    .map(
                            w ->
                                    new Row(
                                            Pattern.compile(
                                                    w[0].replace(".", "\\.").replace("*", ".+")),
                                            new BigInteger(w[1]),
                                            new BigInteger(w[2])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param key with dots
    /// @param live the value that the machine has; empty when it is not known
    /// @return why the kernel would not take the value, to be read after the key; empty when
    ///     nothing speaks against it
    static Optional<String> refusal(String key, String value, String live) {
        if (FREE.matcher(key).matches() || !NUMBERS.matcher(live).matches()) {
            return Optional.empty();
        }
        int count = live.split(" ").length;
        String takes = count == 1 ? "takes a number" : "takes " + count + " numbers";
        if (!NUMBERS.matcher(value).matches()) {
            return value.matches("[0-9,. -]*")
                    ? Optional.empty()
                    : Optional.of(takes + ", in decimal digits");
        }
        String[] numbers = value.split(" ");
        if (numbers.length != count) {
            return Optional.of(takes);
        }
        for (String text : numbers) {
            BigInteger number = new BigInteger(text);
            Row row = row(key);
            if (number.compareTo(row.low()) < 0 || number.compareTo(row.high()) > 0) {
                return Optional.of("takes " + row.low() + " to " + row.high());
            }
        }
        return Optional.empty();
    }

    /// What the machine itself can tell of a value that is no number.
    ///
    /// @param available words that are to be had, between blanks; empty where that is not known
    static Optional<String> refusal(String key, String value, String live, String available) {
        if (!available.isBlank() && !List.of(available.split(" ")).contains(value)) {
            return Optional.of("takes one of " + available);
        }
        if (key.equals("net.ipv4.ip_local_port_range")) {
            String[] ends = value.split(" ");
            if (ends.length == 2
                    && ends[0].matches("[0-9]{1,5}")
                    && ends[1].matches("[0-9]{1,5}")
                    && Integer.parseInt(ends[0]) > Integer.parseInt(ends[1])) {
                return Optional.of("takes the lower port first");
            }
        }
        return refusal(key, value, live);
    }

    private static Row row(String key) {
        return ROWS.stream()
                .filter(r -> r.key().matcher(key).matches())
                .findFirst()
                .orElse(new Row(Pattern.compile(""), LEAST, MOST));
    }
}
