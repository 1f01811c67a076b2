package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PingResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `ping` of iputils, busybox and inetutils; several runs may stand in one output.
@AutoService(Parser.class)
public final class Ping implements Parser {
    /// `PING gpu02 (10.0.0.2) from 10.0.0.1 eth1: 56(84) bytes of data.`,
    /// `PING fd00::2(fd00::2) 56 data bytes`, busybox `PING 10.0.0.2 (10.0.0.2): 56 data bytes`.
    private static final Pattern HEAD =
            Pattern.compile(
                    "PING ([^\\s(]+) ?\\(([^)\\s]+)\\).*?"
                            + "(\\d{1,6})(?:\\(\\d+\\))? (?:bytes of data|data bytes).*");
    private static final Pattern REPLY = Pattern.compile("\\d{1,6} bytes from .*");
    private static final Pattern SUMMARY =
            Pattern.compile(
                    "(\\d{1,9}) packets transmitted, (\\d{1,9})(?: packets)? received(?:, .*)?");
    private static final Pattern RTT =
            Pattern.compile(
                    "(?:rtt|round-trip) min/avg/max(?:/(?:mdev|stddev))? = "
                            + "([\\d.]+)/([\\d.]+)/([\\d.]+)(?:/([\\d.]+))? ms.*");
    private static final Pattern MTU =
            Pattern.compile(
                    "(?i).*(?:message too long,? *\\(?mtu *[=:] *|mtu ?[=:] ?)(\\d{2,6}).*");
    private static final Pattern ERROR =
            Pattern.compile(
                    "(?i)(?:From \\S+.*(?:icmp_seq|seq)[= ].*|ping6?: .*|connect: .*|WARNING: .*"
                            + "|.*Network is unreachable|.*Message too long.*)");

    /// A large ping that is answered says all. If it is not, a small one tells an unreachable peer
    /// from one behind too small an MTU, and once it is answered, and so the neighbour resolved,
    /// the large one is tried again. `-c 1 -w 1 -i 0.25` ends at the first reply, or after a second
    /// and four packets. The large payload is the MTU less IP and ICMP headers.
    private static final String COMMAND =
            """
            case $x in *:*) h=48 ;; *) h=28 ;; esac
            if o=$(ping -n -M do -s $((mtu - h)) -c 1 -w 1 -i 0.25 -I $from $x 2>/dev/null)
            then printf '%s\\n' "$o"
            else ping -n -c 1 -w 1 -i 0.25 -I $from $x &&
            ping -n -M do -s $((mtu - h)) -c 1 -w 1 -i 0.25 -I $from $x
            fi""";

    /// In the command, or after a pasted prompt.
    private static final Pattern DO_NOT_FRAGMENT = Pattern.compile("-M ?do\\b");

    private static final String SHOWN =
            "ping -I $from $x && ping -M do -s ($mtu less headers) -I $from $x";

    private static final int DEFAULT_PAYLOAD = 56;

    @Override
    public String name() {
        return "ping";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.PEER, name(), COMMAND)
                        .within(Duration.ofSeconds(5))
                        .cited(SHOWN)
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PingResult.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return line.is("ping") || line.is("ping6") || command.contains("$(ping -n -M do");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("PING ") && HEAD.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ping");
        boolean asked = DO_NOT_FRAGMENT.matcher(transcript.command()).find();
        asked |=
                transcript.stdout().length() < 65_536
                        && DO_NOT_FRAGMENT.matcher(transcript.stdout()).find();
        boolean onlyRun = lines.command().has("do");
        List<Run> runs = new ArrayList<>();
        @Nullable Run run = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> head =
                    line.text().length() > 400 ? Optional.empty() : line.match(HEAD);
            if (head.isPresent()) {
                run = new Run(head.get().group(2), line.read());
                run.payload = Numbers.toInt(head.get().group(3));
                runs.add(run);
                continue;
            }
            boolean error = line.text().length() < 400 && line.match(ERROR).isPresent();
            if (run == null) {
                if (!error) continue;
                run = new Run(lines.command().lastOperand().orElse(""), line);
                runs.add(run);
            }
            if (run.take(line, error)) run.last = line.read();
        }
        if (runs.isEmpty() && lines.complaint().isPresent()) {
            runs.add(new Run(lines.command().lastOperand().orElse(""), null));
        }
        // What goes to standard error concerns the last run: the large one, or the only one.
        if (!runs.isEmpty()) {
            for (String complaint : lines.complaints()) runs.getLast().complain(complaint);
        }
        boolean several = runs.size() > 1;
        List<Fact> facts = new ArrayList<>();
        for (Run r : runs) {
            boolean large = r.payload.orElse(DEFAULT_PAYLOAD) != DEFAULT_PAYLOAD;
            facts.add(r.fact(lines, (asked && large) || (onlyRun && !several)));
        }
        if (facts.isEmpty()) lines.unavailable("no ping printed");
        return lines.reading(facts);
    }

    private static final class Run {
        private final String target;
        private final Lines.@Nullable Line first;
        private Lines.@Nullable Line last;
        private OptionalInt payload = OptionalInt.empty();
        private OptionalInt mtu = OptionalInt.empty();
        private boolean tooBig;
        private int replies;
        private int sent = -1;
        private int received;
        private OptionalDouble min = OptionalDouble.empty();
        private OptionalDouble avg = OptionalDouble.empty();
        private OptionalDouble max = OptionalDouble.empty();
        private OptionalDouble mdev = OptionalDouble.empty();
        private Optional<String> error = Optional.empty();

        Run(String target, Lines.@Nullable Line first) {
            this.target = target;
            this.first = first;
            this.last = first;
        }

        boolean take(Lines.Line line, boolean isError) {
            if (line.text().length() > 400) return false;
            Optional<Matcher> m = line.match(SUMMARY);
            if (m.isPresent()) {
                sent = Numbers.toInt(m.get().group(1)).orElse(0);
                received = Numbers.toInt(m.get().group(2)).orElse(0);
                return true;
            }
            m = line.match(RTT);
            if (m.isPresent()) {
                min = Numbers.toDouble(m.get().group(1));
                avg = Numbers.toDouble(m.get().group(2));
                max = Numbers.toDouble(m.get().group(3));
                String fourth = m.get().group(4);
                mdev = fourth == null ? OptionalDouble.empty() : Numbers.toDouble(fourth);
                return true;
            }
            if (line.match(REPLY).isPresent()) {
                replies++;
                return true;
            }
            if (isError) {
                complain(line.stripped());
                return true;
            }
            String s = line.stripped();
            return s.startsWith("--- ") || s.startsWith("pipe ");
        }

        void complain(String text) {
            if (text.startsWith("WARNING: ")) return;
            if (error.isEmpty()) error = Optional.of(text);
            boolean big = text.toLowerCase(Locale.ROOT).contains("message too long");
            tooBig |= big || text.contains("Frag needed") || text.contains("Packet too big");
            if (text.length() > 400) return;
            Matcher m = MTU.matcher(text);
            if (m.matches() && mtu.isEmpty()) mtu = Numbers.toInt(m.group(1));
        }

        PingResult fact(Lines lines, boolean dontFragment) {
            Source source = first == null || last == null ? lines.whole() : first.to(last);
            // The queue of the interface refused it every time: veth does so when the other end's
            // MTU
            // is smaller.
            if (sent == 0 && payload.isPresent() && error.isEmpty()) {
                error = Optional.of("no packet could be sent");
            }
            return new PingResult(
                    target,
                    payload,
                    dontFragment || tooBig,
                    // A run that was cut before its summary: what came back was also sent.
                    sent < 0 ? replies : sent,
                    sent < 0 ? replies : received,
                    min,
                    avg,
                    max,
                    mdev,
                    mtu,
                    error,
                    source);
        }
    }
}
