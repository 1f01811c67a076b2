package io.railhead.cli.report;

import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// Small texts of reports.
final class Words {
    private Words() {}

    /// A tick of an axis: no more digits than it needs.
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return Long.toString((long) value);
        }
        return String.format(Locale.ROOT, "%.3g", value)
                .replaceFirst("(\\.\\d*?)0+$", "$1")
                .replaceFirst("\\.$", "");
    }

    /// `, met`, `, missed`, or nothing when there was nothing to hold the value against.
    static String verdict(Measurement m) {
        return m.verdict() == Verdict.NONE ? "" : ", " + m.verdict().word();
    }

    /// The verdict for people: `not judged` where nothing could judge, which JSON calls `none`.
    static String judged(Verdict verdict) {
        return verdict == Verdict.NONE ? "not judged" : verdict.word();
    }

    static String count(int n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }

    static String time(Instant instant) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(instant);
    }

    static String duration(Duration d) {
        long seconds = d.toSeconds();
        if (seconds < 90) {
            return seconds + " s";
        }
        return seconds < 5400 ? (seconds + 30) / 60 + " min" : (seconds + 1800) / 3600 + " h";
    }

    /// Microseconds or milliseconds for the tick of a latency axis; the value is in µs.
    static String micros(double value) {
        return value >= 1000 ? number(value / 1000) + " ms" : number(value) + " µs";
    }

    /// The first few of many: `a, b, c and 9 more`.
    static String some(List<String> all, int most) {
        return all.size() <= most
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, most)) + " and " + (all.size() - most) + " more";
    }

    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
