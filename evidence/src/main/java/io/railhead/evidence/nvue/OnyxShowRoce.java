package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `show roce` of Onyx: settings by section, the classes in use, the pools.
@AutoService(Parser.class)
public final class OnyxShowRoce implements Parser {
    private static final Pattern MODE = Pattern.compile("(?m)^RoCE mode *: *\\S");
    private static final Pattern SECTION = Pattern.compile("([A-Z][\\w /-]{2,40}):");
    private static final Pattern PAIR =
            Pattern.compile("([A-Za-z][\\w ()-]{2,40}?) *: *(\\S.{0,100})");
    private static final Pattern CLASS =
            Pattern.compile(
                    "([0-7]) +(\\d{1,2}) +(RoCE|CNP|[\\w-]{1,20}) +(WRR \\d{1,3}%|Strict|\\S.{0,20})");
    private static final Pattern POOL =
            Pattern.compile(
                    "([\\w-]{3,40}) +(lossy|lossless) +(\\S{1,12}) +([0-7](?:, ?[0-7])*,?)"
                            + " +(\\S{1,12}) +(\\S{1,12}) +(\\S{1,12})");
    private static final Pattern MORE = Pattern.compile(" {20,}([0-7](?:, ?[0-7])*) *");
    private static final Pattern REST =
            Pattern.compile("Switch-Priority +TC .*|Traffic +Type .*|Pool +\\[%\\].*|N/A|-{3,}");

    @Override
    public String name() {
        return "onyx-show-roce";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AppPriority.class,
                PfcState.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QueueEcn.class,
                QueueSchedule.class,
                ServicePolicy.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "roce");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(MODE, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        List<PriorityMap.Entry> classes = new ArrayList<>();
        String section = "";
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            Source source = line.source();
            Matcher m;
            if (line.indent() == 0 && SECTION.matcher(s).matches()) {
                section = s.replace(":", "") + "/";
                line.read();
            } else if (REST.matcher(s).matches()) {
                line.ignore();
            } else if ((m = CLASS.matcher(s)).matches()) {
                int priority = m.group(1).charAt(0) - '0';
                int queue = Numbers.toInt(m.group(2)).orElse(0);
                classes.add(new PriorityMap.Entry(priority, queue, line.read().source()));
                facts.add(
                        NvueRoce.schedule("", queue, Set.of(priority), m.group(4).strip(), source));
            } else if ((m = POOL.matcher(s)).matches()) {
                facts.add(pool(m, line.read().source()));
            } else if ((m = MORE.matcher(line.text())).matches()
                    && !facts.isEmpty()
                    && facts.getLast() instanceof PortBuffer b) {
                facts.set(facts.size() - 1, widened(b, m.group(1)));
                line.read();
            } else if ((m = PAIR.matcher(s)).matches()) {
                String value = m.group(2).strip();
                String name = line.indent() == 0 ? m.group(1) : section + m.group(1);
                settings.put(name, new Stated<>(value, value, line.read().source()));
            }
        }
        facts.addAll(ofSettings(settings));
        if (!classes.isEmpty()) {
            facts.add(
                    new PriorityMap(
                            "",
                            End.OWN,
                            PriorityMap.Kind.PRIORITY_TO_QUEUE,
                            classes,
                            "Switch-Priority TC",
                            classes.getFirst().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("RoCE is not set up"));
        return lines.reading(facts);
    }

    /// The priorities of a pool, which wrap into a second line; the first one is cited.
    private static PortBuffer widened(PortBuffer b, String more) {
        Set<Integer> all = new TreeSet<>(b.priorities());
        all.addAll(Ports.ofList(more, 7));
        return new PortBuffer(
                b.port(),
                b.kind(),
                b.name(),
                b.index(),
                b.bytes(),
                b.xoff(),
                b.xon(),
                b.used(),
                b.most(),
                b.lossless(),
                all,
                b.term(),
                b.source());
    }

    private static PortBuffer pool(Matcher m, Source source) {
        return new PortBuffer(
                "",
                PortBuffer.Kind.POOL,
                m.group(1),
                OptionalInt.empty(),
                size(m.group(5), source),
                OptionalLong.empty(),
                OptionalLong.empty(),
                size(m.group(6), source),
                size(m.group(7), source),
                Optional.of(m.group(2).equals("lossless")),
                Ports.ofList(m.group(4), 7),
                "Memory actual",
                source);
    }

    private static OptionalLong size(String words, Source source) {
        return Rates.size(words, source)
                .map(s -> OptionalLong.of(s.value()))
                .orElse(OptionalLong.empty());
    }

    private static List<Fact> ofSettings(Map<String, Stated<String>> settings) {
        List<Fact> facts = new ArrayList<>();
        Stated<String> mode = settings.get("RoCE mode");
        if (mode != null) {
            facts.add(new ServicePolicy("", "roce", "both", mode.value(), Map.of(), mode.source()));
        }
        Stated<String> trust = settings.get("Port trust mode");
        if (trust != null) {
            facts.add(
                    new PortTrust(
                            "", NvueRoce.trusted(trust.value()), trust.value(), trust.source()));
        }
        app(settings).ifPresent(facts::add);
        ecn(settings).ifPresent(facts::add);
        pfc(settings).ifPresent(facts::add);
        return facts;
    }

    private static Optional<Fact> app(Map<String, Stated<String>> settings) {
        Stated<String> protocol = settings.get("Application TLV/Protocol");
        Stated<String> priority = settings.get("Application TLV/Priority");
        Stated<String> selector = settings.get("Application TLV/Selector");
        if (protocol == null || priority == null || selector == null) return Optional.empty();
        OptionalInt id = Numbers.toInt(protocol.value());
        OptionalInt to = Numbers.toInt(priority.value());
        return id.isEmpty() || to.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new AppPriority(
                                "",
                                End.OWN,
                                NvueRoce.selector(selector.value()),
                                id.getAsInt(),
                                to.getAsInt(),
                                "Application TLV",
                                protocol.source()));
    }

    /// `Min (KB)` and `Max (KB)` count in 1000 bytes: 150 is what NVUE sets as 150 000.
    private static Optional<Fact> ecn(Map<String, Stated<String>> settings) {
        Stated<String> mode = settings.get("Port congestion-control/Mode");
        if (mode == null) return Optional.empty();
        return Optional.of(
                new QueueEcn(
                        "",
                        "",
                        Set.of(),
                        mode.value().startsWith("ecn"),
                        kilobytes(settings.get("Port congestion-control/Min (KB)")),
                        kilobytes(settings.get("Port congestion-control/Max (KB)")),
                        Optional.empty(),
                        mode.value(),
                        mode.source()));
    }

    private static Optional<Stated<Long>> kilobytes(@Nullable Stated<String> words) {
        if (words == null) return Optional.empty();
        OptionalInt n = Numbers.toInt(words.value());
        return n.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(n.getAsInt() * 1000L, words.words(), words.source()));
    }

    private static Optional<Fact> pfc(Map<String, Stated<String>> settings) {
        Stated<String> pfc = settings.get("PFC");
        if (pfc == null) return Optional.empty();
        Set<Integer> on = new TreeSet<>();
        settings.forEach(
                (name, value) -> {
                    if (name.matches("switch-priority [0-7]") && value.value().equals("enabled")) {
                        on.add(name.charAt(name.length() - 1) - '0');
                    }
                });
        boolean enabled = pfc.value().equals("enabled");
        return Optional.of(
                new PfcState(
                        "",
                        End.OWN,
                        Optional.of(enabled ? PfcState.Mode.ON : PfcState.Mode.OFF),
                        Optional.of(enabled),
                        Optional.of(on),
                        Optional.empty(),
                        Map.of(),
                        "PFC",
                        pfc.source()));
    }
}
