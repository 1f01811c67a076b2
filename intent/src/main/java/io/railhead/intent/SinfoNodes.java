package io.railhead.intent;

import io.railhead.model.intent.Gpus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what `sinfo -N` prints: plain, `-l`, or with columns of one's own (`-o`, `-O`), with or
/// without the heading; also `sinfo` without `-N`, whose node lists expand. A node of several
/// partitions is one host.
public final class SinfoNodes {
    /// Columns of `sinfo -N -h`.
    private static final List<String> DEFAULT = List.of("NODELIST", "NODES", "PARTITION", "STATE");

    /// Base states and their short forms (slurm's `sinfo` manual, NODE STATE CODES).
    private static final List<String> FIT =
            List.of(
                    "idle",
                    "alloc",
                    "allocated",
                    "mix",
                    "mixed",
                    "comp",
                    "completing",
                    "resv",
                    "reserved",
                    "plnd",
                    "planned",
                    "npc",
                    "perfctrs");

    private static final List<String> UNFIT =
            List.of(
                    "down",
                    "drain",
                    "drained",
                    "drng",
                    "draining",
                    "fail",
                    "failg",
                    "failing",
                    "futr",
                    "future",
                    "maint",
                    "unk",
                    "unknown",
                    "boot",
                    "reboot",
                    "inval",
                    "pow_dn",
                    "power_down",
                    "powering_down",
                    "powered_down",
                    "pow_up",
                    "power_up",
                    "powering_up",
                    "no_respond",
                    "block",
                    "blocked",
                    "error");

    private static final Pattern GPU =
            Pattern.compile("gpu(?::([A-Za-z][A-Za-z0-9_.-]*))?:([0-9]{1,4})(?:\\([^)]*\\))?");

    private SinfoNodes() {}

    private record Node(
            Optional<String> address,
            List<String> partitions,
            String state,
            Optional<Gpus> gpus,
            Optional<String> reason,
            int line) {}

    /// Reads the output of sinfo.
    ///
    /// @param file for messages
    public static Imported read(String file, String text) {
        Problems problems = new Problems(file);
        Map<String, Node> nodes = new LinkedHashMap<>();
        List<String> columns = List.of();
        int number = 0;
        for (String raw : text.split("\\R", -1)) {
            number++;
            String line = raw.strip();
            List<String> words = List.of(line.split("\\s+"));
            Spot at = new Spot(number, 1, "");
            if (line.isEmpty() || isDate(words)) {
                continue;
            }
            if (words.contains("NODELIST") || words.contains("HOSTNAMES")) {
                columns = words;
                continue;
            }
            if (columns.isEmpty() && words.size() == 4 && words.get(1).matches("[0-9]+")) {
                columns = DEFAULT;
            }
            if (columns.isEmpty()) {
                problems.error(
                        at,
                        "this is not the output of sinfo: no heading with NODELIST",
                        "give what sinfo -N prints");
                break;
            }
            row(columns, line, at, nodes, problems);
        }
        if (nodes.isEmpty() && !problems.anyError()) {
            problems.error(new Spot(0, 0, ""), "lists no node", "give what sinfo -N prints");
        }
        List<ImportedHost> hosts = new ArrayList<>();
        nodes.forEach((name, node) -> hosts.add(host(name, node)));
        return new Imported(hosts, problems.all());
    }

    /// `sinfo -l` prints the date above the heading.
    private static boolean isDate(List<String> words) {
        return words.size() >= 4 && words.getFirst().matches("(Mon|Tue|Wed|Thu|Fri|Sat|Sun),?");
    }

    private static void row(
            List<String> columns,
            String line,
            Spot at,
            Map<String, Node> nodes,
            Problems problems) {
        String[] words = line.split("\\s+", columns.size());
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < words.length; i++) {
            row.put(columns.get(i), words[i]);
        }
        String list = row.getOrDefault("NODELIST", row.getOrDefault("HOSTNAMES", ""));
        switch (HostRanges.expand(list)) {
            case HostRanges.Expansion.Bad bad ->
                    problems.error(
                            at, "the node list does not read: " + bad.message(), bad.remedy());
            case HostRanges.Expansion.Names names -> {
                Node node = node(row, at, problems, names.names().size() == 1);
                names.names().forEach(name -> nodes.merge(name, node, SinfoNodes::merged));
                if (nodes.size() > HostRanges.MOST) {
                    nodes.clear();
                    problems.error(
                            at,
                            "more than " + HostRanges.MOST + " nodes",
                            "give the output of one cluster");
                }
            }
        }
    }

    private static Node node(Map<String, String> row, Spot at, Problems problems, boolean single) {
        String state = row.getOrDefault("STATE", "idle");
        String base = base(state);
        if (!FIT.contains(base) && !UNFIT.contains(base)) {
            problems.warning(
                    at,
                    "the state \"" + Ranges.shortened(state) + "\" is not known",
                    "check whether the node is to be in the cluster");
        }
        Optional<String> reason =
                Optional.ofNullable(row.get("REASON")).filter(r -> !r.equals("none"));
        String partition = row.getOrDefault("PARTITION", "");
        return new Node(
                single ? Optional.ofNullable(row.get("NODE_ADDR")) : Optional.empty(),
                partition.isEmpty() ? List.of() : List.of(partition.replace("*", "")),
                state,
                Optional.ofNullable(row.get("GRES")).flatMap(SinfoNodes::gpus),
                reason,
                at.line());
    }

    private static Node merged(Node a, Node b) {
        List<String> partitions = new ArrayList<>(a.partitions);
        partitions.addAll(b.partitions);
        return new Node(
                a.address.or(() -> b.address),
                partitions,
                FIT.contains(base(a.state)) ? b.state : a.state,
                a.gpus.or(() -> b.gpus),
                a.reason.or(() -> b.reason),
                a.line);
    }

    /// Without the marks for not responding, power saving, planned and the like.
    private static String base(String state) {
        String word = state.replaceAll("[*~#!%$@^+-]+$", "").toLowerCase(Locale.ROOT);
        int plus = word.indexOf('+');
        return plus < 0 ? word : word.substring(plus + 1);
    }

    /// `gpu:h100:8(S:0-1)`, several kinds separated by commas.
    private static Optional<Gpus> gpus(String gres) {
        Matcher matcher = GPU.matcher(gres);
        int count = 0;
        Optional<String> model = Optional.empty();
        while (matcher.find()) {
            count += Integer.parseInt(matcher.group(2));
            model = model.or(() -> Optional.ofNullable(matcher.group(1)));
        }
        return count == 0 || count > 1024 ? Optional.empty() : Optional.of(new Gpus(count, model));
    }

    private static ImportedHost host(String name, Node node) {
        boolean silent = node.state.contains("*");
        boolean unfit = !FIT.contains(base(node.state));
        Optional<String> note =
                unfit || silent
                        ? Optional.of(
                                "sinfo said "
                                        + node.state
                                        + (silent ? " (not responding)" : "")
                                        + node.reason.map(r -> ": " + r).orElse(""))
                        : Optional.empty();
        return new ImportedHost(
                name,
                node.address.orElse(name),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                node.gpus,
                node.partitions,
                note,
                node.line);
    }
}
