package io.railhead.cli.report;

import io.railhead.cli.report.LinkStates.PortState;
import io.railhead.cli.report.LinkStates.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rails and the hosts on them, each link in its state: solid when up, dashed and marked `!`
/// when it differs from the intent, broken and marked `×` when down, faint and marked `?` when
/// nothing is known.
final class TopologyDrawing {
    /// Hosts side by side before the next row begins.
    private static final int A_ROW = 16;

    /// Beyond so many hosts links are squares of a table and not lines.
    private static final int MOST_DRAWN = 128;

    private static final double LEFT = 170;

    private TopologyDrawing() {}

    static void draw(Markup m, String id, ReportData data, Cluster cluster) {
        LinkStates states = LinkStates.of(data, cluster);
        List<Rail> rails = cluster.rails();
        List<Host> hosts = cluster.hosts();
        if (hosts.isEmpty() || rails.isEmpty()) {
            return;
        }
        String summary =
                "%d hosts on %d rails: %d ports up, %d that differ, %d down, %d unknown."
                        .formatted(
                                hosts.size(),
                                rails.size(),
                                states.count(State.UP),
                                states.count(State.DIFFERS),
                                states.count(State.DOWN),
                                states.count(State.UNKNOWN));
        if (hosts.size() > MOST_DRAWN) {
            table(m, id, summary, rails, hosts, states);
        } else {
            rows(m, id, summary, cluster, states);
        }
    }

    private static void rows(
            Markup m, String id, String summary, Cluster cluster, LinkStates states) {
        List<Rail> rails = cluster.rails();
        List<Host> hosts = cluster.hosts();
        double bar = rails.size() > 4 ? 22 : 34;
        double block = rails.size() * bar + 104;
        int blocks = (hosts.size() + A_ROW - 1) / A_ROW;
        Drawing.open(m, id, blocks * block + 30, "Topology", summary);
        for (int b = 0; b < blocks; b++) {
            List<Host> of = hosts.subList(b * A_ROW, Math.min(hosts.size(), (b + 1) * A_ROW));
            double top = b * block + 8;
            for (int r = 0; r < rails.size(); r++) {
                rail(m, rails.get(r), of, top + r * bar);
            }
            double pitch = (Drawing.WIDTH - LEFT - 10) / of.size();
            for (int h = 0; h < of.size(); h++) {
                double width = Math.min(260, pitch - (pitch < 70 ? 5 : 12));
                double x = LEFT + h * pitch + (pitch - width) / 2;
                host(m, of.get(h), rails, x, width, top, bar, states);
            }
        }
        legend(m, blocks * block + 18, states);
        m.close();
    }

    private static void rail(Markup m, Rail rail, List<Host> hosts, double y) {
        Drawing.rect(m, "rail", LEFT, y + 4, Drawing.WIDTH - LEFT - 10, 9);
        List<String> switches =
                hosts.stream()
                        .flatMap(h -> h.rail(rail.name()).stream())
                        .flatMap(p -> p.switchPort().stream())
                        .map(s -> s.contains("/") ? s.substring(0, s.indexOf('/')) : s)
                        .distinct()
                        .toList();
        String name = rail.name() + (switches.isEmpty() ? "" : " · " + Words.some(switches, 2));
        Drawing.text(m, "label end", LEFT - 12, y + 13, Drawing.fit(name, LEFT - 16));
        String says = rail.subnet() + " MTU " + rail.mtu();
        Drawing.text(m, "small end", LEFT - 12, y + 26, Drawing.fit(says, LEFT));
    }

    private static void host(
            Markup m,
            Host host,
            List<Rail> rails,
            double x,
            double width,
            double top,
            double bar,
            LinkStates states) {
        double boxTop = top + rails.size() * bar + 38;
        for (int r = 0; r < rails.size(); r++) {
            Optional<RailPort> port = host.rail(rails.get(r).name());
            if (port.isPresent()) {
                double at = x + width * (r + 1.0) / (rails.size() + 1);
                link(m, host, port.get(), at, top + r * bar + 13, boxTop, width, states);
            }
        }
        Drawing.rect(m, "host", x, boxTop, width, 40);
        Drawing.text(
                m,
                width < 60 ? "small strong middle" : "label middle",
                x + width / 2,
                boxTop + (width > 90 ? 18 : 25),
                Drawing.fit(host.name(), width));
        Drawing.text(
                m,
                "small middle",
                x + width / 2,
                boxTop + 33,
                width > 90 ? Drawing.fit(host.address(), width) : "");
    }

    private static void link(
            Markup m,
            Host host,
            RailPort port,
            double x,
            double from,
            double to,
            double width,
            LinkStates states) {
        PortState state = states.of(host, port);
        m.open("g");
        m.leaf(
                "title",
                "%s %s on %s: %s (%s)"
                        .formatted(
                                host.name(),
                                port.interfaceName(),
                                port.rail(),
                                state.state().word(),
                                state.why()));
        Drawing.line(m, "link " + state.state().style(), x, from, x, to);
        m.empty("circle", "class", "port " + state.state().style(), "cx", x, "cy", from, "r", 4.0);
        String sign = sign(state.state());
        if (!sign.isEmpty()) {
            m.empty(
                    "circle",
                    "class",
                    "badge " + state.state().style(),
                    "cx",
                    x,
                    "cy",
                    to - 14,
                    "r",
                    8.0);
            Drawing.text(m, "sign middle", x, to - 9.5, sign);
        }
        if (width > 190) {
            Drawing.text(m, "small", x + 7, to - 5, port.interfaceName());
            if (state.state() != State.UP) {
                Drawing.text(m, "small bad", x + 12, to - 18, Drawing.fit(state.why(), 120));
            }
        }
        m.close();
    }

    private static String sign(State state) {
        return switch (state) {
            case UP -> "";
            case DIFFERS -> "!";
            case DOWN -> "×";
            case UNKNOWN -> "?";
        };
    }

    /// For fleets: a square a port, hosts in columns, wrapped.
    private static void table(
            Markup m,
            String id,
            String summary,
            List<Rail> rails,
            List<Host> hosts,
            LinkStates states) {
        int columns = 64;
        double cell = (Drawing.WIDTH - LEFT - 10) / columns;
        double block = rails.size() * cell + 30;
        int blocks = (hosts.size() + columns - 1) / columns;
        Drawing.open(m, id, blocks * block + 30, "Topology", summary);
        for (int b = 0; b < blocks; b++) {
            List<Host> of = hosts.subList(b * columns, Math.min(hosts.size(), (b + 1) * columns));
            double top = b * block + 18;
            Drawing.text(
                    m, "small", LEFT, top - 5, of.getFirst().name() + " … " + of.getLast().name());
            for (int r = 0; r < rails.size(); r++) {
                Rail rail = rails.get(r);
                double y = top + r * cell;
                Drawing.text(
                        m, "small end", LEFT - 12, y + cell - 2, Drawing.fit(rail.name(), 150));
                for (int h = 0; h < of.size(); h++) {
                    Optional<RailPort> port = of.get(h).rail(rail.name());
                    if (port.isPresent()) {
                        PortState state = states.of(of.get(h), port.get());
                        double x = LEFT + h * cell;
                        Drawing.rect(
                                m,
                                "square " + state.state().style(),
                                x,
                                y,
                                cell - 2,
                                cell - 2,
                                "%s %s: %s (%s)"
                                        .formatted(
                                                of.get(h).name(),
                                                rail.name(),
                                                state.state().word(),
                                                state.why()));
                        Drawing.text(
                                m,
                                "sign middle",
                                x + cell / 2 - 1,
                                y + cell - 3.5,
                                sign(state.state()));
                    }
                }
            }
        }
        legend(m, blocks * block + 18, states);
        m.close();
    }

    private static void legend(Markup m, double y, LinkStates states) {
        double x = LEFT;
        List<State> used = new ArrayList<>();
        for (State s : State.values()) {
            if (states.any(s)) {
                used.add(s);
            }
        }
        for (State s : used) {
            Drawing.line(m, "link " + s.style(), x, y - 4, x + 34, y - 4);
            String sign = sign(s);
            if (!sign.isEmpty()) {
                m.empty(
                        "circle",
                        "class",
                        "badge " + s.style(),
                        "cx",
                        x + 17,
                        "cy",
                        y - 4,
                        "r",
                        8.0);
                Drawing.text(m, "sign middle", x + 17, y + 0.5, sign);
            }
            String words =
                    switch (s) {
                        case UP -> "up and as wanted";
                        case DIFFERS -> "differs from the intent";
                        case DOWN -> "down";
                        case UNKNOWN -> "not known";
                    };
            Drawing.text(m, "small", x + 42, y, words);
            x += 60 + 7.0 * words.length();
        }
    }
}
