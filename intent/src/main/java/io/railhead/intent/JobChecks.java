package io.railhead.intent;

import io.railhead.intent.Declared.JobPlan;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Job;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Jobs against the hosts they name.
final class JobChecks {
    private final Problems problems;
    private final Unreadable unreadable;
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    JobChecks(Problems problems, List<Host> hosts, Unreadable unreadable) {
        this.problems = problems;
        this.unreadable = unreadable;
        hosts.forEach(h -> this.hosts.put(h.name(), h));
    }

    List<Job> jobs(List<JobPlan> plans) {
        List<Job> jobs = new ArrayList<>();
        for (JobPlan plan : plans) {
            List<Host> on = new ArrayList<>();
            List<String> names =
                    plan.hosts().map(Located::value).orElse(List.copyOf(hosts.keySet()));
            List<String> missing = new ArrayList<>();
            for (String name : names) {
                Host host = hosts.get(name);
                if (host != null) {
                    on.add(host);
                } else if (!unreadable.host(name)) {
                    missing.add(name);
                }
            }
            if (!missing.isEmpty()) {
                problems.error(
                        plan.hosts().map(Located::at).orElse(plan.at()),
                        "there is no host " + Ranges.shortened(HostRanges.fold(missing)),
                        NearestName.remedy(missing.getFirst(), hosts.keySet(), "hosts"));
            }
            int least =
                    on.stream()
                            .mapToInt(h -> h.gpus().map(g -> g.count()).orElse(1))
                            .min()
                            .orElse(1);
            plan.gpusPerHost().ifPresent(wanted -> enough(wanted, on));
            jobs.add(
                    new Job(
                            plan.name(),
                            names,
                            plan.gpusPerHost().map(Located::value).orElse(least),
                            plan.command(),
                            plan.environment()));
        }
        return jobs;
    }

    private void enough(Located<Integer> wanted, List<Host> on) {
        for (Host host : on) {
            host.gpus()
                    .filter(g -> g.count() < wanted.value())
                    .ifPresent(
                            g ->
                                    problems.perHost(
                                            wanted.at(),
                                            "gpus",
                                            host.name() + " has only " + g.count() + " GPUs",
                                            "write " + g.count() + " or less, or leave out hosts"));
        }
    }
}
