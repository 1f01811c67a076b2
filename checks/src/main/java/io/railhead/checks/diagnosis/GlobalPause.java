package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.regex.Pattern;

/// 802.3x pause is on where PFC is meant.
@AutoService(Cause.class)
public final class GlobalPause implements Cause {
    private static final Pattern SETS_ONE =
            Pattern.compile("--pfc[ =][0,]*1|prio-pfc .*\\d:on|-V PFC .*enabled=[\\d,]*\\d");

    @Override
    public String code() {
        return "global-pause-instead-of-pfc";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        PauseBesidePfc.look(clues, verdict);
        List<LogEvent> counted =
                clues.counted(
                        "rx_global_pause",
                        "tx_global_pause",
                        "rx_pause_ctrl_phy",
                        "tx_pause_ctrl_phy");
        // The count of all pause frames holds those of single priorities.
        for (String way : List.of("rx", "tx")) {
            boolean single = false;
            for (int p = 0; p < 8; p++)
                single |= !clues.counted(way + "_prio" + p + "_pause").isEmpty();
            if (single) counted.removeIf(e -> e.get("name").equals(way + "_pause_ctrl_phy"));
        }
        List<LogEvent> ports =
                clues.where(
                        "nxos-flowcontrol",
                        e ->
                                (Clues.is(e, "soper", "on") && Clues.number(e, "tx").orElse(0) > 0)
                                        || (Clues.is(e, "roper", "on")
                                                && Clues.number(e, "rx").orElse(0) > 0));
        List<LogEvent> on = clues.of("global-pause-on");
        List<LogEvent> set =
                clues.where(
                        "ethtool-pause", e -> Clues.is(e, "rx", "on") || Clues.is(e, "tx", "on"));
        boolean pfcMeant =
                clues.has(
                                "pfc-none",
                                "pfc-disabled-host",
                                "pfc-some",
                                "pfc-enabled-row",
                                "pause-with-pfc",
                                "nodrop-class",
                                "nxos-pfc-port")
                        || !clues.where("pfc-set-in-guest", e -> SETS_ONE.matcher(e.text()).find())
                                .isEmpty()
                        || !clues.counters("rx_prio3_pause").isEmpty();
        boolean roce = !clues.where("nccl-ib-using", e -> e.get("list").contains("RoCE")).isEmpty();
        if (!pfcMeant && !roce) return;
        if (!counted.isEmpty() || !ports.isEmpty() || (!set.isEmpty() && clues.has("pfc-none"))) {
            verdict.likely(
                            counted,
                            "whole-link pause (802.3x) is what runs, not pause per priority")
                    .cites(ports)
                    .cites(set)
                    .cites(on)
                    .cites(clues.of("ethtool-pause-set"))
                    .cites(clues.of("pfc-disabled-host", "pause-with-pfc"))
                    .explains("pfc-one-side-only", "roce-lossy-no-pfc", "pfc-storm");
        }
    }
}
