package io.railhead.evidence;

import io.railhead.model.Curtailed;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines of a transcript, cleaned of terminal control sequences and counted as in the document
/// that it is (or is a part of), with an account of what became of each. A line that is neither
/// [read][Line#read] nor [ignored on purpose][Line#ignore] is reported as unread by [#reading].
///
/// Ignored from the start: blank lines; shell prompts with their commands (`$ lscpu`,
/// `root@gpu01:~# lscpu`), of which one in the first line is [the command][#command]; and a last
/// line `rc=0`, as people paste them.
public final class Lines implements Iterable<Lines.Line> {

    private enum State {
        LEFT,
        READ,
        IGNORED
    }

    /// CSI sequences, OSC sequences (window titles) and two-character escapes (ECMA-48).
    private static final Pattern CONTROL =
            Pattern.compile(
                    "\u001B\\[[0-?]*[ -/]*[@-~]|\u001B\\][^\u0007\u001B]*\u0007?|\u001B[ -/]*[0-~]?");

    private static final Pattern PROMPT =
            Pattern.compile(
                    "(?:\\$|[\\w.-]+@[\\w.-]+:[^\\s$#]*[$#]|\\[[\\w.@-]+ [^\\s\\]]+\\][$#])\\s+(\\S.*)");

    /// Prompts of switches, which carry no user name: `leaf1# show …`, `leaf1(config)# show …`,
    /// `spine-2>show …`, and of Onyx `leaf1 [standalone: master] (config) # show …`.
    private static final Pattern SWITCH_PROMPT =
            Pattern.compile(
                    "[A-Za-z][\\w.-]{0,63}(?: \\[[\\w: .-]{1,60}\\])?(?: ?\\([\\w/-]{1,63}\\))?"
                            + " ?[#>] ?((?:show|sh|nv|sudo|ecnconfig|pfcwd|mmuconfig) .*)");

    private static final Pattern STATUS = Pattern.compile("rc=(-?\\d{1,9})");

    private final String document;
    private final String machine;
    private final Transcript transcript;
    private final List<Line> lines = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final List<Curtailed> damaged = new ArrayList<>();
    private Optional<String> prompted = Optional.empty();
    private OptionalInt status = OptionalInt.empty();

    private Lines(Transcript t, Set<String> programs) {
        document = t.document();
        machine = t.machine();
        transcript = t;
        int number = t.firstLine() - 1;
        for (String raw : (Iterable<String>) t.stdout().lines()::iterator) {
            lines.add(new Line(++number, clean(raw)));
        }
        findPrompt(programs);
        ignoreFurtherPrompts();
        findStatus();
    }

    public static Lines of(Transcript t) {
        return new Lines(t, Set.of());
    }

    /// @param programs names after which a first line `# NAME …` is a prompt and no comment
    public static Lines of(Transcript t, String... programs) {
        return new Lines(t, Set.of(programs));
    }

    /// The text without terminal control sequences, NULs and trailing blanks; no-break spaces (web
    /// pages make them) become blanks.
    public static String clean(String raw) {
        String text = raw;
        if (text.indexOf('\u001B') >= 0) text = CONTROL.matcher(text).replaceAll("");
        if (text.indexOf('\u0000') >= 0) text = text.replace("\u0000", "");
        if (text.indexOf('\u00A0') >= 0) text = text.replace('\u00A0', ' ');
        if (text.startsWith("\uFEFF")) text = text.substring(1);
        return text.stripTrailing();
    }

    private void findPrompt(Set<String> programs) {
        for (Line line : lines) {
            if (line.isBlank()) continue;
            Matcher m = PROMPT.matcher(line.text);
            Matcher ofSwitch = SWITCH_PROMPT.matcher(line.text);
            if (m.matches()) {
                prompted = Optional.of(m.group(1));
            } else if (line.text.length() < 4096 && ofSwitch.matches()) {
                prompted = Optional.of(ofSwitch.group(1));
            } else if (line.text.startsWith("# ")) {
                String command = line.text.substring(2).strip();
                if (programs.contains(CommandLine.of(command).program())) {
                    prompted = Optional.of(command);
                }
            }
            if (prompted.isPresent()) line.ignore();
            return;
        }
    }

    /// Several commands with their output, pasted in one piece.
    private void ignoreFurtherPrompts() {
        for (Line line : lines) {
            String s = line.text;
            boolean likely =
                    s.startsWith("$ ")
                            || ((s.startsWith("[") || s.indexOf('@') > 0)
                                    && (s.contains("# ") || s.contains("$ ")));
            if (likely && s.length() < 4096 && PROMPT.matcher(s).matches()) line.ignore();
            if (s.length() < 400
                    && (s.indexOf('#') > 0 || s.indexOf('>') > 0)
                    && SWITCH_PROMPT.matcher(s).matches()) line.ignore();
        }
    }

    private void findStatus() {
        for (int i = lines.size() - 1; i >= 0; i--) {
            Line line = lines.get(i);
            if (line.isBlank()) continue;
            Matcher m = STATUS.matcher(line.text);
            if (m.matches()) {
                status = Numbers.toInt(m.group(1));
                line.ignore();
            }
            return;
        }
    }

    /// The command: what stands after a pasted prompt, else the transcript's own.
    public CommandLine command() {
        return CommandLine.of(prompted.orElse(transcript.command()));
    }

    /// The exit status: of a pasted `rc=N`, else the transcript's own.
    public int status() {
        return status.orElse(transcript.exitCode());
    }

    /// What the command said on standard error, cleaned, blank lines left out.
    public List<String> complaints() {
        return transcript
                .stderr()
                .lines()
                .map(Lines::clean)
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    /// The first complaint, for saying why there is nothing to read.
    public Optional<String> complaint() {
        return complaints().stream().filter(s -> !s.startsWith(Parsers.LAB_NOTE)).findFirst();
    }

    public List<Line> all() {
        return lines;
    }

    /// The lines without what is ignored on purpose, blank ones kept: what a file held.
    public List<Line> content() {
        return lines.stream().filter(l -> l.state != State.IGNORED || l.isBlank()).toList();
    }

    public int size() {
        return lines.size();
    }

    /// @param index from 0
    public Line get(int index) {
        return lines.get(index);
    }

    @Override
    public Iterator<Line> iterator() {
        return lines.iterator();
    }

    /// Lines that nobody has read or ignored so far.
    public List<Line> left() {
        return lines.stream().filter(l -> l.state == State.LEFT).toList();
    }

    /// The whole text, cleaned, joined by line feeds: same line numbers as here.
    public String text() {
        StringBuilder sb = new StringBuilder();
        for (Line line : lines) {
            // A prompt or status is not part of what the command printed.
            if (line.state != State.IGNORED) sb.append(line.text);
            sb.append('\n');
        }
        return sb.toString();
    }

    /// Number of the first line in the document: 1, unless the transcript is a part of one.
    public int firstNumber() {
        return transcript.firstLine();
    }

    /// Marks lines as read.
    ///
    /// @param first number in the document
    /// @param last number in the document, included; numbers outside do nothing
    public void read(int first, int last) {
        int base = firstNumber();
        for (int i = Math.max(first - base, 0); i <= Math.min(last - base, size() - 1); i++) {
            lines.get(i).read();
        }
    }

    public void readAll() {
        lines.forEach(Line::read);
    }

    public void ignoreAll() {
        lines.forEach(Line::ignore);
    }

    /// @param first number in the document
    public Source source(int first, int last) {
        return new Source(document, first, last);
    }

    /// From the first line that is not blank and no prompt to the last one; where all are ignored,
    /// the first that is not blank.
    public Source whole() {
        int text = 0;
        int first = 0;
        int last = 0;
        for (Line line : lines) {
            if (text == 0 && !line.isBlank()) text = line.number;
            if (line.state == State.IGNORED) continue;
            if (first == 0) first = line.number;
            last = line.number;
        }
        int base = Math.max(text, firstNumber());
        return new Source(document, Math.max(first, base), Math.max(last, base));
    }

    /// Notes why something could not be read.
    public Lines unavailable(String why) {
        unavailable.add(new Unavailable(machine, transcript.command(), why));
        return this;
    }

    /// Notes a part that is there and is not what it should be; what it tells is not known.
    ///
    /// @param number of the line in the document
    public Lines damaged(int number, String why) {
        damaged.add(new Curtailed(document, number, why));
        return this;
    }

    /// The outcome, with every line left as unread.
    public Reading reading(List<? extends Fact> facts) {
        List<Unread> unread =
                left().stream().map(l -> new Unread(document, l.number, l.text.strip())).toList();
        return new Reading(List.copyOf(facts), unread, unavailable, damaged);
    }

    /// One line.
    public final class Line {
        private final int number;
        private final String text;
        private State state = State.LEFT;

        private Line(int number, String text) {
            this.number = number;
            this.text = text;
            if (text.isBlank()) state = State.IGNORED;
        }

        /// Its number in the document, from 1.
        public int number() {
            return number;
        }

        /// Cleaned, leading blanks kept, trailing ones gone.
        public String text() {
            return text;
        }

        public String stripped() {
            return text.strip();
        }

        public boolean isBlank() {
            return text.isBlank();
        }

        /// Blanks and tabs before the first word.
        public int indent() {
            int i = 0;
            while (i < text.length() && Character.isWhitespace(text.charAt(i))) i++;
            return i;
        }

        /// The words between white space; empty for a blank line.
        public List<String> words() {
            return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
        }

        /// What stands after a prefix, once leading blanks are gone; empty when it does not start
        /// so.
        public Optional<String> after(String prefix) {
            String s = text.stripLeading();
            return s.startsWith(prefix)
                    ? Optional.of(s.substring(prefix.length()).strip())
                    : Optional.empty();
        }

        /// Matches the whole line, leading blanks gone.
        public Optional<Matcher> match(Pattern pattern) {
            Matcher m = pattern.matcher(text.stripLeading());
            return m.matches() ? Optional.of(m) : Optional.empty();
        }

        public Line read() {
            state = State.READ;
            return this;
        }

        public Line ignore() {
            state = State.IGNORED;
            return this;
        }

        public boolean isLeft() {
            return state == State.LEFT;
        }

        public Source source() {
            return Source.line(document, number);
        }

        /// From this line to a later one.
        public Source to(Line last) {
            return new Source(document, number, last.number);
        }

        @Override
        public String toString() {
            return number + ": " + text;
        }
    }
}
