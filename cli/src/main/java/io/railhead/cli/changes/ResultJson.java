package io.railhead.cli.changes;

import io.railhead.configure.HostOutcome;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlanFile;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.configure.Wave;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How an apply or a rollback ended: `railhead.apply/1`, `railhead.rollback/1`; and the runs there
/// are, `railhead.runs/1`.
public final class ResultJson {
    private ResultJson() {}

    /// @param doing `apply` or `rollback`
    public static Map<String, Object> of(String doing, RunResult result, List<Obstacle> obstacles) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", "railhead." + doing + "/1");
        root.put("run", result.run());
        root.put("ok", result.isGood());
        root.put("hosts", result.hosts().stream().map(ResultJson::host).toList());
        if (doing.equals("apply")) {
            root.put("obstacles", obstacles);
        }
        return root;
    }

    /// Several runs taken back one after the other: `railhead.rollbacks/1`.
    ///
    /// @param to the oldest run that was to be taken back
    public static Map<String, Object> of(String to, List<RunResult> results) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", "railhead.rollbacks/1");
        root.put("to", to);
        root.put("ok", results.stream().allMatch(RunResult::isGood));
        root.put("runs", results.stream().map(r -> of("rollback", r, List.of())).toList());
        return root;
    }

    /// A plan as `railhead.plan/1`, with the order in which hosts would be changed.
    public static Map<String, Object> of(Plan plan, List<Wave> order) {
        Map<String, Object> root = new LinkedHashMap<>(PlanFile.document(plan));
        List<String> untried = Untried.of(plan);
        if (!untried.isEmpty()) {
            root.put("untried", untried);
        }
        root.put("waves", order.stream().map(ResultJson::wave).toList());
        return root;
    }

    private static Map<String, Object> wave(Wave wave) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("hosts", wave.hosts());
        one.put("canary", wave.isCanary());
        one.put("changes", wave.changes());
        one.put("worstRisk", wave.worst().word());
        one.put("guarded", wave.guarded());
        return one;
    }

    private static Map<String, Object> host(HostOutcome outcome) {
        Map<String, Object> host = new LinkedHashMap<>();
        host.put("device", outcome.device());
        host.put("state", outcome.state().word());
        host.put("why", outcome.why());
        host.put("changes", outcome.changes());
        return host;
    }

    public static Map<String, Object> runs(Map<String, Map<String, RunReport>> runs) {
        List<Object> all = new ArrayList<>();
        runs.forEach(
                (id, hosts) ->
                        hosts.forEach(
                                (host, r) -> {
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("run", id);
                                    one.put("device", host);
                                    one.put("state", r.state().word());
                                    one.put("why", r.why());
                                    one.put("damage", r.damage().orElse(""));
                                    one.put("about", new java.util.TreeMap<>(r.about()));
                                    one.put("changes", r.steps());
                                    all.add(one);
                                }));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", "railhead.runs/1");
        root.put("runs", all);
        return root;
    }
}
