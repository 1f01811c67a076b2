package io.railhead.evidence.gpu;

import io.railhead.evidence.Lines;
import io.railhead.model.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The rows of one GPU in `nvidia-smi -q`, by their path: `PCI/GPU Link Info/Link Width/Max`.
final class GpuTree {
    private static final int MAX_DEPTH = 12;

    /// A row or section that rows further in belong to.
    private record Parent(int indent, String path) {}

    private final String busId;
    private final Lines document;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final List<Parent> parents = new ArrayList<>();
    private int first;
    private int last;

    /// @param busId empty for the rows above the first GPU
    GpuTree(String busId, Lines document) {
        this.busId = busId;
        this.document = document;
    }

    GpuTree begin(Lines.Line line) {
        first = line.number();
        last = first;
        return this;
    }

    void row(Lines.Line line) {
        int indent = line.indent();
        String text = line.stripped();
        int colon = text.indexOf(" : ");
        if (colon < 0 && text.endsWith(" :")) colon = text.length() - 2;
        String key = (colon < 0 ? text : text.substring(0, colon)).strip();
        while (!parents.isEmpty() && parents.getLast().indent() >= indent) parents.removeLast();
        String path = parents.isEmpty() ? key : parents.getLast().path() + "/" + key;
        if (parents.size() < MAX_DEPTH) parents.add(new Parent(indent, path));
        if (colon >= 0) {
            String value = text.substring(Math.min(colon + 2, text.length())).strip();
            if (settings.putIfAbsent(path, value) == null) lines.put(path, line.number());
        }
        if (first == 0) first = line.number();
        last = line.number();
        line.read();
    }

    String busId() {
        return busId;
    }

    Map<String, String> settings() {
        return settings;
    }

    Map<String, Integer> lines() {
        return lines;
    }

    /// The value at the first of these paths that has one.
    Optional<String> value(String... paths) {
        for (String path : paths) {
            Optional<String> value =
                    Optional.ofNullable(settings.get(path)).flatMap(NvidiaSmi::value);
            if (value.isPresent()) return value;
        }
        return Optional.empty();
    }

    /// Below a section, the sum of the values whose last key holds a word; empty when none is a
    /// number.
    OptionalLong sum(String section, String word) {
        long sum = 0;
        boolean any = false;
        for (var e : settings.entrySet()) {
            String path = e.getKey();
            if (!path.startsWith(section)) continue;
            if (!path.substring(path.lastIndexOf('/') + 1).contains(word)) continue;
            OptionalLong n = count(NvidiaSmi.value(e.getValue()));
            if (n.isEmpty()) continue;
            any = true;
            sum = sum > Long.MAX_VALUE - n.getAsLong() ? Long.MAX_VALUE : sum + n.getAsLong();
        }
        return any ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    static OptionalLong count(Optional<String> text) {
        return text.map(io.railhead.evidence.Numbers::toCounter)
                .filter(n -> n.isEmpty() || n.getAsLong() >= 0)
                .orElse(OptionalLong.empty());
    }

    Source at(String path) {
        int line = lines.getOrDefault(path, Math.max(first, document.firstNumber()));
        return document.source(line, line);
    }

    Source source() {
        int base = document.firstNumber();
        return document.source(Math.max(first, base), Math.max(last, base));
    }
}
