package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// `nv show interface`, a row a port, and `nv show interface X [link]`, a tree of one port (Cumulus
/// Linux, NVUE).
@AutoService(Parser.class)
public final class NvueShowInterface implements Parser {
    private static final Pattern TABLE =
            Pattern.compile(
                    "(?m)^ *Interface +(?:Admin Status +Oper Status +Speed +MTU|MTU +Speed +State"
                            + "|State +Speed +MTU|Speed +Type +Remote Host)");
    private static final Pattern MTU = Pattern.compile("(?m)^ *mtu +\\d");
    private static final Pattern STATE =
            Pattern.compile("(?m)^ *(?:oper-status|admin-status|state) +(?:up|down)\\b");

    private static final Pattern JSON =
            Pattern.compile("\"swp\\w{1,20}\" ?: ?\\{\\s*\"(?:link|ip|type|bridge|acl)\" ?:");

    @Override
    public String name() {
        return "nvue-show-interface";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LldpAnnouncement.class, SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "show")
                && c.has("interface")
                && !c.has("qos")
                && (c.operands().size() <= (c.has("-o") ? 4 : 3) || c.has("link"));
    }

    @Override
    public boolean recognises(String text) {
        boolean tree =
                text.lines().anyMatch(NvueTree::heads)
                        && MTU.matcher(text).find()
                        && STATE.matcher(text).find();
        return (tree || TABLE.matcher(text).find() || isJson(text)) && !NvueShowRoce.isRoce(text);
    }

    private static boolean isJson(String text) {
        return JSON.matcher(text).find() && !NvueConfig.isJson(text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        String port = NvueTree.after(lines.command(), "interface");
        NvueTree tree = NvueTree.of(lines);
        List<Fact> facts = new ArrayList<>();
        ofTree(port, tree).ifPresent(facts::add);
        for (NvueTree.Table table : tree.tables()) {
            if (!table.has("interface") || !table.has("speed")) continue;
            table.take();
            table.rows().forEach(row -> ofRow(row, facts));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static Optional<Fact> ofTree(String port, NvueTree tree) {
        Optional<Stated<String>> mtu = either(tree, "mtu");
        Optional<Stated<String>> state =
                either(tree, "oper-status").or(() -> either(tree, "state"));
        if (mtu.isEmpty() && state.isEmpty()) return Optional.empty();
        Source source = state.or(() -> mtu).orElseThrow().source();
        return Optional.of(
                new SwitchPort(
                        port,
                        either(tree, "admin-status").map(s -> s.value().equals("up")),
                        state.map(s -> s.value().equals("up")),
                        state.map(Stated::value).orElse(""),
                        mtu.flatMap(m -> number(m.value(), m.source())),
                        either(tree, "speed").flatMap(s -> Rates.of(s.value(), s.source())),
                        either(tree, "fec"),
                        tree.value("description").map(Stated::value),
                        Map.copyOf(tree.settings()),
                        source));
    }

    /// A setting of the link, in the tree of the link or of the whole port.
    private static Optional<Stated<String>> either(NvueTree tree, String name) {
        return tree.value(name).or(() -> tree.value("link/" + name));
    }

    private static Optional<Stated<Integer>> number(String words, Source source) {
        OptionalInt n = Numbers.toInt(words);
        return n.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(n.getAsInt(), words, source));
    }

    private static void ofRow(NvueTree.Row row, List<Fact> facts) {
        Source source = row.source();
        String port = row.cell("interface");
        if (port.isEmpty()) return;
        String oper =
                row.cell("oper-status").isEmpty() ? row.cell("state") : row.cell("oper-status");
        String admin = row.cell("admin-status");
        facts.add(
                new SwitchPort(
                        port,
                        admin.isEmpty() ? Optional.empty() : Optional.of(admin.equals("up")),
                        oper.isEmpty()
                                ? Optional.empty()
                                : Optional.of(oper.toLowerCase(Locale.ROOT).equals("up")),
                        oper,
                        number(row.cell("mtu"), source),
                        Rates.of(row.cell("speed"), source),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        source));
        if (row.cell("remote-host").isEmpty()) return;
        facts.add(
                new LldpAnnouncement(
                        port,
                        End.PEER,
                        Optional.of(row.cell("remote-host")),
                        Optional.empty(),
                        row.cell("remote-port"),
                        OptionalInt.empty(),
                        Map.of(),
                        source));
    }
}
