package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Packets are not ECN-capable, so they are dropped where others are marked.
@AutoService(Cause.class)
public final class EcnNotEct implements Cause {
    @Override
    public String code() {
        return "ecn-not-ect";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> early =
                clues.where(
                        "tc-red",
                        e ->
                                Clues.number(e, "early").orElse(0) > 0
                                        && Clues.number(e, "marked").orElse(0) > 0);
        List<LogEvent> plain =
                clues.where(
                        "tcpdump-tos",
                        e ->
                                e.get("ecn").isEmpty()
                                        && !Clues.is(e, "tos", "0")
                                        && "02468ace"
                                                        .indexOf(
                                                                e.get("tos")
                                                                        .charAt(
                                                                                e.get("tos")
                                                                                                .length()
                                                                                        - 1))
                                                >= 0
                                        && (Character.digit(
                                                                e.get("tos")
                                                                        .charAt(
                                                                                e.get("tos")
                                                                                                .length()
                                                                                        - 1),
                                                                16)
                                                        & 3)
                                                == 0);
        List<LogEvent> lost =
                clues.where(
                        "ping-loss",
                        e -> Clues.decimal(e, "loss") > 5 && Clues.decimal(e, "loss") < 100);
        List<LogEvent> drops =
                clues.where("queue-drops", e -> Clues.number(e, "drops").orElse(0) > 0);
        if (!early.isEmpty())
            verdict.certain(early, "the queue marks what is ECN-capable and drops the rest")
                    .cites(lost)
                    .explains("cnp-not-generated");
        else if (!plain.isEmpty() && !drops.isEmpty() && clues.has("switch-ecn", "ecn-profile"))
            verdict.likely(plain, "the packets are not marked as ECN-capable, and the queue drops")
                    .cites(drops);
    }
}
