package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `nft list ruleset`: tables, chains and rules, one a line. Sets, maps and other objects are
/// ignored; a rule that names one is read with its name. Rules that iptables-nft made stand here
/// as well.
@AutoService(Parser.class)
public final class NftRuleset implements Parser {
    /// What says that there are no rules, without having the kernel load the module for it.
    private static final String NOT_LOADED = "# nf_tables is not loaded";

    /// Lines kept: a host of a large Kubernetes cluster has tens of thousands.
    private static final String COMMAND =
            "if [ -e /proc/modules ] && [ ! -d /sys/module/nf_tables ] &&"
                    + " ! grep -qs nf_tables /lib/modules/*/modules.builtin; then echo '"
                    + NOT_LOADED
                    + "'; else nft list ruleset | head -n 3000; fi";

    private static final Pattern TABLE =
            Pattern.compile("table (inet|ip|ip6|arp|bridge|netdev) (\\S{1,200}) \\{.*");
    private static final Pattern CHAIN = Pattern.compile("chain (\\S{1,200}) \\{.*");
    private static final Pattern OTHER =
            Pattern.compile(
                    "(?:set|map|flowtable|counter|quota|limit|synproxy|secmark|meter"
                            + "|ct (?:helper|timeout|expectation))\\b.*\\{.*");
    private static final Pattern HOOK =
            Pattern.compile(
                    "type \\w+ hook (\\w+)\\b[^;]{0,200};(?: policy (accept|drop);)?(?: comment .*)?");
    private static final Pattern VERDICT =
            Pattern.compile(
                    "(.*?)(?:^|\\s)(accept|drop|return|reject(?: with .{1,80})?|(?:jump|goto) \\S+)");

    /// Statements that decide nothing.
    private static final Pattern ASIDE =
            Pattern.compile(
                    "\\bcounter packets \\d{1,20} bytes \\d{1,20}|\\bcounter\\b"
                            + "|\\blog(?: (?:prefix \"[^\"]*\"|level \\w+|group \\d+|flags \\w+"
                            + "|snaplen \\d+|queue-threshold \\d+))*"
                            + "|\\bcomment \"[^\"]*\"|# handle \\d+");

    @Override
    public String name() {
        return "nft-ruleset";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), COMMAND)
                        .cited("nft list ruleset")
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
        return command.equals(COMMAND) || (line.is("nft") && line.has("list"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .limit(500)
                .map(String::strip)
                .anyMatch(l -> l.length() < 400 && TABLE.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nft");
        List<Chain> chains = new ArrayList<>();
        String family = "";
        String table = "";
        @Nullable Open chain = null;
        int depth = 0;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (text.length() > 16_384) continue;
            if (depth > 0) {
                depth += braces(text);
                line.ignore();
                continue;
            }
            Matcher m;
            if (text.startsWith("#")) {
                line.ignore();
            } else if ((m = TABLE.matcher(text)).matches()) {
                family = m.group(1);
                table = m.group(2);
                line.read();
            } else if ((m = CHAIN.matcher(text)).matches()) {
                chain = new Open(family, table, m.group(1), line.read());
            } else if (OTHER.matcher(text).matches()) {
                depth = braces(text);
                line.ignore();
            } else if (text.equals("}")) {
                if (chain != null) chains.add(chain.close());
                chain = null;
                line.ignore();
            } else if (chain != null) {
                chain.row(text, line.read());
            }
        }
        if (chain != null) chains.add(chain.close());
        boolean blank = transcript.stdout().isBlank();
        if (blank && lines.complaint().isPresent()) {
            lines.unavailable(lines.complaint().get());
            return lines.reading(List.of());
        }
        // Nothing at all is an answer: there is no rule.
        return lines.reading(List.of(new PacketFilter(chains, lines.whole())));
    }

    /// How many braces a line opens more than it closes.
    private static int braces(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '{') open++;
            if (text.charAt(i) == '}') open--;
        }
        return open;
    }

    /// A rule of nft without what only counts, logs or comments.
    static Rule rule(String text, Lines.Line line) {
        String plain = ASIDE.matcher(text).replaceAll("").replaceAll("\\s{2,}", " ").strip();
        Matcher m = VERDICT.matcher(plain);
        if (!m.matches()) return new Rule(plain, "", line.source());
        String verdict = m.group(2).startsWith("reject") ? "reject" : m.group(2);
        return new Rule(m.group(1).strip(), verdict, line.source());
    }

    /// A chain whose closing brace is still to come.
    private static final class Open {
        private final String family;
        private final String table;
        private final String name;
        private final Lines.Line first;
        private final List<Rule> rules = new ArrayList<>();
        private Optional<String> hook = Optional.empty();
        private Optional<String> policy = Optional.empty();
        private Lines.Line last;

        Open(String family, String table, String name, Lines.Line first) {
            this.family = family;
            this.table = table;
            this.name = name;
            this.first = first;
            this.last = first;
        }

        void row(String text, Lines.Line line) {
            last = line;
            Matcher m = HOOK.matcher(text);
            if (m.matches()) {
                hook = Optional.of(m.group(1));
                policy = Optional.of(Optional.ofNullable(m.group(2)).orElse("accept"));
            } else {
                rules.add(rule(text, line));
            }
        }

        Chain close() {
            return new Chain(family, table, name, hook, policy, rules, first.to(last));
        }
    }
}
