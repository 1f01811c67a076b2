package io.railhead.checks.diagnosis;

import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The RDMA ports that evidence shows, whoever tells them: ibstat, ibv_devinfo, `rdma link`,
/// ibdev2netdev, sysfs, loops over any of them, and the legend of `nvidia-smi topo -m`.
final class Hcas {
    /// Gb/s that mlx5 tells of Ethernet ports that are down (4X QDR).
    private static final double NO_LINK = 40;

    private final Set<String> active = new TreeSet<>();
    private final Set<String> down = new TreeSet<>();
    private final Set<String> listed = new TreeSet<>();
    private final Map<String, Double> rates = new TreeMap<>();
    private final List<LogEvent> told = new ArrayList<>();

    Hcas(Clues clues) {
        for (LogEvent e : clues.of("rdma-link", "hca-netdev", "port-state", "port-rate-row")) {
            String hca = e.get("hca");
            if (hca.isEmpty()) continue;
            if (Clues.is(e, "state", "ACTIVE", "Up")) {
                active.add(hca);
                told.add(e);
            } else if (Clues.is(e, "state", "DOWN")) {
                down.add(hca);
            }
        }
        for (LogEvent e : clues.of("port-rate", "port-rate-row")) {
            double rate = Clues.decimal(e, "rate");
            if (rate > 0) rates.merge(e.get("hca"), rate, Math::max);
            // Without a link the rate is that of one lane at the lowest speed, or 40 Gb/s.
            if (rate > NO_LINK && e.value("state").isEmpty() && e.kind().equals("port-rate-row")) {
                active.add(e.get("hca"));
                told.add(e);
            }
        }
        for (LogEvent e : clues.of("hca-netdev-speed", "ethtool-speed")) {
            double mbps = Clues.decimal(e, "speed");
            if (e.get("hca").isEmpty() || !(mbps > 0)) continue;
            rates.putIfAbsent(e.get("hca"), mbps / 1000);
            // ethtool and sysfs tell a speed only where there is a link.
            active.add(e.get("hca"));
            told.add(e);
        }
        for (LogEvent e : clues.of("topo-nic-legend")) listed.add(e.get("hca"));
        for (RdmaNetdev d : clues.all(RdmaNetdev.class)) {
            for (EthtoolLink l : clues.all(EthtoolLink.class)) {
                if (l.interfaceName().equals(d.netdev()))
                    l.speed().ifPresent(s -> rates.putIfAbsent(d.device(), s.asGbps()));
            }
        }
        for (LogEvent port : clues.of("hca-netdev")) {
            for (LogEvent e : clues.where("ethtool-speed", "if", port.get("if"))) {
                double mbps = Clues.decimal(e, "speed");
                if (mbps > 0) rates.putIfAbsent(port.get("hca"), mbps / 1000);
            }
        }
        rates.remove("");
        active.removeAll(down);
    }

    /// Devices that are said to be active.
    Set<String> active() {
        return active;
    }

    /// Active ones, and those that stand in the topology and are not said to be down.
    Set<String> usable() {
        Set<String> all = new TreeSet<>(listed);
        all.removeAll(down);
        all.addAll(active);
        return all;
    }

    /// The lines that say which ones are active.
    List<LogEvent> told() {
        return told;
    }

    /// Gb/s of a device's port; NaN when nothing says it.
    double rate(String hca) {
        return rates.getOrDefault(hca, Double.NaN);
    }

    /// Usable devices of at least twice the rate of every one of these.
    Set<String> fasterThan(Set<String> used) {
        double best = used.stream().mapToDouble(this::rate).max().orElse(Double.NaN);
        Set<String> faster = new TreeSet<>();
        if (used.stream().anyMatch(u -> Double.isNaN(rate(u)))) return faster;
        for (String d : usable()) if (rate(d) >= 2 * best) faster.add(d);
        return faster;
    }
}
