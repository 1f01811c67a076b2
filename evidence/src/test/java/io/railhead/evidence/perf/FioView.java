package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.FioRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class FioView implements SampleView {

    @Override
    public String parser() {
        return "fio";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        FioRun run = (FioRun) reading.facts().getFirst();
        FioRun.Job job = run.jobs().getFirst();
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("name", job.name());
        first.put("readBw", job.read().bytesPerSecond() / 1024);
        first.put("readBwBytes", job.read().bytesPerSecond());
        first.put("readIops", job.read().iops());
        first.put("writeBw", job.write().bytesPerSecond() / 1024);
        first.put("writeBwBytes", job.write().bytesPerSecond());
        first.put("writeIops", job.write().iops());
        first.put("readLatNsMean", job.read().latencyMeanNanos().orElse(-1));
        // The names of the groups in the version that prints microseconds.
        first.put("latKey", List.of("slat", "clat", "lat"));
        return Map.of("version", run.version(), "jobs", run.jobs().size(), "job0", first);
    }
}
