package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A link runs slower than both its port and cable can.
@AutoService(Cause.class)
public final class LinkSpeed implements Cause {
    @Override
    public String code() {
        return "link-speed-below-expected";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        SpeedByFigure.look(clues, verdict);
        Map<String, List<LogEvent>> ports =
                Clues.grouped(clues.of("ethtool-speed"), e -> e.source().document() + e.get("if"));
        for (List<LogEvent> port : ports.values()) {
            LogEvent now = port.getFirst();
            long speed = Clues.number(now, "speed").orElse(0);
            List<LogEvent> modes =
                    clues.where(
                            "ethtool-modes",
                            e ->
                                    e.source().document().equals(now.source().document())
                                            && e.get("if").equals(now.get("if")));
            long can =
                    modes.stream()
                            .mapToLong(e -> Clues.number(e, "speed").orElse(0))
                            .max()
                            .orElse(0);
            if (speed > 0 && can >= 2 * speed) {
                List<LogEvent> fastest =
                        modes.stream()
                                .filter(e -> Clues.number(e, "speed").orElse(0) == can)
                                .toList();
                verdict.certain(
                                List.of(now),
                                "the link runs at " + speed + " Mb/s, the port can " + can)
                        .cites(fastest)
                        .cites(clues.where("ethtool-autoneg", "state", "off", "no"));
            }
        }
        slowerThanModule(clues, verdict);
        slowerThanSiblings(clues, verdict);
        slowerThanPeers(clues, verdict);
        List<LogEvent> rates =
                clues.of("port-rate").stream()
                        .filter(
                                r ->
                                        clues.of("port-state").stream()
                                                        .anyMatch(
                                                                s ->
                                                                        s.get("hca")
                                                                                        .equals(
                                                                                                r
                                                                                                        .get(
                                                                                                                "hca"))
                                                                                && s.get("caport")
                                                                                        .equals(
                                                                                                r
                                                                                                        .get(
                                                                                                                "caport"))
                                                                                && s.source()
                                                                                        .document()
                                                                                        .equals(
                                                                                                r.source()
                                                                                                        .document())
                                                                                && Clues.is(
                                                                                        s, "state",
                                                                                        "Active"))
                                                && clues.of("port-layer").stream()
                                                        .anyMatch(
                                                                l ->
                                                                        l.get("hca")
                                                                                        .equals(
                                                                                                r
                                                                                                        .get(
                                                                                                                "hca"))
                                                                                && Clues.is(
                                                                                        l,
                                                                                        "layer",
                                                                                        "InfiniBand")))
                        .toList();
        double top = rates.stream().mapToDouble(e -> Clues.decimal(e, "rate")).max().orElse(0);
        List<LogEvent> slow =
                rates.stream().filter(e -> Clues.decimal(e, "rate") * 2 <= top).toList();
        if (!slow.isEmpty())
            verdict.likely(
                            slow,
                            "an active port runs at "
                                    + slow.getFirst().get("rate")
                                    + " Gb/s, another at "
                                    + top)
                    .warning()
                    .cites(rates);
        List<LogEvent> could = clues.of("ib-could-be");
        if (!could.isEmpty())
            verdict.certain(
                    could,
                    "both ends could run faster: " + could.getFirst().get("could") + " a lane");
        for (LogEvent now : clues.of("mlxlink-speed")) {
            List<LogEvent> can = clues.where("mlxlink-can", e -> sameDocument(e, now));
            double port = can.stream().mapToDouble(e -> most(e.get("speeds"))).max().orElse(0);
            double cable = can.stream().mapToDouble(e -> most(e.get("cable"))).max().orElse(port);
            if (gigabits(now) > 0 && Math.min(port, cable > 0 ? cable : port) >= 2 * gigabits(now))
                verdict.certain(
                                List.of(now),
                                "the link runs at "
                                        + now.get("speed")
                                        + ", port and cable can "
                                        + Math.round(Math.min(port, cable > 0 ? cable : port))
                                        + "G")
                        .cites(can);
        }
        List<LogEvent> told =
                clues.of("mlxlink-speed").stream()
                        .filter(
                                e ->
                                        clues.of("mlxlink-speed").stream()
                                                .anyMatch(o -> gigabits(o) >= 2 * gigabits(e)))
                        .toList();
        if (!told.isEmpty())
            verdict.likely(
                            told,
                            "one end or link runs at "
                                    + told.getFirst().get("speed")
                                    + ", another at twice that or more")
                    .cites(clues.of("mlxlink-recommendation"));
    }

    /// A port of a switch below what is plugged into it, while others with the same run at it.
    /// Ports of a breakout have one number more in their names.
    private static void slowerThanModule(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> alike =
                Clues.grouped(
                        clues.of("port-type"),
                        e ->
                                e.source().document()
                                        + e.get("type")
                                        + e.get("if").chars().filter(c -> c == '/').count());
        for (List<LogEvent> ports : alike.values()) {
            List<LogEvent> slow = new ArrayList<>();
            List<LogEvent> full = new ArrayList<>();
            for (LogEvent e : ports) {
                double speed = gigabits(e);
                long can = Clues.number(e, "can").orElse(0);
                if (speed * 2 <= can) slow.add(e);
                else if (speed == can) full.add(e);
            }
            if (slow.isEmpty() || full.size() < slow.size()) continue;
            verdict.likely(
                            slow,
                            "%s runs at %sG with %s in it, others with the same at %sG"
                                    .formatted(
                                            slow.getFirst().get("if"),
                                            slow.getFirst().get("speed"),
                                            slow.getFirst().get("type"),
                                            full.getFirst().get("speed")))
                    .cites(full.stream().limit(2).toList());
        }
    }

    private static boolean sameDocument(LogEvent a, LogEvent b) {
        return a.source().document().equals(b.source().document());
    }

    /// The fastest of `400G_4X,200G_4X`; 0 of an empty list.
    private static double most(String speeds) {
        double most = 0;
        for (String s : speeds.split(",")) {
            String digits = s.strip().replaceAll("G.*", "");
            if (digits.matches("\\d{1,4}")) most = Math.max(most, Double.parseDouble(digits));
        }
        return most;
    }

    private static double gigabits(LogEvent e) {
        String digits = e.get("speed").replaceAll("[^0-9.]", "");
        return digits.isEmpty() || digits.length() > 6
                ? Double.NaN
                : Double.parseDouble(digits.replaceAll("\\.+$", ""));
    }

    /// One of four ports or more of one naming, which all others of it outrun.
    private static void slowerThanSiblings(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> alike =
                Clues.grouped(
                        clues.where("ethtool-speed", e -> !e.get("if").isEmpty()),
                        e -> clues.who(e) + " " + e.get("if").replaceAll("\\d+", "#"));
        for (List<LogEvent> ports : alike.values()) {
            long most =
                    ports.stream()
                            .mapToLong(e -> Clues.number(e, "speed").orElse(0))
                            .max()
                            .orElse(0);
            List<LogEvent> slow =
                    ports.stream()
                            .filter(e -> Clues.number(e, "speed").orElse(most) * 2 <= most)
                            .toList();
            if (ports.size() < 4 || slow.isEmpty() || slow.size() * 3 > ports.size()) continue;
            verdict.likely(
                            slow,
                            "%s runs at %s Mb/s, its likes at %d"
                                    .formatted(
                                            slow.getFirst().get("if"),
                                            slow.getFirst().get("speed"),
                                            most))
                    .warning()
                    .cites(ports);
        }
    }

    /// The port of one name on three machines or more, a fraction of them at half the rate or less.
    private static void slowerThanPeers(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> alike =
                Clues.grouped(
                        clues.where(
                                "ethtool-speed",
                                e -> !e.get("if").isEmpty() && !e.host().isEmpty()),
                        e -> e.get("if"));
        for (List<LogEvent> ports : alike.values()) {
            Map<String, List<LogEvent>> byHost = Clues.grouped(ports, LogEvent::host);
            if (byHost.size() < 3) continue;
            List<LogEvent> one = byHost.values().stream().map(List::getFirst).toList();
            long most =
                    one.stream().mapToLong(e -> Clues.number(e, "speed").orElse(0)).max().orElse(0);
            List<LogEvent> slow =
                    one.stream()
                            .filter(e -> Clues.number(e, "speed").orElse(most) * 2 <= most)
                            .toList();
            if (slow.isEmpty() || slow.size() * 3 > one.size()) continue;
            verdict.likely(
                            slow,
                            "%s runs at %s Mb/s, that of the other machines at %d"
                                    .formatted(
                                            slow.getFirst().get("if"),
                                            slow.getFirst().get("speed"),
                                            most))
                    .warning()
                    .cites(one);
        }
    }
}
