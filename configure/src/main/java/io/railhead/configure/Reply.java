package io.railhead.configure;

import io.railhead.model.Transcript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a script of ours printed on a machine: the lines that begin with `rh:`; all others (a
/// banner, a shell's greeting) are passed over.
///
/// @param complete true when the script came to its end
/// @param refusal why it would not go on
/// @param items observed items, in the order asked for
/// @param failedItems indexes of items that could not be observed
/// @param moved items that are not as they were when the plan was made, by resource
/// @param runs runs reported, in the order given
/// @param settled interrupted runs that were brought to an end, with the state they came to
/// @param movedSince resources changed since the run that was to be rolled back
/// @param applied what runs that stand made, by resource
/// @param strays names among the runs that are none
/// @param complaint last line of standard error, for when the script did not come to its end
record Reply(
        boolean complete,
        Optional<Refusal> refusal,
        Map<String, String> host,
        List<Observed> items,
        Map<Integer, String> failedItems,
        Map<String, Observed> moved,
        List<RunReport> runs,
        Map<String, String> settled,
        List<String> movedSince,
        Map<String, Applied.Known> applied,
        List<String> strays,
        String complaint) {

    /// @param code `locked`, `moved`, `unwritable`, …: the first word of `rh_refuse`
    record Refusal(String code, String text) {}

    static Reply read(Transcript t) {
        Reader reader = new Reader();
        t.stdout().lines().forEach(reader::line);
        return reader.end(t);
    }

    private static final class Reader {
        private boolean complete;
        private Optional<Refusal> refusal = Optional.empty();
        private final Map<String, String> host = new LinkedHashMap<>();
        private final List<Section> sections = new ArrayList<>();
        private final Map<Integer, String> failed = new LinkedHashMap<>();
        private final Map<String, Section> moved = new LinkedHashMap<>();
        private final List<Report> reports = new ArrayList<>();
        private final Map<String, String> settled = new LinkedHashMap<>();
        private final List<String> movedSince = new ArrayList<>();
        private final List<String> strays = new ArrayList<>();
        private final Map<String, String> by = new LinkedHashMap<>();
        private final Map<String, String> applied = new LinkedHashMap<>();
        private Section current = new Section();

        void line(String line) {
            if (!line.startsWith("rh:")) {
                return;
            }
            int blank = line.indexOf(' ');
            String word = blank < 0 ? line.substring(3) : line.substring(3, blank);
            String rest = blank < 0 ? "" : line.substring(blank + 1);
            // Those two are compared byte by byte; what is shown to people of them is cleaned
            // there.
            if (!word.equals("o") && !word.equals("n")) {
                rest = printable(rest);
            }
            switch (word) {
                case "complete" -> complete = true;
                case "refused" -> refusal = Optional.of(new Refusal(first(rest), after(rest)));
                case "host" -> put(host, rest);
                case "item" -> {
                    current = new Section();
                    sections.add(current);
                }
                case "failed" -> failed.put(sections.size() - 1, rest);
                case "moved" -> {
                    current = new Section();
                    moved.put(rest, current);
                    movedSince.add(rest);
                }
                case "o" -> put(current.state, rest);
                case "n" -> put(current.notes, rest);
                case "by" -> by.merge(first(rest), after(rest), (a, b) -> a + "\n" + b);
                case "applied" -> applied(rest.split(" ", 4));
                case "settled" -> settled.put(first(rest), after(rest));
                case "stray" -> strays.add(rest);
                case "run" -> reports.add(new Report(rest));
                default -> {
                    if (!reports.isEmpty()) {
                        reports.getLast().line(word, rest);
                    }
                }
            }
        }

        private void applied(String[] part) {
            if (part.length == 4) {
                applied.putIfAbsent(part[3], part[0] + " " + part[1] + " " + part[2]);
            }
        }

        private Map<String, Applied.Known> applied() {
            Map<String, Applied.Known> known = new LinkedHashMap<>();
            applied.forEach(
                    (resource, text) -> {
                        String[] part = text.split(" ", 3);
                        Map<String, String> about = new LinkedHashMap<>();
                        by.getOrDefault(part[0], "").lines().forEach(l -> put(about, l));
                        String who =
                                about.getOrDefault("user", "")
                                        + "@"
                                        + about.getOrDefault("controller", "");
                        known.put(
                                resource,
                                new Applied.Known(
                                        new Applied(
                                                part[0],
                                                about.getOrDefault("at", ""),
                                                who.equals("@") ? "" : who),
                                        part[1],
                                        part[2]));
                    });
            return known;
        }

        Reply end(Transcript t) {
            return new Reply(
                    complete,
                    refusal,
                    host,
                    sections.stream().map(s -> s.observed(host)).toList(),
                    failed,
                    mapped(),
                    reports.stream().filter(Report::isNamed).map(Report::build).toList(),
                    settled,
                    movedSince,
                    applied(),
                    strays,
                    t.stderr()
                            .lines()
                            .map(String::strip)
                            .reduce("", (a, b) -> b.isEmpty() ? a : b));
        }

        private Map<String, Observed> mapped() {
            Map<String, Observed> result = new LinkedHashMap<>();
            moved.forEach((k, v) -> result.put(k, v.observed(host)));
            return result;
        }
    }

    private static final class Section {
        final Map<String, String> state = new LinkedHashMap<>();
        final Map<String, String> notes = new LinkedHashMap<>();

        Observed observed(Map<String, String> host) {
            return new Observed(host, new LinkedHashMap<>(state), notes);
        }
    }

    private static final class Report {
        private final String id;
        private String state = "";
        private boolean working;
        private String who = "";
        private String damage = "";
        private Optional<String> decision = Optional.empty();
        private final Map<String, String> about = new LinkedHashMap<>();
        private final List<RunReport.Step> steps = new ArrayList<>();

        Report(String id) {
            this.id = id;
        }

        /// Names go into scripts and are chosen among: only what can be one.
        boolean isNamed() {
            int slash = id.indexOf('/');
            return RunIds.isValid(slash < 0 ? id : id.substring(0, slash))
                    && (slash < 0 || id.substring(slash + 1).matches("back-[0-9A-Za-z.-]{1,60}"));
        }

        void line(String word, String rest) {
            switch (word) {
                case "who" -> who = rest;
                case "damage" -> damage = rest.strip();
                case "state" -> state = rest;
                case "working" -> working = true;
                case "decision" -> decision = Optional.of(rest);
                case "about" -> put(about, rest);
                case "step" -> steps.add(new RunReport.Step(after(rest), first(rest)));
                default -> {
                    // A line of a later version.
                }
            }
        }

        RunReport build() {
            return new RunReport(
                    id,
                    RunReport.State.of(first(state)),
                    after(state),
                    working,
                    decision,
                    about,
                    steps,
                    who,
                    damage.isEmpty() ? Optional.empty() : Optional.of(damage));
        }
    }

    private static void put(Map<String, String> map, String keyAndValue) {
        int equals = keyAndValue.indexOf('=');
        if (equals > 0) {
            map.put(keyAndValue.substring(0, equals), keyAndValue.substring(equals + 1));
        }
    }

    /// What a damaged journal holds must not reach a terminal as it is.
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || !Character.isDefined(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String first(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? text : text.substring(0, blank);
    }

    private static String after(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? "" : text.substring(blank + 1).strip();
    }
}
