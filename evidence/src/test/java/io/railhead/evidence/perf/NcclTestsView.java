package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.NcclTestRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class NcclTestsView implements SampleView {

    @Override
    public String parser() {
        return "nccl-tests";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        NcclTestRun run = (NcclTestRun) reading.facts().getFirst();
        NcclTestRun.Row last = run.rows().getLast();
        Map<String, Object> row = new HashMap<>(half(last.outOfPlace()));
        row.put("size", last.bytes());
        row.put("count", last.count());
        row.put("type", last.type());
        row.put("redop", last.redop());
        row.put("root", last.root().orElse(-99));
        row.put("out", half(last.outOfPlace()));
        last.inPlace().ifPresent(h -> row.put("in", half(h)));
        Map<String, Object> view = new HashMap<>();
        view.put("ranks", run.ranks().orElse(-1));
        view.put("rows", run.rows().size());
        view.put("avg", run.averageBusbw().orElse(-1));
        view.put("wrong", half(last.outOfPlace()).get("wrong"));
        view.put("last", row);
        String text = transcript.stdout().lines().toList().get(last.source().firstLine() - 1);
        view.put("lastLine", List.of(text.strip().split("\\s+")));
        return view;
    }

    @Override
    public Map<String, String> notFacts() {
        return Map.of("columns", "a remark on the version's layout");
    }

    private static Map<String, Object> half(NcclTestRun.Half half) {
        return Map.of(
                "timeUs", half.micros(),
                "algbw", half.algbw(),
                "busbw", half.busbw(),
                "wrong", half.wrong().isPresent() ? (Object) half.wrong().getAsLong() : "N/A");
    }
}
