package io.railhead.cli.design;

import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.fabric.Lag;
import io.railhead.model.Bandwidth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What flows get of a link aggregate, for reading and as JSON. Members are counted from 1, as they
/// were added.
public final class LagText {
    private LagText() {}

    /// @param width of the screen in characters
    public static String render(Lag lag, List<Lag.Flow> flows, int width) {
        StringBuilder out = new StringBuilder();
        String all = words(new Bandwidth(lag.members() * lag.speed().bitsPerSecond()));
        say(
                out,
                width,
                "%d x %s are %s for many flows and %s for one: a flow stays on one member.",
                lag.members(),
                words(lag.speed()),
                all,
                words(lag.speed()));
        List<Lag.Placed> placed = lag.place(flows);
        boolean known = placed.stream().allMatch(p -> p.member().isPresent());
        if (known) {
            Map<Integer, Long> load = load(placed);
            Table table = new Table("flow", "member", "at most");
            for (Lag.Placed p : placed) {
                int member = p.member().orElseThrow();
                table.row(
                        p.flow(),
                        member + 1,
                        words(
                                new Bandwidth(
                                        lag.speed().bitsPerSecond()
                                                / load.getOrDefault(member, 1L))));
            }
            out.append('\n').append(table.render(2, width)).append('\n');
            say(
                    out,
                    width,
                    "%s use %d of %d members: at most %s together.",
                    flows(flows.size()),
                    load.size(),
                    lag.members(),
                    words(lag.most(flows)));
        } else {
            say(
                    out,
                    width,
                    switch (lag.hash()) {
                        case LAYER2, LAYER2_3 ->
                                "%s puts everything between two hosts on one member: %s are %d to it.";
                        case LAYER3_4, UNKNOWN -> "Hash %s: it tells %s apart as %d at the most.";
                    },
                    lag.hash().word(),
                    flows(flows.size()),
                    lag.kinds(flows));
            say(
                    out,
                    width,
                    "At most %s together; on average they use %.1f of %d members, since some fall on"
                            + " the same one.",
                    words(lag.most(flows)),
                    lag.usedOnAverage(lag.kinds(flows)),
                    lag.members());
        }
        say(
                out,
                width,
                "More even: more flows (NCCL_IB_QPS_PER_CONNECTION, iperf3 -P), or rails of their own"
                        + " instead of an aggregate. The formula is that of the bonding driver's"
                        + " documentation and was not tried on a bond.");
        return out.toString();
    }

    private static Map<Integer, Long> load(List<Lag.Placed> placed) {
        return placed.stream()
                .collect(
                        Collectors.groupingBy(
                                p -> p.member().orElseThrow(),
                                TreeMap::new,
                                Collectors.counting()));
    }

    private static String flows(int number) {
        return number + (number == 1 ? " flow" : " flows");
    }

    private static String words(Bandwidth rate) {
        return String.format(Locale.ROOT, "%.4g Gb/s", rate.asGbps()).replaceFirst("\\.0+ ", " ");
    }

    private static void say(StringBuilder out, int width, String words, Object... values) {
        out.append(Wrap.labelled("", String.format(Locale.ROOT, words, values), 0, width));
    }

    /// The same as `railhead.lag/1`; rates are bits a second.
    public static Map<String, Object> document(Lag lag, List<Lag.Flow> flows) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "railhead.lag/1");
        document.put("members", lag.members());
        document.put("memberBps", lag.speed().bitsPerSecond());
        document.put("hash", lag.hash().word());
        document.put(
                "flows",
                lag.place(flows).stream()
                        .map(
                                p -> {
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("flow", p.flow().toString());
                                    p.member().ifPresent(m -> one.put("member", m + 1));
                                    return one;
                                })
                        .toList());
        document.put("mostBps", lag.most(flows).bitsPerSecond());
        document.put("mostOfOneFlowBps", lag.speed().bitsPerSecond());
        document.put("membersUsedOnAverage", lag.usedOnAverage(lag.kinds(flows)));
        return document;
    }
}
