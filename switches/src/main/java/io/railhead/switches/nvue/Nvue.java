package io.railhead.switches.nvue;

import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.model.SwpNames;
import io.railhead.model.intent.Lossless;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import io.railhead.switches.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// NVIDIA Cumulus Linux: `nv set qos roce` makes the class of priority 3 with all that belongs to
/// it; what the design has otherwise is set on top (Cumulus Linux user guide, RDMA over Converged
/// Ethernet).
public final class Nvue implements Dialect {
    private static final String SET = "nv set ";

    @Override
    public String showRunning() {
        return "nv config show -o commands";
    }

    /// A slot is the path of a setting; its last word is the value. Lists that take many values,
    /// such as the priorities of PFC, have the value in their path. A setting of several interfaces
    /// is one of each.
    @Override
    public Map<String, String> running(String text) {
        Map<String, String> slots = new LinkedHashMap<>();
        for (String raw : text.lines().toList()) {
            String line = raw.strip();
            if (!line.startsWith(SET)) continue;
            for (String one : ofEach(line)) slots.put(slot(one), one);
        }
        return slots;
    }

    @Override
    public List<Statement> lossless(LosslessDesign design, Map<String, String> running) {
        List<Statement> out = new ArrayList<>();
        Lossless wanted = design.wanted();
        int priority = wanted.priority();
        want(out, "makes the class, its maps, its buffers and its headroom", "qos roce enable on");
        want(out, "pauses rather than drops", "qos roce mode lossless");
        longest(design)
                .ifPresent(
                        metres ->
                                want(
                                        out,
                                        "headroom for the longest cable",
                                        "qos roce cable-length " + metres));
        want(
                out,
                "RoCE is sorted by its DSCP",
                "qos mapping default-global dscp "
                        + wanted.dscp()
                        + " switch-priority "
                        + priority);
        if (wanted.cnpDscp().isPresent()) {
            want(
                    out,
                    "notifications do not wait behind the data they are about",
                    "qos mapping default-global dscp "
                            + wanted.cnpDscp().getAsInt()
                            + " switch-priority "
                            + wanted.cnpPriority().orElse(6));
        }
        String pfc = "qos pfc default-global ";
        want(out, "PFC on this priority", pfc + "switch-priority " + priority);
        want(out, "the switch pauses its senders", pfc + "tx enable");
        want(out, "the switch obeys its receivers", pfc + "rx enable");
        ecn(design).ifPresent(e -> marking(out, priority, e));
        for (PortDesign port : design.ports()) {
            want(out, "jumbo frames pass", "interface " + port.port() + " link mtu " + port.mtu());
            port.ecn()
                    .filter(e -> !Optional.of(e).equals(ecn(design)))
                    .ifPresent(e -> ownMarking(out, priority, port, e));
            want(
                    out,
                    "a queue that is paused for good is let go",
                    "interface " + port.port() + " qos pfc-watchdog state enable");
        }
        return List.copyOf(out);
    }

    @Override
    public List<String> enter(List<Difference> differences, Map<String, String> running) {
        List<String> lines = new ArrayList<>();
        for (Difference one : differences) {
            lines.add(
                    one.wanted()
                            .line()
                            .orElseGet(
                                    () ->
                                            "nv unset "
                                                    + one.is()
                                                            .orElseThrow()
                                                            .substring(SET.length())));
        }
        return lines;
    }

    /// The setting of each interface of a list, in words of its own: `nv config show` prints equal
    /// ones together.
    private static List<String> ofEach(String line) {
        String[] words = line.split(" ", 5);
        if (words.length < 5 || !words[2].equals("interface")) return List.of(line);
        return SwpNames.of(words[3]).stream()
                .map(port -> SET + "interface " + port + " " + words[4])
                .toList();
    }

    /// The thresholds of most ports.
    private static Optional<EcnThresholds> ecn(LosslessDesign design) {
        Map<EcnThresholds, Integer> users = new LinkedHashMap<>();
        design.ports().forEach(p -> p.ecn().ifPresent(e -> users.merge(e, 1, Integer::sum)));
        return users.entrySet().stream()
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .map(Map.Entry::getKey);
    }

    private static void marking(List<Statement> out, int trafficClass, EcnThresholds ecn) {
        profile(out, "default-global", trafficClass, ecn);
    }

    private static void ownMarking(
            List<Statement> out, int trafficClass, PortDesign port, EcnThresholds ecn) {
        String profile = String.format(Locale.ROOT, "railhead-%.0fg", port.rate().asGbps());
        profile(out, profile, trafficClass, ecn);
        want(
                out,
                "its thresholds are those of its rate",
                "interface " + port.port() + " qos congestion-control profile " + profile);
    }

    private static void profile(
            List<Statement> out, String profile, int trafficClass, EcnThresholds ecn) {
        String path = "qos congestion-control " + profile + " traffic-class " + trafficClass + " ";
        String why = "senders slow down before they are paused";
        want(out, why, path + "ecn enable");
        want(out, why, path + "min-threshold " + ecn.kminBytes());
        want(out, why, path + "max-threshold " + ecn.kmaxBytes());
        want(out, why, path + "probability " + ecn.pmaxPercent());
    }

    private static Optional<Long> longest(LosslessDesign design) {
        return design.ports().stream().map(p -> (long) Math.ceil(p.metres())).max(Long::compare);
    }

    private static void want(List<Statement> out, String why, String setting) {
        String line = SET + setting;
        String slot = slot(line);
        if (out.stream().noneMatch(s -> s.slot().equals(slot))) {
            out.add(new Statement(List.of(), slot, Optional.of(line), why));
        }
    }

    private static String slot(String line) {
        String path = line.substring(SET.length());
        int last = path.lastIndexOf(' ');
        boolean whole = path.matches("qos pfc \\S+ switch-priority .*");
        // Releases before 5.6 turn it on by its name alone.
        if (path.endsWith(" qos pfc-watchdog")) return path + " state";
        return whole || last < 0 ? path : path.substring(0, last);
    }
}
