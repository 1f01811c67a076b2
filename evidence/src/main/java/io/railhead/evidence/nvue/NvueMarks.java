package io.railhead.evidence.nvue;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How a traffic class marks, as NVUE's settings say it.
record NvueMarks(
        boolean on,
        Optional<Stated<Long>> min,
        Optional<Stated<Long>> max,
        Optional<Stated<Integer>> percent,
        Source source) {

    static List<QueueEcn> of(
            NvueSettings settings,
            String port,
            String profile,
            Optional<Stated<String>> roce,
            String term) {
        Map<Integer, NvueMarks> all = new TreeMap<>();
        roce.ifPresent(
                r -> {
                    NvueMarks made =
                            new NvueMarks(
                                    true,
                                    Optional.of(new Stated<>(150_000L, "roce", r.source())),
                                    Optional.of(new Stated<>(1_500_000L, "roce", r.source())),
                                    Optional.empty(),
                                    r.source());
                    all.put(0, made);
                    all.put(3, made);
                });
        NvueSettings own = settings.below("qos/congestion-control/" + profile + "/traffic-class");
        for (String classes : own.names()) {
            NvueSettings of = own.below(classes);
            if (of.all().isEmpty()) continue;
            for (int c : Ports.ofList(classes, 63)) all.put(c, marks(of, all.get(c)));
        }
        // Classes that mark alike are told once.
        Map<NvueMarks, Set<Integer>> alike = new LinkedHashMap<>();
        all.forEach((c, m) -> alike.computeIfAbsent(m, k -> new TreeSet<>()).add(c));
        List<QueueEcn> facts = new ArrayList<>();
        alike.forEach(
                (m, classes) ->
                        facts.add(
                                new QueueEcn(
                                        port,
                                        port.isEmpty() ? "" : profile,
                                        classes,
                                        m.on,
                                        m.min,
                                        m.max,
                                        m.percent,
                                        term,
                                        m.source)));
        return facts;
    }

    private static NvueMarks marks(NvueSettings of, @Nullable NvueMarks before) {
        Optional<NvueMarks> base = Optional.ofNullable(before);
        Optional<Stated<String>> ecn = of.first("ecn");
        Source first = of.all().values().iterator().next().source();
        return new NvueMarks(
                ecn.map(s -> NvueQos.isOn(s.value())).orElse(base.map(NvueMarks::on).orElse(false)),
                bytes(of, "min-threshold").or(() -> base.flatMap(NvueMarks::min)),
                bytes(of, "max-threshold").or(() -> base.flatMap(NvueMarks::max)),
                of.first("probability")
                        .flatMap(
                                s -> {
                                    OptionalInt n = Numbers.toInt(s.value());
                                    return n.isEmpty()
                                            ? Optional.<Stated<Integer>>empty()
                                            : Optional.of(
                                                    new Stated<>(
                                                            n.getAsInt(), s.words(), s.source()));
                                })
                        .or(() -> base.flatMap(NvueMarks::percent)),
                ecn.map(Stated::source).orElse(base.map(NvueMarks::source).orElse(first)));
    }

    private static Optional<Stated<Long>> bytes(NvueSettings of, String name) {
        return of.first(name, name + "-bytes")
                .flatMap(
                        s -> {
                            OptionalLong n = Numbers.toLong(s.value());
                            return n.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(
                                            new Stated<>(n.getAsLong(), s.words(), s.source()));
                        });
    }
}
