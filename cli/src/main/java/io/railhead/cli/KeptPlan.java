package io.railhead.cli;

import io.railhead.cli.changes.PlanText;
import io.railhead.configure.Drift;
import io.railhead.configure.Plan;
import io.railhead.configure.PlanFile;
import io.railhead.configure.Prepared;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.NamedFile;
import io.railhead.switches.live.SwitchPlan;
import java.util.List;

/// A plan kept by `railhead plan -o`, of which only what still holds may be applied.
///
/// @param file as the user named it
record KeptPlan(String file, Plan plan) {

    /// Reads a plan file.
    ///
    /// @throws UserError when it is none, or was made by another version
    static KeptPlan read(Console console, String file) {
        try {
            Plan plan = PlanFile.read(console.read(console.path(file), NamedFile.BY_RAILHEAD));
            if (!plan.version().equals(Version.number())) {
                throw new UserError(
                        Exit.FINDINGS,
                        file
                                + " was made by Railhead "
                                + plan.version()
                                + ", this is "
                                + Version.number()
                                + ": plan again");
            }
            return new KeptPlan(file, plan);
        } catch (PlanFile.NotAPlan e) {
            throw new UserError(file + ": " + e.getMessage());
        }
    }

    /// Hosts of two clusters may have the same names: a plan is for its own cluster alone.
    ///
    /// @throws UserError when this plan is for another cluster
    void refuseOther(Cluster cluster) {
        if (!plan.cluster().equals(cluster.name())) {
            throw new UserError(
                    file
                            + " is a plan for the cluster "
                            + plan.cluster()
                            + ", and "
                            + cluster.file()
                            + " is of "
                            + cluster.name()
                            + ": name its own with -c, or plan again");
        }
    }

    /// Only what this plan has for switches, after making sure that all of it still holds.
    ///
    /// @throws UserError when some of it does not, after telling what
    SwitchPlan narrowed(SwitchPlan now, Console console, PlanText text) {
        refuseDrift(now.drift(plan), console, text);
        return now.onlyThoseOf(plan);
    }

    /// Only what this plan has for hosts, after making sure that all of it still holds.
    ///
    /// @throws UserError when some of it does not, after telling what
    Prepared narrowed(Prepared now, Console console, PlanText text) {
        if (!plan.intentSha256().equals(now.plan().intentSha256())) {
            console.err()
                    .println(
                            "note: "
                                    + now.plan().intent()
                                    + " is not the file that the plan was made of (sha256 "
                                    + begin(plan.intentSha256())
                                    + " then, "
                                    + begin(now.plan().intentSha256())
                                    + " now); only what both ask for alike is applied");
        }
        Plan ofHosts = withoutSwitches();
        refuseDrift(now.drift(ofHosts), console, text);
        return now.onlyThoseOf(ofHosts);
    }

    private Plan withoutSwitches() {
        return plan.with(
                plan.changes().stream()
                        .filter(c -> !c.change().resource().startsWith(SwitchPlan.kind() + ":"))
                        .toList());
    }

    private void refuseDrift(List<Drift> drift, Console console, PlanText text) {
        if (!drift.isEmpty()) {
            console.err().print(text.of(drift));
            throw new UserError(
                    Exit.FINDINGS,
                    file
                            + ": "
                            + drift.size()
                            + (drift.size() == 1 ? " change does" : " changes do")
                            + " not hold any more; nothing was changed: plan again");
        }
    }

    private static String begin(String sum) {
        return sum.isEmpty() ? "unknown" : sum.substring(0, Math.min(12, sum.length()));
    }
}
