package io.railhead.evidence.perf;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.IperfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text that iperf3 prints without `-J`: rows of intervals, then one a stream and end
/// (`sender`, `receiver`), with several streams also for their sum.
final class Iperf3Text {
    /// `[  5]   0.00-2.01   sec   604 MBytes  2.52 Gbits/sec   89             sender`, for UDP with
    /// `0.007 ms  0/382 (0%)` before the last word. Prefixes of bits are decimal.
    private static final Pattern ROW =
            Pattern.compile(
                    "\\[ *(SUM|\\d{1,4})\\](?:\\[[RT]X-[CS]\\])?\\s+[\\d.]+-([\\d.]+)\\s+sec\\s+"
                            + "[\\d.]+ [KMGT]?Bytes\\s+([\\d.]+) ([KMGT]?)bits/sec(.*)");

    private static final Pattern UDP =
            Pattern.compile("\\s+([\\d.]+) ms\\s+(-?\\d{1,18})/(\\d{1,18}) .*");
    private static final Pattern HEAD =
            Pattern.compile(
                    "Connecting to host .*|Reverse mode, .*|\\[ ID\\].*|iperf Done\\."
                            + "|(?:- )+-|-{10,}|\\[ *\\d+\\] local .*|Server listening .*"
                            + "|Accepted connection .*|iperf \\d.*");
    private static final Pattern ERROR = Pattern.compile("iperf3: (?:error - )?(.*)");

    private Iperf3Text() {}

    static boolean recognises(String text) {
        boolean bracket = false;
        for (String line : (Iterable<String>) text.lines().limit(400)::iterator) {
            if (line.length() > 300) continue;
            if (line.startsWith("iperf3: error")) return true;
            bracket |= ROW.matcher(line.strip()).matches();
        }
        return bracket;
    }

    /// The last result of each end; several runs in one text are not told apart.
    static Optional<Fact> read(Lines lines) {
        Result result = new Result();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 300) continue;
            Matcher m = line.match(ROW).orElse(null);
            if (m != null) {
                result.take(m, line.read());
                continue;
            }
            m = line.match(ERROR).orElse(null);
            if (m != null) {
                result.error = Optional.of(m.group(1));
                result.cite(line.read());
            } else if (line.match(HEAD).isPresent()) {
                result.reverse |= line.text().startsWith("Reverse mode");
                line.read();
            }
        }
        return result.fact(lines);
    }

    private static final class Result {
        private final List<Double> single = new ArrayList<>();
        private final List<Double> sums = new ArrayList<>();
        private int streams;
        private boolean reverse;
        private boolean udp;
        private boolean summed;
        private Optional<Bandwidth> sent = Optional.empty();
        private Optional<Bandwidth> received = Optional.empty();
        private OptionalLong retransmits = OptionalLong.empty();
        private OptionalDouble seconds = OptionalDouble.empty();
        private OptionalDouble jitter = OptionalDouble.empty();
        private OptionalLong lost = OptionalLong.empty();
        private OptionalLong packets = OptionalLong.empty();
        private Optional<String> error = Optional.empty();
        private Lines.@Nullable Line first;
        private Lines.@Nullable Line last;

        void cite(Lines.Line line) {
            if (first == null) first = line;
            last = line;
        }

        void take(Matcher m, Lines.Line line) {
            boolean sum = m.group(1).equals("SUM");
            double factor = Math.pow(1000, " KMGT".indexOf((m.group(4) + " ").charAt(0)));
            if (m.group(4).isEmpty()) factor = 1;
            OptionalDouble value = Numbers.toDouble(m.group(3));
            if (value.isEmpty()) return;
            Bandwidth rate = new Bandwidth(value.getAsDouble() * factor);
            String rest = m.group(5);
            Matcher datagrams = UDP.matcher(rest);
            boolean hasDatagrams = datagrams.matches();
            udp |= hasDatagrams;
            boolean sender = rest.endsWith("sender");
            boolean receiver = rest.endsWith("receiver");
            if (!sender && !receiver) {
                (sum ? sums : single).add(rate.bitsPerSecond());
                return;
            }
            if (sender && !sum) streams++;
            // Once there is a sum, rows of single streams say nothing more.
            if (summed && !sum) return;
            summed |= sum;
            cite(line);
            if (sender) {
                sent = Optional.of(rate);
                String[] words = rest.strip().split("\\s+");
                if (!hasDatagrams && words.length == 2) retransmits = Numbers.toLong(words[0]);
            } else {
                received = Optional.of(rate);
                seconds = Numbers.toDouble(m.group(2));
                if (hasDatagrams) {
                    jitter = Numbers.toDouble(datagrams.group(1));
                    lost = Numbers.toLong(datagrams.group(2));
                    packets = Numbers.toLong(datagrams.group(3));
                }
            }
        }

        Optional<Fact> fact(Lines lines) {
            if (first == null || last == null) return Optional.empty();
            Source source = first.to(last);
            return Optional.of(
                    new IperfRun(
                            Optional.empty(),
                            udp || lines.command().has("-u") ? "UDP" : "TCP",
                            streams,
                            reverse,
                            sent,
                            received,
                            retransmits,
                            Optional.empty(),
                            OptionalInt.empty(),
                            seconds,
                            jitter,
                            lost,
                            packets,
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            sums.isEmpty() ? single : sums,
                            error,
                            source));
        }
    }
}
