package io.railhead.bench.saturate;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.Case;
import io.railhead.bench.Settings;
import io.railhead.model.Conditions;
import java.util.Collections;
import java.util.List;

/// What every flow of a saturation is made by: perftest where every end has RDMA, iperf3 otherwise.
///
/// @param setting by time, so that all flows run as long as each other
record SaturateLoad(Benchmark benchmark, Case setting, boolean rdma) {

    static SaturateLoad of(Settings settings, boolean rdma) {
        Benchmark tool = Benchmarks.of(rdma ? "perftest" : "iperf3").getFirst();
        Settings own =
                rdma
                        ? settings.withRdma(settings.rdma().asLoad())
                        : settings.withStreams(List.of(Collections.max(settings.streams())));
        return new SaturateLoad(tool, tool.cases(own).getFirst(), rdma);
    }

    /// What both sides of a comparison must have sent: `RDMA write of 65536 B, 4 QPs`.
    String words() {
        Conditions c = setting.conditions();
        if (!rdma) {
            return "TCP, " + counted(c.get("streams"), "stream");
        }
        StringBuilder words =
                new StringBuilder("RDMA " + c.get("verb") + " of " + c.get("message") + " B, ")
                        .append(counted(c.get("qps"), "QP"));
        if (!c.get("depth").isEmpty()) {
            words.append(", depth ").append(c.get("depth"));
        }
        if (!c.get("traffic-class").isEmpty()) {
            words.append(", traffic class ").append(c.get("traffic-class"));
        }
        return words.toString();
    }

    private static String counted(String n, String what) {
        return n + " " + what + (n.equals("1") ? "" : "s");
    }
}
