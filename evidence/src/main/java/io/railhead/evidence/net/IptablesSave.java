package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PacketFilter;
import io.railhead.model.fact.PacketFilter.Chain;
import io.railhead.model.fact.PacketFilter.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `iptables-save`, `iptables -S`: rules of the older packet filter, put in the words of nft.
@AutoService(Parser.class)
public final class IptablesSave implements Parser {

    /// Only where the older filter has tables; rules of iptables-nft are in `nft list ruleset`.
    /// Which tables there are only root may see.
    private static final String COMMAND =
            "n=/proc/net/ip_tables_names; [ -e $n ] || { echo 'no tables of iptables' >&2; exit 1; };"
                    + " grep -qs . $n || { echo 'no tables of iptables, or no right to see them' >&2;"
                    + " exit 1; }; iptables-legacy-save 2>/dev/null | head -n 3000 | grep . ||"
                    + " iptables-save | head -n 3000";

    private static final Pattern TABLE = Pattern.compile("\\*(filter|nat|mangle|raw|security)");
    private static final Pattern POLICY =
            Pattern.compile("(?::|-P )(\\S{1,100}) (ACCEPT|DROP|-)(?: \\[\\d+:\\d+])?");
    private static final Pattern ADDED =
            Pattern.compile("(?:\\[\\d+:\\d+] )?-A (\\S{1,100})(?: (.{0,4000}))?");
    private static final Pattern NEW = Pattern.compile("-N (\\S{1,100})");
    private static final Pattern WORD = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|\\S+");
    private static final Pattern TEXT =
            Pattern.compile("(?m)^(?:\\*(?:filter|nat|mangle|raw)$|-A \\S+ .*-j \\S+)");

    /// Targets that let the packet go on to the next rule.
    private static final Set<String> ASIDE =
            Set.of("LOG", "NFLOG", "ULOG", "MARK", "CONNMARK", "TCPMSS", "CT", "DSCP", "TOS");

    @Override
    public String name() {
        return "iptables-save";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), COMMAND)
                        .cited("iptables-save")
                        .asRoot()
                        .expectLarge()
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PacketFilter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.equals(COMMAND)
                || line.is("iptables-save")
                || line.is("iptables-legacy-save")
                || (line.is("iptables") && (line.has("-S") || line.has("--list-rules")));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    /// A chain while its rules are read.
    private record Open(String table, String name, List<Rule> rules, Lines.Line first) {}

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "iptables-save", "iptables");
        String table = "filter";
        Map<String, Open> open = new LinkedHashMap<>();
        Map<String, String> policies = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            Matcher m;
            if (text.startsWith("#") || text.equals("COMMIT")) {
                line.ignore();
            } else if ((m = TABLE.matcher(text)).matches()) {
                table = m.group(1);
                line.read();
            } else if ((m = POLICY.matcher(text)).matches()) {
                chain(open, table, m.group(1), line.read());
                policies.put(table + " " + m.group(1), m.group(2).toLowerCase(Locale.ROOT));
            } else if ((m = NEW.matcher(text)).matches()) {
                chain(open, table, m.group(1), line.read());
            } else if ((m = ADDED.matcher(text)).matches()) {
                String words = Optional.ofNullable(m.group(2)).orElse("");
                Open chain = chain(open, table, m.group(1), line);
                chain.rules().add(rule(words, line.read()));
            }
        }
        boolean blank = transcript.stdout().isBlank();
        if (blank && lines.complaint().isPresent()) {
            lines.unavailable(lines.complaint().get());
            return lines.reading(List.of());
        }
        List<Chain> chains = new ArrayList<>();
        open.forEach((key, c) -> chains.add(closed(c, policies.getOrDefault(key, "-"))));
        // Whether there are no rules at all, the newer filter tells.
        return lines.reading(
                chains.isEmpty() ? List.of() : List.of(new PacketFilter(chains, lines.whole())));
    }

    private static Open chain(Map<String, Open> open, String table, String name, Lines.Line line) {
        return open.computeIfAbsent(
                table + " " + name, k -> new Open(table, name, new ArrayList<>(), line));
    }

    private static Chain closed(Open c, String policy) {
        Optional<String> hook =
                switch (c.name()) {
                    case "INPUT", "OUTPUT", "FORWARD", "PREROUTING", "POSTROUTING" ->
                            Optional.of(c.name().toLowerCase(Locale.ROOT));
                    default -> Optional.empty();
                };
        return new Chain(
                "ip",
                c.table(),
                c.name(),
                hook,
                hook.map(h -> policy.equals("drop") ? "drop" : "accept"),
                c.rules(),
                c.first().source());
    }

    /// `-p udp -m udp --dport 4791 -j DROP` as `ip protocol udp udp dport 4791` and `drop`. What it
    /// does not know becomes the word `unknown`: then nobody can say what the rule is for.
    static Rule rule(String text, Lines.Line line) {
        List<String> words = WORD.matcher(text).results().map(r -> r.group()).toList();
        StringBuilder condition = new StringBuilder();
        String verdict = "";
        String protocol = "th";
        boolean not = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            String equal = not ? "!= " : "";
            boolean one = true;
            switch (word) {
                case "!" -> one = false;
                case "-i" -> add(condition, "iifname " + equal + name(value));
                case "-o" -> add(condition, "oifname " + equal + name(value));
                case "-s" -> add(condition, "ip saddr " + equal + value);
                case "-d" -> add(condition, "ip daddr " + equal + value);
                case "-p" -> {
                    protocol = value.equals("tcp") || value.equals("udp") ? value : "th";
                    if (!value.equals("all")) add(condition, "ip protocol " + equal + value);
                }
                case "--dport", "--dports" ->
                        add(condition, ports(protocol + " dport", equal, value));
                case "--sport", "--sports" ->
                        add(condition, ports(protocol + " sport", equal, value));
                case "--ctstate", "--state" ->
                        add(condition, "ct state " + equal + value.toLowerCase(Locale.ROOT));
                case "--icmp-type" -> add(condition, "icmp type " + equal + value);
                case "-m", "--comment", "--reject-with", "--log-prefix", "--log-level" -> {
                    if (word.equals("-m") && value.equals("limit")) add(condition, "limit rate");
                }
                case "-j" -> verdict = target(value);
                case "-g" -> verdict = "goto " + value;
                default -> {
                    one = false;
                    if (word.startsWith("-") && verdict.isEmpty())
                        add(condition, "unknown " + word);
                }
            }
            not = word.equals("!");
            if (one) i++;
        }
        return new Rule(condition.toString(), verdict, line.source());
    }

    private static void add(StringBuilder condition, String words) {
        if (!condition.isEmpty()) condition.append(' ');
        condition.append(words);
    }

    private static String name(String pattern) {
        String nft =
                pattern.endsWith("+") ? pattern.substring(0, pattern.length() - 1) + "*" : pattern;
        return "\"" + nft + "\"";
    }

    private static String ports(String what, String equal, String value) {
        String ports = value.replace(':', '-').replace(",", ", ");
        return what + " " + equal + (ports.contains(",") ? "{ " + ports + " }" : ports);
    }

    private static String target(String value) {
        return switch (value) {
            case "ACCEPT", "DROP", "REJECT", "RETURN" -> value.toLowerCase(Locale.ROOT);
            default -> ASIDE.contains(value) ? "" : "jump " + value;
        };
    }
}
