package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.ServicePolicy;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

/// `nv config show` as YAML or, with `-o commands`, as `nv set …`: RoCE, PFC and ECN as they are
/// set, and ports. `qos roce` alone sets priority 3 without loss and ECN on classes 0 and 3
/// (Cumulus Linux guide, «RDMA over Converged Ethernet»).
@AutoService(Parser.class)
public final class NvueConfig implements Parser {
    private static final Pattern YAML = Pattern.compile("(?m)^- set: *\\R {4}\\S");
    private static final Pattern COMMANDS =
            Pattern.compile("(?m)^nv set (?:qos|interface|system|bridge|router|vrf) ");
    private static final Pattern ROW =
            Pattern.compile("( *)(?:- )?([\\w./-]{1,60}):(?: (\\S.{0,200}))?");
    private static final Pattern SET = Pattern.compile("nv set (\\S.{0,400})");
    private static final Pattern PORT = Pattern.compile("swp[\\w,-]{1,60}");
    private static final Pattern RANGE = Pattern.compile("swp(\\d{1,3})-(?:swp)?(\\d{1,3})");

    @Override
    public String name() {
        return "nvue-config";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcState.class, QueueEcn.class, ServicePolicy.class, SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "config") && c.has("show");
    }

    @Override
    public boolean recognises(String text) {
        return YAML.matcher(text).find() || COMMANDS.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        Deque<Integer> indents = new ArrayDeque<>();
        Deque<String> path = new ArrayDeque<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            Matcher set = SET.matcher(line.text());
            Matcher row = ROW.matcher(line.text());
            if (set.matches()) {
                List<String> words = List.of(set.group(1).strip().split("\\s+"));
                String value = words.getLast();
                put(settings, String.join("/", words.subList(0, words.size() - 1)), value, line);
                put(settings, String.join("/", words), "", line);
            } else if (row.matches()) {
                int indent = row.group(1).length();
                while (!indents.isEmpty() && indents.peek() >= indent) {
                    indents.pop();
                    path.removeLast();
                }
                indents.push(indent);
                if (path.size() < 20) path.addLast(row.group(2));
                else indents.pop();
                String full = String.join("/", path).replaceFirst("^set/", "");
                put(settings, full, row.group(3) == null ? "" : row.group(3).strip(), line);
            }
        }
        List<Fact> facts = facts(settings);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }

    private static void put(
            Map<String, Stated<String>> settings, String path, String value, Lines.Line line) {
        String plain = value.replaceAll("^['\"]|['\"]$", "");
        settings.putIfAbsent(path, new Stated<>(plain, line.stripped(), line.read().source()));
    }

    private static List<Fact> facts(Map<String, Stated<String>> settings) {
        List<Fact> facts = new ArrayList<>();
        roce(settings, facts);
        Map<String, Map<String, Stated<String>>> ports = new LinkedHashMap<>();
        settings.forEach(
                (path, value) -> {
                    String[] parts = path.split("/", 3);
                    if (parts.length < 2 || !parts[0].equals("interface")) return;
                    for (String port : ports(parts[1])) {
                        ports.computeIfAbsent(port, p -> new LinkedHashMap<>())
                                .putIfAbsent(parts.length == 3 ? parts[2] : "", value);
                    }
                });
        ports.forEach((port, own) -> facts.add(port(port, own)));
        return facts;
    }

    /// The classes that `qos roce` makes, and what else of the settings changes them.
    private static void roce(Map<String, Stated<String>> settings, List<Fact> facts) {
        Optional<Stated<String>> roce =
                first(settings, "qos/roce/mode", "qos/roce/enable", "qos/roce");
        if (roce.isEmpty() || roce.get().value().equals("off")) return;
        String mode = first(settings, "qos/roce/mode").map(Stated::value).orElse("lossless");
        Source source = roce.get().source();
        facts.add(new ServicePolicy("", "roce", "both", mode, Map.of(), source));
        boolean lossless = mode.startsWith("lossless");
        Set<Integer> priorities = new TreeSet<>();
        settings.forEach(
                (path, value) -> {
                    if (path.matches("qos/pfc/[\\w-]+/switch-priority/[0-7]"))
                        priorities.add(path.charAt(path.length() - 1) - '0');
                    if (path.matches("qos/pfc/[\\w-]+/switch-priority"))
                        priorities.addAll(Ports.ofList(value.value(), 7));
                });
        if (lossless && priorities.isEmpty()) priorities.add(3);
        facts.add(
                new PfcState(
                        "",
                        End.OWN,
                        Optional.of(priorities.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                        Optional.empty(),
                        Optional.of(priorities),
                        Optional.empty(),
                        Map.of(),
                        "roce " + mode,
                        source));
        facts.add(
                new QueueEcn(
                        "",
                        "",
                        Set.of(0, 3),
                        true,
                        bytes(settings, "min-threshold", 150_000, source),
                        bytes(settings, "max-threshold", 1_500_000, source),
                        Optional.empty(),
                        "roce " + mode,
                        source));
    }

    /// A threshold as it is set for class 3, else what `qos roce` sets.
    private static Optional<Stated<Long>> bytes(
            Map<String, Stated<String>> settings, String name, long preset, Source source) {
        Pattern path =
                Pattern.compile(
                        "qos/congestion-control/[\\w-]+/traffic-class/[\\d,-]*3[\\d,-]*/"
                                + name
                                + "(?:-bytes)?");
        for (Map.Entry<String, Stated<String>> e : settings.entrySet()) {
            if (!path.matcher(e.getKey()).matches()) continue;
            OptionalLong n = Numbers.toLong(e.getValue().value());
            if (n.isPresent())
                return Optional.of(
                        new Stated<>(n.getAsLong(), e.getValue().words(), e.getValue().source()));
        }
        return Optional.of(new Stated<>(preset, "roce", source));
    }

    private static Optional<Stated<String>> first(
            Map<String, Stated<String>> settings, String... paths) {
        for (String path : paths) {
            Stated<String> s = settings.get(path);
            if (s != null) return Optional.of(s);
        }
        return Optional.empty();
    }

    /// `swp1` and `swp2` of `swp1-2`; a list of more than 512 ports is none.
    private static List<String> ports(String words) {
        List<String> all = new ArrayList<>();
        if (!PORT.matcher(words).matches()) return all;
        for (String word : words.split(",")) {
            Matcher m = RANGE.matcher(word);
            if (!m.matches()) {
                if (word.startsWith("swp")) all.add(word);
                continue;
            }
            OptionalInt from = Numbers.toInt(m.group(1));
            OptionalInt to = Numbers.toInt(m.group(2));
            for (int i = from.orElse(0); i <= Math.min(to.orElse(0), 512); i++) all.add("swp" + i);
        }
        return all;
    }

    private static SwitchPort port(String name, Map<String, Stated<String>> own) {
        Stated<String> mtu = own.get("link/mtu");
        OptionalInt bytes = mtu == null ? OptionalInt.empty() : Numbers.toInt(mtu.value());
        return new SwitchPort(
                name,
                Optional.ofNullable(own.get("link/state")).map(s -> !s.value().equals("down")),
                Optional.empty(),
                "",
                mtu == null || bytes.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Stated<>(bytes.getAsInt(), mtu.words(), mtu.source())),
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(own.get("description")).map(Stated::value),
                Map.of(),
                own.values().iterator().next().source());
    }
}
