package io.railhead.cli.design;

import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.fabric.RailLayout;
import io.railhead.fabric.TopologyAdvice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Which form a network should have, and how rails are laid out, for reading and as JSON.
public final class TopologyText {
    private final int width;
    private final StringBuilder out = new StringBuilder();

    private TopologyText(int width) {
        this.width = width;
    }

    /// @param layout of the cluster that the advice is for, where there is one
    /// @param width of the screen in characters
    public static String render(TopologyAdvice advice, Optional<RailLayout> layout, int width) {
        TopologyText text = new TopologyText(width);
        text.advice(advice);
        layout.ifPresent(text::layout);
        return text.out.toString();
    }

    private void advice(TopologyAdvice advice) {
        String hosts = counted(advice.hosts(), "host") + ", " + counted(advice.rails(), "rail");
        List<TopologyAdvice.Shape> advised = advice.advised();
        if (advised.isEmpty()) {
            say(
                    "",
                    hosts
                            + (advice.hosts() < 2
                                    ? ": nothing to join"
                                    : ": no form that is sized here joins them"));
        } else {
            say("", hosts + ": " + advised.getFirst().form().words());
            say("", "Why: " + advised.getFirst().why() + ".");
        }
        if (advice.hosts() < 2) {
            return;
        }
        out.append('\n');
        Table table = new Table("form", "fits", "switches", "cables", "most hops");
        for (TopologyAdvice.Shape shape : advice.shapes()) {
            table.row(
                    shape.form().words(),
                    shape.fits() ? "yes" : "no",
                    shape.fits() ? shape.switches() : "-",
                    shape.fits() ? shape.cables() : "-",
                    shape.fits() ? shape.hops() : "-");
        }
        out.append(table.render(2, width)).append('\n');
        for (TopologyAdvice.Shape shape : advice.shapes()) {
            out.append(shape.form().words()).append('\n');
            say("  fits: ", (shape.fits() ? "yes: " : "no: ") + shape.why());
            if (shape.fits()) {
                say("  redundancy: ", shape.redundancy());
                say("  cost: ", shape.cost());
                say("  complexity: ", shape.complexity());
            }
        }
        out.append('\n');
        advice.notes().forEach(n -> say("", n));
    }

    private void layout(RailLayout layout) {
        out.append("\nRails as cluster.yaml has them\n\n");
        Table table = new Table("rail", "ports", "GPU", "switches", "most hops");
        for (RailLayout.RailLine rail : layout.rails()) {
            table.row(
                    rail.rail(),
                    rail.ports(),
                    rail.gpu().isPresent() ? rail.gpu().getAsInt() : "-",
                    rail.switches().isEmpty() ? "-" : String.join(", ", rail.switches()),
                    rail.hops().isPresent() ? rail.hops().getAsInt() : "not known");
        }
        out.append(table.render(2, width));
        if (!layout.leaves().isEmpty()) {
            Table leaves = new Table("switch", "host ports", "down", "up", "oversubscribed");
            for (RailLayout.Leaf leaf : layout.leaves()) {
                leaves.row(
                        leaf.name(),
                        leaf.hostPorts(),
                        gbps(leaf.down()),
                        gbps(leaf.up()),
                        leaf.oversubscription().isPresent()
                                ? String.format(
                                        Locale.ROOT,
                                        "%.1f to 1",
                                        leaf.oversubscription().getAsDouble())
                                : "-");
            }
            out.append('\n').append(leaves.render(2, width));
        }
        if (!layout.faults().isEmpty()) {
            out.append("\nNot laid out as rails\n");
            layout.faults().forEach(f -> say("- ", f));
        } else if (layout.unknown().isEmpty()) {
            out.append("\nEach GPU has a port of its own, and each rail is one hop at most.\n");
        }
        if (!layout.unknown().isEmpty()) {
            out.append("\nNot said in cluster.yaml, so not looked at\n");
            layout.unknown().forEach(u -> say("- ", u));
        }
    }

    private static String counted(int number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private static String gbps(OptionalDouble rate) {
        return rate.isPresent()
                ? rate.getAsDouble() == 0
                        ? "none"
                        : String.format(Locale.ROOT, "%.0f Gb/s", rate.getAsDouble() / 1e9)
                : "-";
    }

    private void say(String label, String words) {
        out.append(Wrap.labelled(label, words, 0, width));
    }

    /// The same as `railhead.topology/1`; rates are bits a second.
    public static Map<String, Object> document(TopologyAdvice advice, Optional<RailLayout> layout) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "railhead.topology/1");
        document.put("hosts", advice.hosts());
        document.put("rails", advice.rails());
        document.put("switchPorts", advice.switchPorts());
        advice.advised().forEach(s -> document.put("advised", s.form().words()));
        document.put("forms", advice.shapes().stream().map(TopologyText::shape).toList());
        document.put("notes", advice.notes());
        layout.ifPresent(l -> document.put("layout", layoutDocument(l)));
        return document;
    }

    private static Map<String, Object> shape(TopologyAdvice.Shape shape) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("form", shape.form().words());
        map.put("fits", shape.fits());
        map.put("why", shape.why());
        if (shape.fits()) {
            map.put("switches", shape.switches());
            map.put("cables", shape.cables());
            map.put("hops", shape.hops());
            map.put("redundancy", shape.redundancy());
            map.put("cost", shape.cost());
            map.put("complexity", shape.complexity());
        }
        return map;
    }

    private static Map<String, Object> layoutDocument(RailLayout layout) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "rails",
                layout.rails().stream()
                        .map(
                                rail -> {
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("rail", rail.rail());
                                    one.put("ports", rail.ports());
                                    rail.gpu().ifPresent(g -> one.put("gpu", g));
                                    one.put("switches", rail.switches());
                                    rail.hops().ifPresent(h -> one.put("hops", h));
                                    return one;
                                })
                        .toList());
        map.put(
                "leaves",
                layout.leaves().stream()
                        .map(
                                leaf -> {
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("switch", leaf.name());
                                    one.put("hostPorts", leaf.hostPorts());
                                    leaf.down().ifPresent(d -> one.put("downBps", d));
                                    leaf.up().ifPresent(u -> one.put("upBps", u));
                                    leaf.oversubscription()
                                            .ifPresent(o -> one.put("oversubscription", o));
                                    return one;
                                })
                        .toList());
        map.put("faults", layout.faults());
        map.put("unknown", layout.unknown());
        return map;
    }
}
