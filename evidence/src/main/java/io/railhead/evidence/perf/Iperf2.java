package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Bandwidth;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.IperfRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// iperf 2, client and server, as text. The rate is the last row's, the sum's with several streams.
/// `irtt` is one round trip of the handshake and no latency test; it is left alone.
@AutoService(Parser.class)
public final class Iperf2 implements Parser {
    private static final Pattern OPENING =
            Pattern.compile(
                    "(?:Client connecting to \\S+|Server listening on),? (TCP|UDP) port \\d+.*");
    private static final Pattern CONNECTED =
            Pattern.compile(
                    "\\[ *\\d+\\] local \\S+ port \\d+ connected with \\S+ port \\d+"
                            + "(?: \\(icwnd/mss/irtt=\\d+/(\\d{1,6})/\\d+\\))?.*");
    private static final Pattern ROW =
            Pattern.compile(
                    "\\[ *(\\d+|SUM)\\] +[\\d.]{1,12}- ?(\\d{1,7}(?:\\.\\d{1,6})?) sec +[\\d.]+ [KMGT]?Bytes"
                            + " +(\\d{1,12}(?:\\.\\d{1,6})?) ([KMGT]?)bits/sec.*");
    private static final Pattern KNOWN =
            Pattern.compile("-{10,}|TCP window size:.*|UDP buffer size:.*|Sending .*|\\[ ID\\] .*");

    @Override
    public String name() {
        return "iperf2";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(IperfRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("iperf");
    }

    @Override
    public boolean recognises(String text) {
        return isOwn(text);
    }

    /// Its rows look like those of iperf3, its opening does not.
    static boolean isOwn(String text) {
        return text.lines().anyMatch(l -> l.length() < 200 && OPENING.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "iperf");
        String protocol = "TCP";
        int streams = 0;
        OptionalInt mss = OptionalInt.empty();
        Optional<Matcher> last = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> opening = line.match(OPENING);
            Optional<Matcher> connected = line.match(CONNECTED);
            Optional<Matcher> row = line.match(ROW);
            if (opening.isPresent()) {
                protocol = opening.get().group(1);
                line.read();
            } else if (connected.isPresent()) {
                streams++;
                String size = connected.get().group(1);
                if (size != null) mss = Numbers.toInt(size);
                line.read();
            } else if (row.isPresent()) {
                boolean sum = last.filter(l -> l.group(1).equals("SUM")).isPresent();
                if (!sum || row.get().group(1).equals("SUM")) last = row;
                line.read();
            } else if (line.match(KNOWN).isPresent()) {
                line.ignore();
            }
        }
        if (last.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no result of iperf in it"));
            return lines.reading(List.of());
        }
        double bits = Double.parseDouble(last.get().group(3)) * unit(last.get().group(4));
        return lines.reading(
                List.of(
                        new IperfRun(
                                Optional.of("2"),
                                protocol,
                                Math.max(1, streams),
                                false,
                                Optional.of(new Bandwidth(bits)),
                                Optional.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                mss,
                                OptionalDouble.of(Double.parseDouble(last.get().group(2))),
                                OptionalDouble.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                List.of(),
                                Optional.empty(),
                                lines.whole())));
    }

    private static double unit(String prefix) {
        return switch (prefix) {
            case "K" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            case "T" -> 1e12;
            default -> 1;
        };
    }
}
