package io.railhead.twin;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What NVUE shows of its classes, emulated: `nv show qos roce`.
final class NvueClasses {
    private static final Pattern PFC =
            Pattern.compile("nv set qos pfc default-global switch-priority ([0-7])");
    private static final Pattern MARKS =
            Pattern.compile(
                    "nv set qos congestion-control default-global traffic-class ([0-7]) ecn"
                            + " enable");
    private final Behaviour behaviour;
    private final List<String> config;

    NvueClasses(Box box) {
        behaviour = box.behaviour;
        config = box.running.print().lines().toList();
    }

    String roce() {
        StringBuilder out =
                new StringBuilder(
                        "                    operational  applied\n"
                                + "------------------  -----------  --------\n");
        boolean on = config.contains("nv set qos roce enable on");
        row(out, "enable", "", on ? "on" : "off");
        if (!on) {
            return out.toString();
        }
        boolean down = behaviour.has(Fault.PFC_STAYS_DOWN);
        String mode = value("nv set qos roce mode ");
        row(out, "mode", mode, mode);
        row(out, "pfc", "", "");
        row(out, "  pfc-priority", down ? "-" : found(PFC), "");
        row(out, "  rx-enabled", state(!down && isSet("rx")), "");
        row(out, "  tx-enabled", state(!down && isSet("tx")), "");
        String metres = value("nv set qos roce cable-length ");
        if (!metres.isEmpty()) {
            row(out, "  cable-length", metres, metres);
        }
        String marking = found(MARKS);
        if (!marking.isEmpty()) {
            String path = "nv set qos congestion-control default-global traffic-class " + marking;
            row(out, "congestion-control", "", "");
            row(
                    out,
                    "  congestion-mode",
                    behaviour.has(Fault.QUEUE_DOES_NOT_MARK) ? "WRED" : "ECN",
                    "");
            row(out, "  enabled-tc", marking, "");
            row(out, "  min-threshold", size(path + " min-threshold "), "");
            row(out, "  max-threshold", size(path + " max-threshold "), "");
            row(out, "  probability", value(path + " probability "), "");
        }
        row(out, "trust", "", "");
        row(out, "  trust-mode", "pcp,dscp", "");
        return out.append('\n').toString();
    }

    /// The same of a port, with its maps, turns and pools.
    String status() {
        if (!config.contains("nv set qos roce enable on")) {
            return roce();
        }
        String pauses = behaviour.has(Fault.PFC_STAYS_DOWN) ? "" : found(PFC);
        return roce()
                + "\nRoCE PCP/DSCP->SP mapping configurations\n"
                + "===========================================\n"
                + "          pcp  dscp  switch-prio\n"
                + "    ----  ---  ----  -----------\n"
                + "    cnp   6    48    6\n"
                + "    roce  3    26    3\n\n"
                + "RoCE SP->TC mapping and ETS configurations\n"
                + "=============================================\n"
                + "          switch-prio  traffic-class  scheduler-weight\n"
                + "    ----  -----------  -------------  ----------------\n"
                + "    cnp   6            6              strict priority\n"
                + "    roce  3            3              dwrr-50%\n\n"
                + "RoCE Pool Status\n"
                + "===================\n"
                + "        name                   mode     pool-id  switch-priorities\n"
                + "    --  ---------------------  -------  -------  -----------------\n"
                + "    0   lossy-default-ingress  DYNAMIC  2        0,1,2,4,5,6,7\n"
                + (pauses.isEmpty()
                        ? ""
                        : "    1   roce-reserved-ingress  DYNAMIC  3        " + pauses + "\n");
    }

    private boolean isSet(String direction) {
        return config.contains("nv set qos pfc default-global " + direction + " enable");
    }

    private static String state(boolean on) {
        return on ? "enabled" : "disabled";
    }

    private static void row(StringBuilder out, String name, String now, String applied) {
        String line = String.format(Locale.ROOT, "%-18s  %-11s  %s", name, now, applied);
        out.append(line.stripTrailing()).append('\n');
    }

    private String value(String words) {
        return config.stream()
                .filter(l -> l.startsWith(words))
                .findFirst()
                .map(l -> l.substring(words.length()))
                .orElse("");
    }

    private String size(String words) {
        String bytes = value(words);
        return bytes.matches("\\d{1,15}")
                ? String.format(Locale.ROOT, "%.2f KB", Long.parseLong(bytes) / 1024.0)
                : bytes;
    }

    private String found(Pattern pattern) {
        return config.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(1))
                .collect(Collectors.joining(","));
    }
}
