package io.railhead.cli;

import io.railhead.configure.Plan;
import io.railhead.configure.Planner;
import io.railhead.configure.Resources;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Collected;
import io.railhead.reach.Secrets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a plan needs to see of hosts, seen in the one round trip in which evidence is collected.
///
/// What was seen is content of files, as it is. It goes no further than here: facts and bundles get
/// the other transcripts, and of the plan its outline.
record PlanLook(Resources resources, Cluster cluster, Plan.Origin origin) {

    /// What was collected without what was for the plan, and the plan's outline.
    record Taken(List<Collected> collected, Optional<Plan> plan) {}

    static PlanLook of(Console console, ClusterOptions clusters, Cluster cluster) {
        return new PlanLook(
                Resources.installed(),
                cluster,
                ChangeOptions.origin(console, clusters, cluster.file()));
    }

    /// The probes and, last, since it takes longest, the look at a host.
    List<Probe> with(List<Probe> probes, String host) {
        List<Probe> all = new ArrayList<>(probes);
        cluster.host(host).ifPresent(h -> all.add(Planner.look(resources, cluster, h)));
        return all;
    }

    Taken take(List<Collected> collected) {
        Map<String, Transcript> seen = new HashMap<>();
        List<Collected> rest = new ArrayList<>();
        for (Collected c : collected) {
            List<Transcript> others = new ArrayList<>();
            for (Transcript t : c.transcripts()) {
                if (Planner.isLook(t)) {
                    seen.put(c.machine(), t);
                } else {
                    others.add(t);
                }
            }
            rest.add(
                    new Collected(
                            c.machine(),
                            others,
                            c.unreachable(),
                            c.notes(),
                            c.startedAt(),
                            c.took()));
        }
        Plan plan = Planner.of(resources, cluster, origin, seen);
        return new Taken(rest, Optional.of(plan.outline(Secrets::mask)));
    }
}
