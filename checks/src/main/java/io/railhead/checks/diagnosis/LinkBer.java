package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A link has many bit errors before or after correction.
@AutoService(Cause.class)
public final class LinkBer implements Cause {
    @Override
    public String code() {
        return "link-high-ber";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> raw =
                Clues.grouped(
                        clues.where("mlxlink-ber", "which", "Raw"), e -> e.source().document());
        List<LogEvent> bad =
                clues.where(
                        "mlxlink-ber",
                        e ->
                                Clues.is(e, "which", "Effective", "Symbol")
                                        && Clues.decimal(e, "ber") > 1e-12);
        List<LogEvent> high =
                clues.where(
                        "mlxlink-ber",
                        e -> Clues.is(e, "which", "Raw") && Clues.decimal(e, "ber") > 1e-6);
        List<LogEvent> errors =
                new ArrayList<>(clues.counted("rx_crc_errors_phy", "rx_symbol_err_phy"));
        List<LogEvent> switched =
                clues.where("port-fcs", e -> Clues.number(e, "fcs").orElse(0) > 1000);
        if (!bad.isEmpty() || !high.isEmpty()) {
            verdict.certain(bad, "the link's bit error rate is too high")
                    .cites(high)
                    .cites(clues.of("mlxlink-downs"))
                    .explains("link-flapping", "rdma-retry-exceeded");
            return;
        }
        List<LogEvent> all = raw.values().stream().flatMap(List::stream).toList();
        double best =
                all.stream()
                        .mapToDouble(e -> Clues.decimal(e, "ber"))
                        .filter(b -> b > 0)
                        .min()
                        .orElse(0);
        List<LogEvent> worse =
                all.stream()
                        .filter(
                                e ->
                                        best > 0
                                                && Clues.decimal(e, "ber") >= 10 * best
                                                && Clues.decimal(e, "ber") > 1e-9)
                        .toList();
        // Links of four levels live with what their correction mends: only one that also fell, or
        // of which one lane stands out, is suspect.
        boolean fell =
                worse.stream()
                        .anyMatch(
                                w ->
                                        clues.of("mlxlink-downs", "mlxlink-lanes").stream()
                                                .anyMatch(
                                                        d ->
                                                                d.source()
                                                                                .document()
                                                                                .equals(
                                                                                        w.source()
                                                                                                .document())
                                                                        && isBad(d)));
        List<LogEvent> told = clues.of("ber-said");
        if (!told.isEmpty()) {
            verdict.likely(told, "a link's bit error rate is above what its standard allows")
                    .cites(all)
                    .explains("link-flapping", "rdma-retry-exceeded");
        } else if (!worse.isEmpty() && all.size() > worse.size() && fell) {
            verdict.likely(
                            worse,
                            "the bit error rate before correction is "
                                    + Math.round(Clues.decimal(worse.getFirst(), "ber") / best)
                                    + " times what it was, or what a like link has")
                    .cites(all)
                    .cites(clues.of("mlxlink-downs"))
                    .explains("link-flapping", "rdma-retry-exceeded");
        } else if (errors.stream().anyMatch(e -> Clues.number(e, "value").orElse(0) > 1000)) {
            verdict.likely(errors, "frames arrive broken: checksum or symbol errors at the port")
                    .explains("rdma-retry-exceeded", "roce-lossy-no-pfc");
        } else if (!switched.isEmpty()) {
            verdict.likely(switched, "a switch port counts frames with a broken checksum")
                    .explains("rdma-retry-exceeded", "roce-lossy-no-pfc");
        }
    }

    /// A link that went down, or a lane with ten times the errors of the median.
    private static boolean isBad(LogEvent e) {
        if (e.kind().equals("mlxlink-downs")) return Clues.number(e, "downs").orElse(0) > 0;
        long[] lanes =
                Stream.of(e.get("lanes").split(","))
                        .filter(n -> n.matches("\\d{1,18}"))
                        .mapToLong(Long::parseLong)
                        .sorted()
                        .toArray();
        return lanes.length > 2 && lanes[lanes.length - 1] > 10 * lanes[lanes.length / 2];
    }
}
