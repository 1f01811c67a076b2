package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A port among those that NCCL takes by itself which serves another network than the rest: a slow
/// one that also carries the host's own traffic, or one that is named after its purpose and whose
/// transfers alone fail.
final class HcaApart {
    /// Names that people give interfaces of other networks than the one between GPUs.
    private static final Pattern PURPOSE =
            Pattern.compile(
                    "(?i)(?:stor(?:age)?|nfs|ceph|lustre|weka|vast|nvmeof|mgmt|mgt|oob|admin|bmc|backup|front(?:end)?|public)[\\d_.-]*");

    private static final Pattern PORT = Pattern.compile("(?:^|[,=^])([\\w.-]+):(\\d+)");

    /// Under this part of the fastest port's rate a port is no rail of the same fabric.
    private static final double SLOW = 0.25;

    private HcaApart() {}

    /// Looks at one list of ports that NCCL uses.
    ///
    /// @param using the line with the list
    /// @param list the devices of it
    /// @param failures transfers that failed, with the device each names
    /// @return whether one was found
    static boolean look(
            Clues clues,
            Verdict verdict,
            LogEvent using,
            Set<String> list,
            List<LogEvent> failures) {
        if (!clues.env("NCCL_IB_HCA").isEmpty() || list.size() < 2) return false;
        return slow(clues, verdict, using, list) || purpose(clues, verdict, using, list, failures);
    }

    /// NCCL was told a port of a card whose other port is at least twice as fast.
    ///
    /// @return whether one was found
    static boolean otherPort(Clues clues, Verdict verdict, LogEvent using) {
        for (LogEvent set : clues.env("NCCL_IB_HCA")) {
            for (MatchResult told : PORT.matcher(Clues.setting(set)).results().toList()) {
                List<LogEvent> rates =
                        clues.where(
                                "port-rate",
                                e ->
                                        e.get("hca").equals(told.group(1))
                                                && !e.get("caport").isEmpty());
                double used =
                        rates.stream()
                                .filter(e -> e.get("caport").equals(told.group(2)))
                                .mapToDouble(e -> Clues.decimal(e, "rate"))
                                .max()
                                .orElse(0);
                List<LogEvent> faster =
                        rates.stream().filter(e -> Clues.decimal(e, "rate") >= 2 * used).toList();
                if (!(used > 0) || faster.isEmpty()) continue;
                verdict.certain(
                                List.of(set),
                                "NCCL is told to use port %s of %s (%.0f Gb/s); port %s has %.0f Gb/s"
                                        .formatted(
                                                told.group(2),
                                                told.group(1),
                                                used,
                                                faster.getFirst().get("caport"),
                                                Clues.decimal(faster.getFirst(), "rate")))
                        .cites(using)
                        .cites(rates)
                        .explains("link-speed-below-expected", "nccl-not-all-hcas-used");
                return true;
            }
        }
        return false;
    }

    private static boolean slow(Clues clues, Verdict verdict, LogEvent using, Set<String> list) {
        Hcas hcas = new Hcas(clues);
        double best = list.stream().mapToDouble(hcas::rate).filter(r -> r > 0).max().orElse(0);
        for (LogEvent port : ports(clues, list).values()) {
            boolean own =
                    clues.of("nccl-bootstrap-if").stream()
                            .anyMatch(e -> e.get("if").equals(port.get("if")));
            if (!own || !(hcas.rate(port.get("hca")) <= SLOW * best)) continue;
            verdict.likely(
                            List.of(using),
                            ("NCCL_IB_HCA is not set, so that NCCL takes %s (%s) too: %.0f Gb/s"
                                            + " beside %.0f, on the interface of the host's own traffic")
                                    .formatted(
                                            port.get("hca"),
                                            port.get("if"),
                                            hcas.rate(port.get("hca")),
                                            best))
                    .cites(port)
                    .cites(carried(clues, using, port.get("hca")))
                    .cites(clues.where("ethtool-speed", "if", port.get("if")));
            return true;
        }
        return false;
    }

    private static boolean purpose(
            Clues clues,
            Verdict verdict,
            LogEvent using,
            Set<String> list,
            List<LogEvent> failures) {
        Set<String> failing = new TreeSet<>();
        failures.forEach(f -> failing.add(f.get("hca")));
        Map<String, LogEvent> ports = ports(clues, list);
        Set<String> apart = new TreeSet<>();
        ports.forEach(
                (hca, port) -> {
                    if (PURPOSE.matcher(port.get("if")).matches()) apart.add(hca);
                });
        if (failing.isEmpty() || !apart.containsAll(failing) || apart.size() == list.size())
            return false;
        Suspicion s =
                verdict.likely(
                        failures,
                        "NCCL_IB_HCA is not set, so that NCCL takes "
                                + String.join(", ", failing)
                                + " too, which is named after another network, and only its"
                                + " transfers fail");
        s.cites(using);
        ports.forEach(
                (hca, port) -> {
                    if (failing.contains(hca)) s.cites(port).cites(carried(clues, using, hca));
                });
        s.explains(
                "rdma-retry-exceeded",
                "cross-rail-unreachable",
                "remote-rank-crashed",
                "roce-wrong-gid-index");
        return true;
    }

    private static Map<String, LogEvent> ports(Clues clues, Set<String> list) {
        Map<String, LogEvent> ports = new TreeMap<>();
        clues.where("hca-netdev", e -> list.contains(e.get("hca")))
                .forEach(e -> ports.putIfAbsent(e.get("hca"), e));
        return ports;
    }

    /// Channels that went over a device: NCCL numbers its ports as its list has them.
    private static List<LogEvent> carried(Clues clues, LogEvent using, String hca) {
        String number =
                Pattern.compile("\\[(\\d+)\\]" + Pattern.quote(hca) + ":")
                        .matcher(using.get("list"))
                        .results()
                        .map(r -> r.group(1))
                        .findFirst()
                        .orElse("");
        return clues.of("nccl-channel-gdr", "nccl-channel-staged").stream()
                .filter(e -> e.get("dev").equals(number))
                .toList();
    }
}
