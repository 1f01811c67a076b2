package io.railhead.cli;

import io.railhead.configure.Plan;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.paste.Printed;
import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.SwitchDifference;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.CollectEvent;
import io.railhead.reach.Collected;
import io.railhead.reach.Collector;
import io.railhead.reach.LocalTransport;
import io.railhead.reach.Peer;
import io.railhead.reach.Peers;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Where a command's evidence comes from: the machines of the intent over SSH, this machine alone,
/// or a bundle.
public final class SourceOptions {

    @ArgGroup(exclusive = true)
    @Nullable Instead instead;

    static final class Instead {
        @Option(
                names = "--bundle",
                paramLabel = "FILE",
                description = "Read a bundle made by «railhead collect» instead of machines.")
        @Nullable String bundle;

        @Option(names = "--local", description = "Look at this machine alone, without SSH.")
        boolean local;
    }

    /// Evidence, read.
    ///
    /// @param cluster what is wanted; absent when there is no cluster.yaml
    /// @param collected what the machines gave, as it came
    /// @param wishes what of the intent is not so, as far as somebody looked
    record Gathered(
            Optional<Cluster> cluster,
            Facts facts,
            List<Collected> collected,
            PlannedWishes wishes) {

        /// Whether some machine gave nothing.
        boolean someUnreachable() {
            return !facts.unreachable().isEmpty();
        }
    }

    public boolean isLocal() {
        return instead != null && instead.local;
    }

    /// What the evidence comes from, when it is not the machines of the intent.
    public Optional<String> name() {
        if (isLocal()) {
            return Optional.of("this machine");
        }
        return instead == null ? Optional.empty() : Optional.ofNullable(instead.bundle);
    }

    /// Collects and reads evidence of the wanted kinds.
    ///
    /// @param planned whether hosts are also looked at for what a plan would change
    /// @throws UserError when there is neither intent nor bundle, or either cannot be read
    Gathered gather(
            Console console,
            ClusterOptions clusters,
            ReachOptions reach,
            Set<Class<? extends Fact>> kinds,
            boolean planned) {
        if (instead != null && instead.bundle != null) {
            return bundle(console, clusters, instead.bundle);
        }
        if (isLocal()) {
            Target here = new Target("localhost", "localhost", Login.DEFAULT);
            try (Transport transport = new LocalTransport(settings(console, reach))) {
                List<Probe> probes = Parsers.installed().probes(kinds);
                List<Collected> collected =
                        masked(
                                collect(
                                        console,
                                        Optional.empty(),
                                        List.of(here),
                                        transport,
                                        reach,
                                        name -> probes));
                return new Gathered(
                        Optional.empty(), facts(collected), collected, PlannedWishes.none());
            }
        }
        Cluster cluster = clusters.load(console);
        List<Switch> switches = switches(clusters, cluster, kinds);
        Optional<PlanLook> look =
                planned ? Optional.of(PlanLook.of(console, clusters, cluster)) : Optional.empty();
        try (Transport transport = transport(console, reach)) {
            Gathered hosts = live(console, cluster, transport, reach, kinds, look);
            List<Collected> all = new ArrayList<>(hosts.collected());
            SwitchEvidence.collect(console, cluster, switches, transport, reach).stream()
                    .map(Collected::masked)
                    .forEach(all::add);
            return all.size() == hosts.collected().size()
                    ? hosts
                    : new Gathered(
                            Optional.of(cluster), facts(all, hosts.cluster()), all, hosts.wishes());
        }
    }

    /// The switches to ask; none where no wanted fact is theirs.
    private static List<Switch> switches(
            ClusterOptions clusters, Cluster cluster, Set<Class<? extends Fact>> kinds) {
        List<Switch> asked = SwitchEvidence.asked(clusters, cluster);
        if (kinds.stream().anyMatch(OF_SWITCHES::contains)) return asked;
        if (cluster.hosts().isEmpty() && !asked.isEmpty()) {
            throw new UserError(
                    "--hosts "
                            + asked.getFirst().name()
                            + ": what is asked for is told by hosts alone, and this is a switch");
        }
        return List.of();
    }

    /// Facts that switches are asked for.
    private static final Set<Class<? extends Fact>> OF_SWITCHES =
            Set.of(PfcState.class, QueueEcn.class, SwitchDifference.class, SwitchPort.class);

    /// The SSH transport for this user and these options.
    static Transport transport(Console console, ReachOptions reach) {
        return new SshTransport(settings(console, reach));
    }

    static SshSettings settings(Console console, ReachOptions reach) {
        Map<String, String> environment = console.environment();
        return SshSettings.of(
                environment,
                // The account this process runs as, whatever USER still says after su or sudo.
                System.getProperty("user.name", "root"),
                reach.acceptNew(),
                System.nanoTime());
    }

    private static Gathered live(
            Console console,
            Cluster cluster,
            Transport transport,
            ReachOptions reach,
            Set<Class<? extends Fact>> kinds,
            Optional<PlanLook> look) {
        PlanLook.Taken taken =
                collect(
                        console,
                        cluster,
                        transport,
                        reach,
                        Parsers.installed().probes(kinds),
                        look);
        List<Collected> collected = masked(taken.collected());
        return new Gathered(
                Optional.of(cluster), facts(collected), collected, PlannedWishes.of(taken.plan()));
    }

    /// As in a bundle: what is found is quoted, and is to be the same from either.
    private static List<Collected> masked(List<Collected> collected) {
        return collected.parallelStream().map(Collected::masked).toList();
    }

    /// What the cluster's machines answer to the probes, with progress on the console.
    static List<Collected> collect(
            Console console,
            Cluster cluster,
            Transport transport,
            ReachOptions reach,
            List<Probe> probes) {
        return collect(console, cluster, transport, reach, probes, Optional.empty()).collected();
    }

    /// What the cluster's machines answer to the probes, with progress on the console, and the plan
    /// that comes of what was seen for one.
    static PlanLook.Taken collect(
            Console console,
            Cluster cluster,
            Transport transport,
            ReachOptions reach,
            List<Probe> probes,
            Optional<PlanLook> look) {
        List<Target> targets = cluster.hosts().stream().map(Target::of).toList();
        List<Collected> collected =
                collect(
                        console,
                        Optional.of(cluster),
                        targets,
                        transport,
                        reach,
                        name -> look.map(l -> l.with(probes, name)).orElse(probes));
        return look.map(l -> l.take(collected))
                .orElseGet(() -> new PlanLook.Taken(collected, Optional.empty()));
    }

    private static List<Collected> collect(
            Console console,
            Optional<Cluster> cluster,
            List<Target> targets,
            Transport transport,
            ReachOptions reach,
            Function<String, List<Probe>> probes) {
        Map<String, List<Peer>> peers = cluster.map(Peers::of).orElse(Map.of());
        Collector collector = new Collector(transport, reach.parallel(), reach.timeout());
        try (Progress progress = new Progress(console, "collecting", targets.size())) {
            return collector.collect(
                    targets,
                    probes,
                    name -> peers.getOrDefault(name, List.of()),
                    event -> show(event, progress));
        }
    }

    private static void show(CollectEvent event, Progress progress) {
        switch (event) {
            case CollectEvent.HostDone done -> progress.step(done.collected().machine());
            case CollectEvent.HostFailed failed -> progress.step(failed.machine());
            case CollectEvent.Started _, CollectEvent.Finished _ -> {}
        }
    }

    private static Gathered bundle(Console console, ClusterOptions clusters, String file) {
        Bundle bundle;
        try {
            bundle = BundleFile.read(console.path(file));
        } catch (Bundle.Unusable e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        // An intent named on the command line goes before the one the evidence was collected with.
        Optional<Cluster> cluster =
                clusters.file != null
                        ? Optional.of(clusters.load(console))
                        : bundle.clusterYaml()
                                .map(y -> clusters.parse(console, file + ":cluster.yaml", y));
        List<Collected> collected =
                bundle.collected().stream()
                        .filter(c -> cluster.isEmpty() || !clusters.leavesOut(c.machine()))
                        .toList();
        Set<String> machines =
                bundle.collected().stream().map(Collected::machine).collect(Collectors.toSet());
        return new Gathered(
                cluster.map(c -> only(c, machines)),
                facts(collected, cluster),
                collected,
                PlannedWishes.of(
                        PlannedWishes.planOf(bundle)
                                .filter(
                                        p ->
                                                clusters.file == null
                                                        || isFrom(console, clusters, p))));
    }

    /// What was planned of another intent says nothing of this one.
    private static boolean isFrom(Console console, ClusterOptions clusters, Plan plan) {
        return ChangeOptions.origin(console, clusters, "")
                .intentSha256()
                .equals(plan.intentSha256());
    }

    /// The facts in what was collected; machines that gave nothing stand in them with the reason.
    static Facts facts(List<Collected> collected) {
        Facts.Builder facts = Facts.builder();
        read(collected).forEach(facts::addAll);
        return facts.build();
    }

    /// The same, and what of switches is not as derived from the intent.
    static Facts facts(List<Collected> collected, Optional<Cluster> cluster) {
        Facts.Builder facts = Facts.builder();
        read(collected).forEach(facts::addAll);
        cluster.ifPresent(c -> SwitchEvidence.drift(c, collected, facts));
        return facts.build();
    }

    /// The same for each machine by itself, read on all cores, a machine at a time.
    static List<Facts.Builder> read(List<Collected> collected) {
        return collected.parallelStream().map(SourceOptions::factsOf).toList();
    }

    private static Facts.Builder factsOf(Collected machine) {
        Facts.Builder facts = Facts.builder();
        boolean nothing = machine.transcripts().stream().allMatch(t -> t.exitCode() == -1);
        machine.unreachable().ifPresent(why -> facts.unreachable(machine.machine(), why));
        if (machine.unreachable().isPresent() && nothing) return facts;
        facts.machine(machine.machine());
        machine.transcripts().forEach(t -> Printed.read(t, facts));
        return facts;
    }

    /// The intent with those of its hosts that evidence was collected from; whole when it is of
    /// other machines altogether.
    static Cluster only(Cluster cluster, Set<String> machines) {
        List<Host> kept =
                cluster.hosts().stream().filter(h -> machines.contains(h.name())).toList();
        return kept.isEmpty() || kept.size() == cluster.hosts().size()
                ? cluster
                : cluster.only(kept);
    }
}
