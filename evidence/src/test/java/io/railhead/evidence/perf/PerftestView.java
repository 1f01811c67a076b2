package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class PerftestView implements SampleView {

    @Override
    public String parser() {
        return "perftest";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        PerftestRun run = (PerftestRun) reading.facts().getFirst();
        List<PerftestBandwidth> rows = run.bandwidths();
        view.put("test", run.test().replace(" Test", ""));
        view.put("linkType", run.linkType().orElse(null));
        view.put("gidIndex", run.gidIndex().isPresent() ? run.gidIndex().getAsInt() : null);
        view.put("device", run.device().orElse(null));
        view.put("qps", run.qps().orElse(-1));
        view.put("connection", run.connection().orElse(null));
        view.put("mtu", run.mtu().orElse(-1));
        view.put("localIp", run.localAddress().orElse(null));
        view.put("remoteIp", run.remoteAddress().orElse(null));
        view.put("rdmaCm", run.rdmaCm());
        view.put("dataExchange", run.settings().get("Data ex. method"));
        view.put("unit", run.unit().orElse(null));
        view.put("unitIsMiB", run.unit().orElse("").startsWith("M"));
        view.put("peakMeasured", run.peakMeasured());
        view.put("cpuFreqWarning", run.cpuFrequencyWarning());
        view.put("localQps", Integer.parseInt(run.settings().getOrDefault("local QPs", "0")));
        view.put("remoteQps", Integer.parseInt(run.settings().getOrDefault("remote QPs", "0")));
        List<Object> printed = new ArrayList<>();
        for (PerftestBandwidth row : rows) printed.add(row(row));
        for (PerftestLatency row : run.latencies()) printed.add(row(row));
        view.put("rows", transcript.command().contains(" -a ") ? (Object) rows.size() : printed);
        if (!rows.isEmpty()) {
            view.put("first", row(rows.getFirst()));
            view.put("firstRow", row(rows.getFirst()));
            view.put("last", row(rows.getLast()));
            for (PerftestBandwidth row : rows) view.put("row" + row.bytes(), row(row));
            view.put("gbps", Math.round(rows.getFirst().average().asGbps() * 10) / 10.0);
            view.put("samples", rows.size());
            view.put("averages", rows.stream().map(PerftestBandwidth::printedAverage).toList());
            view.put("firstIterations", rows.getFirst().iterations());
        }
        return view;
    }

    @Override
    public Map<String, String> notFacts() {
        return Map.of("rowTwice", "says that server and client share the terminal");
    }

    private static Map<String, Object> row(PerftestBandwidth row) {
        return Map.of(
                "bytes", row.bytes(),
                "iterations", row.iterations(),
                "peak", row.printedPeak(),
                "average", row.printedAverage(),
                "msgRateMpps", row.messageRateMpps().orElse(-1));
    }

    private static Map<String, Object> row(PerftestLatency row) {
        return Map.of(
                "bytes", row.bytes(),
                "iterations", row.iterations(),
                "tMin", row.minMicros().orElse(-1),
                "tMax", row.maxMicros().orElse(-1),
                "tTypical", row.typicalMicros().orElse(-1),
                "tAvg", row.averageMicros(),
                "tStdev", row.stdDevMicros().orElse(-1),
                "p99", row.p99Micros().orElse(-1),
                "p999", row.p999Micros().orElse(-1));
    }
}
