package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.GpuTopology;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class NvidiaSmiTopoView implements SampleView {

    @Override
    public String parser() {
        return "nvidia-smi-topo";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof GpuTopology t)) continue;
            view.put("gpus", t.gpus());
            view.put("nics", t.nics());
            Map<String, Object> between = new LinkedHashMap<>();
            Map<String, Object> toNics = new LinkedHashMap<>();
            t.links()
                    .forEach(
                            (row, cells) -> {
                                if (!row.startsWith("GPU")) return;
                                Map<String, Object> nics = new LinkedHashMap<>();
                                cells.forEach(
                                        (column, link) -> {
                                            if (column.startsWith("NIC")) nics.put(column, link);
                                            else between.put(row + "-" + column, link);
                                            if (link.startsWith("NV")) {
                                                view.put(
                                                        "nvlinks",
                                                        Integer.parseInt(link.substring(2)));
                                            }
                                        });
                                toNics.put(row, nics);
                            });
            view.put("gpuGpu", between);
            view.put("gpuNic", toNics);
            view.put("cpuAffinity", t.cpuAffinity());
            view.put("numa", t.numaAffinity());
            view.put("gpuNumaId", t.gpuNumaId());
            view.put("nicLegend", t.nicNames());
        }
        return view;
    }
}
