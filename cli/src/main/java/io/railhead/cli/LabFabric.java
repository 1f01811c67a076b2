package io.railhead.cli;

import io.railhead.bench.saturate.Fabric;
import io.railhead.lab.FabricCounters;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.QosCounter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// The switch of a lab, which is a bridge of this machine: what its ports with a queue count.
///
/// @param namespace of the fabric
record LabFabric(Path namespace) implements Fabric {
    private static final String DEVICE = "fabric";

    @Override
    public Facts counted() {
        Facts.Builder facts = Facts.builder();
        FabricCounters.read(namespace)
                .ports()
                .forEach(
                        (name, port) -> {
                            facts.add(
                                    DEVICE,
                                    counter(
                                            name,
                                            QosCounter.Measure.DROPPED_PACKETS,
                                            port.dropped(),
                                            "queue dropped"));
                            port.marked()
                                    .ifPresent(
                                            n ->
                                                    facts.add(
                                                            DEVICE,
                                                            counter(
                                                                    name,
                                                                    QosCounter.Measure
                                                                            .ECN_MARKED_PACKETS,
                                                                    n,
                                                                    "CE set")));
                        });
        return facts.build();
    }

    private static QosCounter counter(
            String port, QosCounter.Measure measure, long value, String term) {
        return new QosCounter(
                port,
                QosCounter.Scope.PORT,
                OptionalInt.empty(),
                QosCounter.Way.SENT,
                measure,
                value,
                term,
                Source.line("tc -s qdisc show", 1));
    }

    @Override
    public Optional<String> qos() {
        var settings = FabricCounters.read(namespace).settings();
        return settings.isEmpty()
                ? Optional.empty()
                : Optional.of("lab queue: " + String.join(", ", settings));
    }
}
