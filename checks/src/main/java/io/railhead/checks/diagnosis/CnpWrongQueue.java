package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Congestion notification is sent in the wrong class.
@AutoService(Cause.class)
public final class CnpWrongQueue implements Cause {
    @Override
    public String code() {
        return "cnp-wrong-queue";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        long sent = clues.highest("np_cnp_sent").orElse(0);
        long handled = clues.highest("rp_cnp_handled").orElse(-1);
        List<LogEvent> classes = clues.of("switch-match-dscp");
        List<LogEvent> marks = clues.where("ecn-sysfs", "name", "cnp_dscp");
        boolean missed =
                !classes.isEmpty()
                        && classes.stream()
                                .noneMatch(
                                        e ->
                                                Pfc.covers(
                                                        e.get("dscps"),
                                                        marks.isEmpty()
                                                                ? 48
                                                                : (int)
                                                                        Clues.number(
                                                                                        marks
                                                                                                .getFirst(),
                                                                                        "value")
                                                                                .orElse(48)));
        // Who sends notifications is not who gets them: of one host alone the two counts say
        // nothing, unless the network is seen to have no class for them.
        boolean several =
                clues.byHost("counter").size() > 1 && !clues.counters("np_cnp_sent").isEmpty();
        if (sent > 1000 && handled >= 0 && handled * 10 < sent && (missed || several)) {
            verdict.certain(marks, "of " + sent + " notifications sent, " + handled + " arrived")
                    .cites(clues.counters("np_cnp_sent"))
                    .cites(clues.counters("rp_cnp_handled"))
                    .cites(classes)
                    .cites(clues.of("queue-drops"));
        } else if (missed && !marks.isEmpty()) {
            verdict.likely(
                            marks,
                            "the switch has no class for the DSCP of congestion notifications")
                    .cites(classes);
        }
    }
}
