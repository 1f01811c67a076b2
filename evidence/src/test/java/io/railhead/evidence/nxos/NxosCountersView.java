package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

@AutoService(SampleView.class)
public final class NxosCountersView implements SampleView {

    @Override
    public String parser() {
        return "nxos-show-interface-counters-brief";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> rows = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof SwitchPort p)) continue;
            Map<String, Object> row = new HashMap<>();
            Map.of(
                            "inMBps", "Input MB/s",
                            "inFrames", "Input Frames",
                            "outMBps", "Output MB/s",
                            "outFrames", "Output Frames",
                            "intervalS", "interval")
                    .forEach((k, n) -> row.put(k, Long.valueOf(p.setting(n).orElseThrow())));
            rows.put(p.port().replace("Ethernet", "Eth"), row);
        }
        return Map.of("rows", rows);
    }

    /// The tables of errors: those whose values stand in one line are of one table.
    @AutoService(SampleView.class)
    public static final class Errors implements SampleView {

        @Override
        public String parser() {
            return "nxos-show-interface-counters-errors";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<Integer, List<String>> byLine = new TreeMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof SwitchPort p)) continue;
                p.settings()
                        .forEach(
                                (name, s) ->
                                        byLine.computeIfAbsent(
                                                        s.source().firstLine(),
                                                        k -> new ArrayList<>(List.of("Port")))
                                                .add(name));
            }
            return Map.of("tables", byLine.size(), "headers", List.copyOf(byLine.values()));
        }
    }
}
