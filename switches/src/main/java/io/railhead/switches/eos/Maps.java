package io.railhead.switches.eos;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// DSCP maps as EOS prints them, several values on a line: `qos map dscp 24 26-27 to
/// traffic-class 3`.
final class Maps {
    private static final Pattern MAP =
            Pattern.compile("(?m)^qos map dscp ([0-9 ,-]{1,200}?) to traffic-class ([0-7])\\s*$");
    private static final int HIGHEST = 63;

    private Maps() {}

    /// The same text with a line for each value.
    static String oneEach(String text) {
        return MAP.matcher(text)
                .replaceAll(m -> Matcher.quoteReplacement(lines(m.group(1), m.group(2))));
    }

    /// Beginnings of lines of which there is one, those of each DSCP with them.
    static List<String> withMaps(String... others) {
        return Stream.concat(
                        Stream.of(others),
                        IntStream.rangeClosed(0, HIGHEST)
                                .mapToObj(d -> "qos map dscp " + d + " to"))
                .toList();
    }

    /// A DSCP is set back to the system's own class by its number alone.
    static String unmapped(String line) {
        return line.replaceFirst("^(no qos map dscp \\d+) to .*", "$1");
    }

    private static String lines(String values, String trafficClass) {
        return Pattern.compile("[ ,]+")
                .splitAsStream(values.strip())
                .flatMapToInt(Maps::range)
                .mapToObj(d -> "qos map dscp " + d + " to traffic-class " + trafficClass)
                .collect(Collectors.joining("\n"));
    }

    private static IntStream range(String word) {
        String[] ends = word.split("-", 2);
        if (!ends[0].matches("[0-9]{1,2}")) return IntStream.empty();
        int from = Integer.parseInt(ends[0]);
        int to =
                ends.length == 2 && ends[1].matches("[0-9]{1,2}")
                        ? Integer.parseInt(ends[1])
                        : from;
        return IntStream.rangeClosed(from, Math.min(to, HIGHEST));
    }
}
