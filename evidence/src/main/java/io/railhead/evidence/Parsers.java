package io.railhead.evidence;

import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The parsers there are, and the way from transcripts to facts.
public final class Parsers {

    /// A line on standard error that starts so marks output that a stand-in in a lab host gave
    /// from a recorded sample.
    public static final String LAB_NOTE = "railhead-lab: recorded";

    /// How much of a text of unknown origin the parsers are shown: 64 Ki characters.
    private static final int RECOGNITION_LENGTH = 65_536;

    private static final class Installed {
        private static final Parsers PARSERS = new Parsers(found());

        private static List<Held> found() {
            Map<String, Anchors.Row> rows = Anchors.rows();
            return ServiceLoader.load(Parser.class).stream()
                    .map(
                            provider -> {
                                Anchors.Row row = rows.get(provider.type().getName());
                                return row == null
                                        ? Held.of(provider.get())
                                        : new Held(row, provider);
                            })
                    .sorted(Comparator.comparing(held -> held.row.name()))
                    .toList();
        }
    }

    /// A parser that is made when it is first asked: most texts need a few, and making all, with
    /// their hundreds of patterns, costs more than reading a small text.
    private static final class Held {
        private final Anchors.Row row;
        private final Supplier<Parser> maker;
        private volatile @Nullable Parser made;

        Held(Anchors.Row row, Supplier<Parser> maker) {
            this.row = row;
            this.maker = maker;
        }

        static Held of(Parser parser) {
            return new Held(Anchors.Row.always(parser.name()), () -> parser);
        }

        Parser parser() {
            Parser parser = made;
            if (parser == null) {
                parser = maker.get();
                made = parser;
            }
            return parser;
        }
    }

    /// How many command lines are remembered: machines of a cluster mostly run the same.
    private static final int MAX_COMMANDS = 4096;

    private static final Pattern QUOTES = Pattern.compile("['\"]");

    private final List<Held> held;
    private final Anchors texts;
    private final Anchors commands;
    private final Map<String, Optional<Parser>> byCommand = new ConcurrentHashMap<>();

    private Parsers(List<Held> held) {
        this.held = held;
        texts = new Anchors(held.stream().map(h -> h.row.texts()).toList());
        commands = new Anchors(held.stream().map(h -> h.row.commands()).toList());
    }

    /// Only these, in this order.
    public static Parsers of(List<Parser> parsers) {
        return new Parsers(parsers.stream().map(Held::of).toList());
    }

    /// All parsers on the class path, loaded on first use.
    public static Parsers installed() {
        return Installed.PARSERS;
    }

    public List<Parser> all() {
        return held.stream().map(Held::parser).toList();
    }

    public Optional<Parser> named(String name) {
        return held.stream().filter(h -> h.row.name().equals(name)).findFirst().map(Held::parser);
    }

    /// The parser for the output of a command line, as run.
    public Optional<Parser> forCommand(String command) {
        Optional<Parser> known = byCommand.get(command);
        if (known != null) return known;
        Optional<Parser> parser =
                commands.in(QUOTES.matcher(command).replaceAll("")).stream()
                        .mapToObj(place -> held.get(place).parser())
                        .filter(p -> p.readsCommand(command))
                        .findFirst();
        if (byCommand.size() < MAX_COMMANDS) byCommand.put(command, parser);
        return parser;
    }

    /// The parser for text of unknown origin, by its content alone.
    public Optional<Parser> recognise(String text) {
        String head = head(text);
        if (head.isBlank()) return Optional.empty();
        return texts.in(head).stream()
                .mapToObj(place -> held.get(place).parser())
                .filter(p -> recognises(p, head))
                .findFirst();
    }

    /// The beginning, with one blank line at most between others: a pattern that begins with white
    /// space tries each of thousands of blank lines from each of them.
    private static String head(String text) {
        StringBuilder head = new StringBuilder(Math.min(text.length(), RECOGNITION_LENGTH) + 1);
        boolean blank = true;
        for (int at = 0; at < text.length() && head.length() < RECOGNITION_LENGTH; ) {
            int feed = text.indexOf('\n', at);
            int end = feed < 0 ? text.length() : feed + 1;
            end = Math.min(end, at + RECOGNITION_LENGTH - head.length());
            int word = at;
            while (word < end && Character.isWhitespace(text.charAt(word))) word++;
            if (word < end || !blank) head.append(text, at, end);
            blank = word == end;
            at = end;
        }
        return head.toString();
    }

    private static boolean recognises(Parser parser, String text) {
        try {
            return parser.recognises(text);
        } catch (RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    /// The probes that give facts of any of these kinds, each once.
    public List<Probe> probes(Set<Class<? extends Fact>> wanted) {
        return all().stream()
                .filter(p -> p.gives().stream().anyMatch(wanted::contains))
                .flatMap(p -> p.probes().stream())
                .distinct()
                .toList();
    }

    /// The kinds of fact that some parser can give.
    public Set<Class<? extends Fact>> kinds() {
        return all().stream()
                .flatMap(p -> p.gives().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Reads transcripts of any number of machines.
    public Facts read(List<Transcript> transcripts) {
        Facts.Builder into = Facts.builder();
        transcripts.forEach(t -> read(t, into));
        return into.build();
    }

    /// Reads one transcript. Everything that goes wrong is noted in the facts; nothing is thrown.
    public void read(Transcript t, Facts.Builder into) {
        into.document(t);
        if (!t.machine().isEmpty()) into.machine(t.machine());
        if (t.stderr().lines().anyMatch(l -> l.startsWith(LAB_NOTE))) into.recorded(t.document());

        Optional<String> notRun = whyNotRun(t);
        if (notRun.isPresent()) {
            into.unavailable(unavailable(t, notRun.get()));
            return;
        }
        Optional<Parser> parser = parserFor(t);
        if (parser.isEmpty()) {
            into.unavailable(unavailable(t, "not recognised: no parser reads it"));
            return;
        }
        Reading reading;
        try {
            reading = parser.get().read(t);
        } catch (RuntimeException | StackOverflowError e) {
            into.unavailable(
                    unavailable(
                            t,
                            "the parser %s failed on it (%s); please report this with the output"
                                    .formatted(parser.get().name(), e)));
            return;
        }
        reading.facts().forEach(f -> into.add(t.machine(), f));
        reading.unread().forEach(into::unread);
        reading.unavailable().forEach(into::unavailable);
        reading.damaged().forEach(d -> into.unavailable(unavailable(t, d.why())));
        whyIncomplete(t, reading).ifPresent(why -> into.unavailable(unavailable(t, why)));
    }

    private Optional<Parser> parserFor(Transcript t) {
        Optional<Parser> byCommand = forCommand(t.command());
        // A pasted file's name says little: what it holds decides.
        if (t.machine().isEmpty() || byCommand.isEmpty()) {
            Optional<Parser> byContent = recognise(t.stdout());
            if (byContent.isPresent()) return byContent;
        }
        return byCommand;
    }

    private static Optional<String> whyNotRun(Transcript t) {
        if (!t.stdout().isBlank()) return Refusal.of(t);
        return switch (t.exitCode()) {
            case 127 -> {
                String program = CommandLine.of(t.command()).program();
                yield Optional.of(program.isEmpty() ? "not installed" : program + " not installed");
            }
            case 126 -> Optional.of(firstComplaint(t).orElse("not permitted to run"));
            // The collector's own reason, when it has one (connection lost, time over).
            case -1 ->
                    firstComplaint(t)
                            .or(
                                    () ->
                                            Optional.of(
                                                    "timed out after %.1f s without output"
                                                            .formatted(t.took().toMillis() / 1e3)));
            default -> Optional.empty();
        };
    }

    private static Optional<String> whyIncomplete(Transcript t, Reading reading) {
        List<String> whys = new ArrayList<>();
        if (t.exitCode() == -1) whys.add("killed at its time limit; what it printed was read");
        if (t.truncated() && t.exitCode() != -1) whys.add("output was cut; what came was read");
        if (whys.isEmpty() && reading.facts().isEmpty() && reading.unavailable().isEmpty()) {
            if (t.exitCode() != 0) {
                whys.add(firstComplaint(t).orElse("exit status " + t.exitCode()));
            } else if (t.stdout().isBlank()) {
                firstComplaint(t).ifPresent(whys::add);
            }
        }
        return whys.stream().findFirst();
    }

    private static Optional<String> firstComplaint(Transcript t) {
        return t.stderr()
                .lines()
                .map(Lines::clean)
                .map(String::strip)
                .filter(s -> !s.isEmpty() && !s.startsWith(LAB_NOTE))
                .findFirst();
    }

    private static Unavailable unavailable(Transcript t, String why) {
        return new Unavailable(t.machine(), t.command(), why);
    }
}
