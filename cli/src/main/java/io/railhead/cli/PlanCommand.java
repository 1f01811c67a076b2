package io.railhead.cli;

import io.railhead.cli.changes.PlanDiff;
import io.railhead.cli.changes.PlanText;
import io.railhead.cli.changes.ResultJson;
import io.railhead.configure.Machines;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Planner;
import io.railhead.configure.Prepared;
import io.railhead.configure.Resources;
import io.railhead.configure.Wave;
import io.railhead.intent.HostRanges;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.SudoRights;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import io.railhead.switches.live.SwitchPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `railhead plan`.
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Shows what apply would change on every host and switch, why, and at what risk.",
            "",
            "Read-only: one round trip a host. A plan kept in a file can be read, reviewed and"
                    + " applied later; apply then looks again and refuses, by name, where a host or"
                    + " what the intent wants there is no longer as planned. It holds no secrets: content that only its owner may read is not"
                    + " shown."
        },
        footer = {
            "",
            "Example: railhead plan -o change.plan && railhead apply change.plan",
            "-o FILE keeps the plan (JSON, railhead.plan/1) for apply, and still shows it.",
            "--sudoers -o railhead.sudoers writes the one rule that a login without root needs.",
            "--format diff gives unified diffs for review tools, one a change and host.",
            "Exit status: 0 planned, with or without changes; 1 something wanted cannot be had;"
                    + " 2 wrong usage or input; 3 a host could not be reached."
        })
public final class PlanCommand implements Callable<Integer> {
    private static final String SUDO_UNUSED = " without sudo";

    private final Console console;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private ChangeOptions changes = new ChangeOptions();
    @Mixin private WaveOptions waves = new WaveOptions();
    @Mixin private ReachOptions reach = new ReachOptions();
    @Mixin private OutputOptions output = new OutputOptions(OutputOptions.Format.diff);
    @Mixin private KeepOptions keep = new KeepOptions();

    @Option(
            names = {"-v", "--verbose"},
            description = "Show every host's own text, also where only addresses differ.")
    boolean verbose;

    @Option(
            names = "--sudoers",
            description =
                    "Print the rights that logins other than root need on the hosts, as a file for"
                            + " /etc/sudoers.d, and do nothing else.")
    boolean sudoers;

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        waves.validate();
        ClusterOptions.Devices devices = clusters.loadDevices(console);
        Cluster cluster = devices.cluster();
        if (sudoers) {
            output.write(console, rights(cluster));
            return Exit.OK;
        }
        Instant began = Instant.now();
        Resources resources = Resources.installed();
        var filter = changes.filter(resources);
        waves.canaries(cluster);
        Prepared prepared;
        SwitchPlan switches;
        try (Transport transport = SourceOptions.transport(console, reach)) {
            prepared =
                    prepare(
                            console,
                            resources,
                            new Machines(transport, reach.parallel(), reach.timeout()),
                            cluster,
                            ChangeOptions.origin(console, clusters, cluster.file()));
            switches = new SwitchSide(console, devices, transport, reach).plan();
        }
        changes.refuseUnknown(prepared, switches);
        List<String> missing = prepared.missingNeeds(filter);
        Plan hosts = changes.narrowed(prepared, filter).plan();
        Plan plan = changes.narrowed(switches).before(hosts);
        missing.forEach(
                m ->
                        console.say(
                                "note: --only leaves out what is needed, so apply would refuse: "
                                        + m));
        classIsNowhere(cluster).ifPresent(n -> console.say("note: " + n));
        show(cluster, plan, hosts);
        console.out().flush();
        keep.keep(console, record(plan, began));
        if (!plan.unreachable().isEmpty()) {
            return Exit.UNREACHABLE;
        }
        return plan.obstacles().isEmpty() ? Exit.OK : Exit.FINDINGS;
    }

    /// Why nothing of a lossless class is planned, where the intent gives it no place.
    private static Optional<String> classIsNowhere(Cluster cluster) {
        boolean named =
                cluster.hosts().stream()
                        .flatMap(h -> h.rails().stream())
                        .anyMatch(r -> r.rdma().isPresent());
        if (cluster.lossless().isEmpty() || named) {
            return Optional.empty();
        }
        return Optional.of(
                cluster.switches().isEmpty()
                        ? "the lossless class is planned nowhere: no rail names its «rdma:» device"
                                + " (rdma: mlx5_0/1), and there are no «switches:»"
                        : "the lossless class is planned on switches alone: no rail names its"
                                + " «rdma:» device (rdma: mlx5_0/1)");
    }

    /// The sudoers file for the logins of the cluster that are not root.
    private static String rights(Cluster cluster) {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        for (Host host : cluster.hosts()) {
            String user = host.login().user().orElse(System.getProperty("user.name", "root"));
            if (!user.equals("root")) {
                hosts.computeIfAbsent(user, u -> new ArrayList<>())
                        .add(host.name() + (host.login().sudo() ? "" : SUDO_UNUSED));
            }
        }
        if (hosts.isEmpty()) {
            return "# All hosts of "
                    + cluster.name()
                    + " are logged in to as root: no rights are needed.\n";
        }
        List<String> folded = new ArrayList<>();
        for (List<String> names : hosts.values()) {
            List<String> plain = names.stream().map(n -> n.replace(SUDO_UNUSED, "")).toList();
            folded.add(
                    HostRanges.fold(plain)
                            + (names.equals(plain)
                                    ? ""
                                    : " (set login: {sudo: true} in the intent, or it is not used)"));
        }
        return SudoRights.file(cluster.name(), List.copyOf(hosts.keySet()), folded);
    }

    /// What was planned, for reports.
    private static Run record(Plan plan, Instant began) {
        List<Run.Failed> failures = new ArrayList<>();
        plan.obstacles()
                .forEach(o -> failures.add(new Run.Failed(o.device(), o.resource(), o.why())));
        plan.unreachable().forEach((h, why) -> failures.add(new Run.Failed(h, "observe", why)));
        return KeepOptions.run("plan", "planned", plan.cluster(), began)
                .withChanges(plan.changes().stream().map(PlannedChange::change).toList())
                .withFailures(failures)
                .with("intentSha256", plan.intentSha256());
    }

    private void show(Cluster cluster, Plan plan, Plan hosts) {
        List<Wave> order = waves.of(hosts, cluster);
        boolean kept = output.output().isPresent();
        // A file is for `apply`, and JSON whatever its name; text is shown beside it.
        boolean named = kept && !output.isAsked() && output.json();
        switch (named ? OutputOptions.Format.text : output.format()) {
            case diff -> {
                String diff = PlanDiff.of(plan);
                if (kept) {
                    output.write(console, diff);
                } else {
                    console.out().print(diff);
                }
            }
            case json -> output.write(console, Json.write(ResultJson.of(plan, order)));
            case text, junit, sarif, html -> {
                if (kept) {
                    // The file is for `apply`; what stands in it is shown all the same.
                    output.write(console, Json.write(ResultJson.of(plan, order)));
                }
                PlanText text = new PlanText(console, verbose);
                console.out().print(text.of(plan, hosts));
                if (order.size() > 1) {
                    console.out().print(text.order(order, ApplyCommand.CONFIRM_WITHIN));
                }
            }
        }
    }

    /// Looks at all hosts, with progress.
    static Prepared prepare(
            Console console,
            Resources resources,
            Machines machines,
            Cluster cluster,
            Plan.Origin origin) {
        try (Progress progress = new Progress(console, "planning", cluster.hosts().size())) {
            return new Planner(resources, machines).plan(cluster, origin, progress::step);
        }
    }
}
