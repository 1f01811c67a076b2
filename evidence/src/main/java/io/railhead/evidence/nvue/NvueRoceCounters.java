package io.railhead.evidence.nvue;

import io.railhead.evidence.switching.Rates;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Counters of the tree that `nv show interface X qos roce counters` prints: one section a class,
/// the same names in each.
record NvueRoceCounters(String port, NvueTree tree) {

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        for (Map.Entry<String, Stated<String>> e : tree.settings().entrySet()) {
            String path = e.getKey();
            Optional<QosCounter.Measure> measure = measure(path);
            if (measure.isEmpty()) continue;
            OptionalLong value = number(e.getValue());
            if (value.isEmpty()) continue;
            facts.add(
                    new QosCounter(
                            port,
                            QosCounter.Scope.PORT,
                            OptionalInt.empty(),
                            path.startsWith("rx-") ? QosCounter.Way.RECEIVED : QosCounter.Way.SENT,
                            measure.get(),
                            value.getAsLong(),
                            path,
                            e.getValue().source()));
        }
        return facts;
    }

    private static OptionalLong number(Stated<String> words) {
        return Rates.size(words.value(), words.source())
                .map(s -> OptionalLong.of(s.value()))
                .orElse(OptionalLong.empty());
    }

    private static Optional<QosCounter.Measure> measure(String path) {
        String leaf = path.substring(path.lastIndexOf('/') + 1);
        return switch (leaf) {
            case "no-buffer-discard", "unicast-no-buffer-discard" ->
                    Optional.of(QosCounter.Measure.DROPPED_PACKETS);
            case "pause-packets" -> Optional.of(QosCounter.Measure.PAUSE_FRAMES);
            case "pause-duration" -> Optional.of(QosCounter.Measure.PAUSE_MICROS);
            case "ecn-marked-packets" -> Optional.of(QosCounter.Measure.ECN_MARKED_PACKETS);
            case "cnp-packets" -> Optional.of(QosCounter.Measure.CNP_PACKETS);
            case "roce-packets", "non-roce-packets" -> Optional.of(QosCounter.Measure.PACKETS);
            case "roce-bytes", "non-roce-bytes", "cnp-bytes" ->
                    Optional.of(QosCounter.Measure.BYTES);
            case "tc-usage" -> Optional.of(QosCounter.Measure.DEPTH_BYTES);
            default -> Optional.empty();
        };
    }
}
