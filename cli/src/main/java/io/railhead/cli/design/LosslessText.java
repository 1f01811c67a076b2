package io.railhead.cli.design;

import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.Headroom;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.fabric.Term;
import io.railhead.model.Bandwidth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The design of a lossless class for reading: a table of ports, then how each number came about.
public final class LosslessText {
    private static final int INDENT = 2;

    private final int width;
    private final StringBuilder out = new StringBuilder();

    private LosslessText(int width) {
        this.width = width;
    }

    /// @param width of the screen in characters
    public static String render(List<LosslessDesign> designs, int width) {
        LosslessText text = new LosslessText(width);
        designs.forEach(text::design);
        return text.out.toString();
    }

    private void design(LosslessDesign design) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        out.append(design.device())
                .append(": priority ")
                .append(design.wanted().priority())
                .append(" lossless, DSCP ")
                .append(design.wanted().dscp())
                .append(" (ToS ")
                .append(design.dataTos())
                .append(")\n\n");
        List<Group> groups = groups(design.ports());
        Table table =
                new Table("ports", "Gb/s", "cable", "MTU", "headroom", "kmin", "kmax", "pmax");
        for (Group group : groups) {
            PortDesign port = group.ports.getFirst();
            table.row(
                    group.words(),
                    gbps(port.rate()),
                    metres(port.metres()),
                    port.mtu(),
                    number(port.headroom().bytes()),
                    port.ecn().map(e -> number(e.kminBytes())).orElse("-"),
                    port.ecn().map(e -> number(e.kmaxBytes())).orElse("-"),
                    port.ecn().map(e -> e.pmaxPercent() + "%").orElse("-"));
        }
        if (table.isEmpty()) {
            out.append("  no port of it can be sized\n");
        } else {
            out.append(table.render(INDENT, width));
            out.append("  Bytes of buffer; a paused port resumes two MTU below where it paused.\n");
        }
        if (!groups.isEmpty() || !design.arithmetic().isEmpty()) {
            headline("How it was computed");
        }
        for (Group group : groups) {
            arithmetic(group);
        }
        design.arithmetic().forEach(this::paragraph);
        if (!design.assumptions().isEmpty()) {
            headline("Assumed (the key that says otherwise)");
            design.assumptions().forEach(this::paragraph);
        }
        if (!design.conflicts().isEmpty()) {
            headline("Does not fit");
            design.conflicts().forEach(this::paragraph);
        }
    }

    private void arithmetic(Group group) {
        PortDesign port = group.ports.getFirst();
        Headroom headroom = port.headroom();
        paragraph("headroom of " + group.words() + ": " + headroom.arithmetic());
        for (Term term : headroom.terms()) {
            out.append(
                    Wrap.labelled(
                            String.format(Locale.ROOT, "%,9d  ", term.bytes()),
                            term.what() + ": " + term.arithmetic() + " [" + term.source() + "]",
                            INDENT,
                            width));
        }
        port.ecn().map(EcnThresholds::why).orElse(List.of()).forEach(this::paragraph);
    }

    private void headline(String words) {
        out.append('\n').append(words).append('\n');
    }

    private void paragraph(String words) {
        out.append(Wrap.labelled("- ", words, INDENT, width));
    }

    static String number(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes);
    }

    private static String gbps(Bandwidth rate) {
        return String.format(Locale.ROOT, rate.asGbps() < 10 ? "%.1f" : "%.0f", rate.asGbps());
    }

    private static String metres(double metres) {
        return Headroom.metres(metres);
    }

    private static List<Group> groups(List<PortDesign> ports) {
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        for (PortDesign port : ports) {
            groups.computeIfAbsent(
                            List.of(port.rate(), port.metres(), port.mtu(), port.headroom()),
                            k -> new Group(new ArrayList<>()))
                    .ports
                    .add(port);
        }
        return List.copyOf(groups.values());
    }

    /// Ports that have everything in common.
    private record Group(List<PortDesign> ports) {
        String words() {
            String first = ports.getFirst().port();
            return switch (ports.size()) {
                case 1 -> first;
                case 2 -> first + ", " + ports.getLast().port();
                default -> first + " .. " + ports.getLast().port() + " (" + ports.size() + ")";
            };
        }
    }
}
