package io.railhead.evidence.nxos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The ports of several tables, each with what stands in its rows.
final class NxosCounterTables {
    private final Map<String, Map<String, Stated<String>>> ports = new LinkedHashMap<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    /// Takes a row: a port and as many values as there are names.
    ///
    /// @return whether it was one
    boolean row(List<String> names, Lines.Line line) {
        List<String> words = line.words();
        if (names.isEmpty()
                || words.size() != names.size() + 1
                || !words.getFirst().matches("[A-Za-z][\\w-]*\\d[\\d/.]*")) return false;
        String port = Ports.full(words.getFirst());
        Map<String, Stated<String>> values =
                ports.computeIfAbsent(port, p -> new LinkedHashMap<>());
        for (int i = 0; i < names.size(); i++) {
            String value = words.get(i + 1);
            values.put(names.get(i), new Stated<>(value, value, line.source()));
        }
        sources.putIfAbsent(port, line.read().source());
        return true;
    }

    List<SwitchPort> facts() {
        return ports.entrySet().stream()
                .map(
                        e ->
                                new SwitchPort(
                                        e.getKey(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        "",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        e.getValue(),
                                        sources.getOrDefault(
                                                e.getKey(),
                                                e.getValue().values().iterator().next().source())))
                .toList();
    }
}
