package io.railhead.evidence.paste;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines of a document that say what time it was: what `date`, `date +%s` and `show clock` print,
/// times as ISO 8601 has them, and a time of day at the start of a line. Only how far they are
/// apart is meant, so no time zone is looked at.
record Stamps(NavigableMap<Integer, Double> secondsByLine) {
    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");
    private static final String CLOCK = "(\\d\\d):(\\d\\d):(\\d\\d(?:[.,]\\d{1,9})?)";
    private static final Pattern ISO = Pattern.compile("\\b(\\d{4})-(\\d\\d)-(\\d\\d)[T ]" + CLOCK);
    private static final Pattern DATE =
            Pattern.compile(
                    "\\b" + MONTH + " +(\\d{1,2}) " + CLOCK + "(?: [A-Z]{2,5})? (\\d{4})\\b");
    private static final Pattern SHOW_CLOCK =
            Pattern.compile(
                    CLOCK
                            + " [A-Z]{2,5} (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) "
                            + MONTH
                            + " +(\\d{1,2}) (\\d{4})\\b");
    private static final Pattern OF_DAY = Pattern.compile("[\\s#=\\[-]{0,10}" + CLOCK + "\\b.*");
    private static final Pattern EPOCH = Pattern.compile("(1\\d{9}(?:\\.\\d{1,9})?)");

    /// A stamp stands alone, or before a few words.
    private static final int LONGEST = 100;

    static Stamps of(String text) {
        NavigableMap<Integer, Double> all = new TreeMap<>();
        int number = 0;
        for (String raw : (Iterable<String>) text.lines()::iterator) {
            number++;
            String line = raw.strip();
            if (line.length() < 8 || line.length() > LONGEST) continue;
            OptionalDouble seconds = seconds(line);
            if (seconds.isPresent()) all.put(number, seconds.getAsDouble());
        }
        return new Stamps(all);
    }

    /// The last stamp at a line or above it.
    OptionalDouble at(int line) {
        Map.Entry<Integer, Double> e = secondsByLine.floorEntry(line);
        return e == null ? OptionalDouble.empty() : OptionalDouble.of(e.getValue());
    }

    private static OptionalDouble seconds(String line) {
        try {
            Matcher epoch = EPOCH.matcher(line);
            if (epoch.matches()) return OptionalDouble.of(Double.parseDouble(epoch.group(1)));
            Matcher m = ISO.matcher(line);
            if (m.find()) return at(m.group(1), number(m.group(2)), m.group(3), m, 4);
            m = DATE.matcher(line);
            if (m.find()) return at(m.group(6), month(m.group(1)), m.group(2), m, 3);
            m = SHOW_CLOCK.matcher(line);
            if (m.find()) return at(m.group(6), month(m.group(4)), m.group(5), m, 1);
            m = OF_DAY.matcher(line);
            if (m.matches()) return at("1970", 1, "1", m, 1);
        } catch (DateTimeException e) {
            // 2026-13-45: not a time after all.
        }
        return OptionalDouble.empty();
    }

    /// @param clock the group of hours; minutes and seconds follow it
    private static OptionalDouble at(String year, int month, String day, Matcher m, int clock) {
        double seconds = Double.parseDouble(m.group(clock + 2).replace(',', '.'));
        LocalDateTime minute =
                LocalDateTime.of(
                        number(year),
                        month,
                        number(day),
                        number(m.group(clock)),
                        number(m.group(clock + 1)));
        return OptionalDouble.of(minute.toEpochSecond(ZoneOffset.UTC) + seconds);
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private static int month(String name) {
        return MONTHS.indexOf(name.toLowerCase(Locale.ROOT)) + 1;
    }
}
