package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Evidence;
import io.railhead.model.Source;
import io.railhead.model.fact.HashFields;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Flows share a source port or another input of the hash.
@AutoService(Cause.class)
public final class EcmpEntropy implements Cause {
    private static final Pattern PORT_ROW = Pattern.compile("\\s*(?:\\d{1,9}\\s+)?\\d{4,5}\\s*");

    private static final Pattern FIELD = Pattern.compile(" -e (\\S+)");

    @Override
    public String code() {
        return "ecmp-low-entropy";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> ports =
                Clues.grouped(clues.of("udp-sport"), e -> e.get("port"));
        for (List<LogEvent> same : ports.values()) {
            long flows = same.stream().mapToLong(LogEvent::count).sum();
            if (flows >= 3) {
                verdict.certain(
                                same,
                                flows
                                        + " flows leave from UDP source port "
                                        + same.getFirst().get("port")
                                        + ": the hash sends all one way")
                        .cites(clues.of("bond-port-load", "uplink-load"))
                        .explains("lag-needs-more-qps", "lag-hash-polarization");
            }
        }
        fromCaptures(clues, verdict);
        withoutPorts(clues, verdict);
        Map<String, List<LogEvent>> labels =
                Clues.grouped(clues.of("flow-label"), e -> e.get("value"));
        if (labels.size() == 1 && clues.count("flow-label") >= 3)
            verdict.certain(
                            clues.of("flow-label"),
                            "all flows carry one flow label, from which the UDP source port is made")
                    .explains("lag-needs-more-qps");
    }

    /// One source port in a capture or a count of source ports, for more than one queue pair.
    private static void fromCaptures(Clues clues, Verdict verdict) {
        List<LogEvent> packets = clues.of("roce-flow");
        Set<String> ports = new TreeSet<>(packets.stream().map(e -> e.get("sport")).toList());
        Set<String> pairs =
                new TreeSet<>(
                        packets.stream().map(e -> e.get("src") + " " + e.get("dst")).toList());
        long pairsOfQueues =
                clues.of("perftest-qps", "qps-option", "queue-pairs-seen").stream()
                        .mapToLong(e -> Clues.number(e, "qps").orElse(1))
                        .max()
                        .orElse(1);
        List<Evidence> counted = new ArrayList<>();
        for (LogEvent e : clues.of("sport-fields")) {
            counted.addAll(portsBelow(clues, e));
            counted.addAll(flowsOfOnePort(clues, e, pairsOfQueues));
        }
        boolean pairsOfOne =
                !counted.isEmpty() && !PORT_ROW.matcher(counted.getFirst().text()).matches();
        boolean manyFlowsOfOne =
                pairsOfOne || (counted.size() == 1 && flows(counted.getFirst()) >= 3);
        boolean onePort = ports.size() == 1 && pairsOfQueues > 1;
        boolean onePortOfMany =
                ports.size() == 1
                        && (pairs.size() >= 3
                                || (pairs.size() == 2 && new Uplinks(clues).isOneOfSeveral()));
        if (!manyFlowsOfOne && !onePort && !onePortOfMany) return;
        Suspicion s =
                verdict.certain(
                        packets,
                        "all queue pairs send from one UDP source port: hashes of the network send"
                                + " them all one way");
        counted.forEach(s::cites);
        s.cites(clues.of("uplink-load", "qps-option", "perftest-qps"))
                .explains("lag-needs-more-qps", "lag-hash-polarization");
    }

    /// The hash leaves the UDP port out, and one of several links carries all.
    private static void withoutPorts(Clues clues, Verdict verdict) {
        List<LogEvent> modes = clues.of("hash-by-address");
        List<HashFields> fields =
                clues.all(HashFields.class).stream()
                        .filter(f -> !f.fields().isEmpty() && !f.tellsQueuePairsApart())
                        .toList();
        if (modes.isEmpty() && fields.isEmpty()) return;
        Uplinks uplinks = new Uplinks(clues);
        boolean uneven = uplinks.isOneOfSeveral();
        String summary =
                "the way is chosen by addresses alone: all queue pairs between two hosts go one way";
        Suspicion s = uneven ? verdict.certain(modes, summary) : verdict.possible(modes, summary);
        if (!uneven) s.info();
        fields.forEach(f -> quote(clues, f, s));
        uplinks.cite(s);
        s.cites(clues.of("roce-flow").stream().limit(4).toList())
                .fix(
                        "let the UDP source port take part in the hash (`ip load-sharing address"
                                + " source-destination port source-destination`,"
                                + " `config switch-hash global ecmp-hash` with L4_SRC_PORT,"
                                + " `net.ipv4.fib_multipath_hash_policy=1`, xmit_hash_policy"
                                + " layer3+4)")
                .explains("lag-hash-polarization", "lag-needs-more-qps");
    }

    private static void quote(Clues clues, HashFields fields, Suspicion s) {
        Source at = fields.source();
        for (int n = at.firstLine(); n <= Math.min(at.lastLine(), at.firstLine() + 12); n++) {
            Evidence line = clues.facts().cite(Source.line(at.document(), n));
            if (line.text().matches(".*[A-Z]{2}.*")) s.of(fields).cites(line);
        }
    }

    private static long flows(Evidence row) {
        String[] words = row.text().strip().split("\\s+");
        return words.length == 2 && words[0].length() < 10 ? Long.parseLong(words[0]) : 1;
    }

    /// Rows of `uniq -c` over source ports and what tells flows apart (`tshark -T fields -e
    /// udp.srcport -e infiniband.bth.destqp`, or the addresses), where many flows have one port;
    /// empty where ports differ.
    private static List<Evidence> flowsOfOnePort(
            Clues clues, LogEvent command, long pairsOfQueues) {
        List<String> fields = FIELD.matcher(command.text()).results().map(r -> r.group(1)).toList();
        int at = fields.indexOf("udp.srcport");
        if (at < 0 || fields.size() < 2) return List.of();
        List<Evidence> rows = new ArrayList<>();
        Set<String> ports = new TreeSet<>();
        Set<String> flows = new TreeSet<>();
        String document = command.source().document();
        for (int n = command.source().lastLine() + 1; rows.size() < 64; n++) {
            String line = clues.facts().line(document, n);
            List<String> words = List.of(line.strip().split("\\s+"));
            int counts = words.size() - fields.size();
            if (counts < 0 || counts > 1 || !words.get(counts + at).matches("\\d{1,5}")) break;
            ports.add(words.get(counts + at));
            flows.add(String.join(" ", words.subList(counts, words.size())));
            rows.add(new Evidence(document, n, line));
        }
        return ports.size() == 1 && Math.max(flows.size(), pairsOfQueues) >= 3 ? rows : List.of();
    }

    /// Rows of `uniq -c` over source ports, or of ports alone, below the command that asks.
    private static List<Evidence> portsBelow(Clues clues, LogEvent command) {
        List<Evidence> rows = new ArrayList<>();
        String document = command.source().document();
        for (int n = command.source().lastLine() + 1; rows.size() < 64; n++) {
            String line = clues.facts().line(document, n);
            if (!PORT_ROW.matcher(line).matches()) break;
            rows.add(new Evidence(document, n, line));
        }
        return rows;
    }
}
