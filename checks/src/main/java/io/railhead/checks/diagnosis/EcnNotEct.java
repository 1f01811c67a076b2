package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QosCounter.Measure;
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
        else if (!plain.isEmpty()) {
            // One queue that marks and drops at once: what it drops was not ECN-capable.
            List<QosCounter> counters = clues.all(QosCounter.class);
            List<QosCounter> both =
                    counters.stream()
                            .filter(c -> c.measure() == Measure.DROPPED_PACKETS && c.value() > 0)
                            .filter(
                                    d ->
                                            counters.stream()
                                                    .anyMatch(
                                                            m ->
                                                                    m.measure()
                                                                                    == Measure
                                                                                            .ECN_MARKED_PACKETS
                                                                            && m.value() > 0
                                                                            && m.source()
                                                                                    .equals(
                                                                                            d
                                                                                                    .source())))
                            .toList();
            if (both.isEmpty()) {
                dropped(clues, plain, drops, verdict);
                return;
            }
            Suspicion s =
                    verdict.likely(
                            plain,
                            "packets are sent without the mark of ECN, and a queue that marks others drops");
            both.stream().limit(4).forEach(s::cites);
        }
    }

    /// RoCE that NICs send without the mark although a queue drops: their default is to set it.
    private static void dropped(
            Clues clues, List<LogEvent> plain, List<LogEvent> drops, Verdict verdict) {
        boolean roce = clues.has("roce-flow") || clues.has("nccl-ib-using", "perftest-layer");
        List<QosCounter> counted =
                clues.all(QosCounter.class).stream()
                        .filter(c -> c.measure() == Measure.DROPPED_PACKETS && c.value() > 0)
                        .toList();
        if (!roce || (counted.isEmpty() && drops.isEmpty())) return;
        Suspicion s =
                verdict.possible(
                                plain,
                                "RoCE is sent without the mark of ECN, and a queue drops: it cannot be slowed down before it is")
                        .cites(drops);
        counted.stream().limit(4).forEach(s::cites);
    }
}
