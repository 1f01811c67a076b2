package io.railhead.checks;

import static io.railhead.checks.Seen.nic;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Job;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A small cluster for tests: what is wanted, and what each machine said.
///
/// Hosts are `gpu01`, `gpu02`, …; each has `eth0` for management (10.0.0.N/24, MTU 1500), `eth1` on
/// `rail0` (10.10.0.N/24) and `eth2` on `rail1` (10.10.1.N/24), both MTU 9000 and 100 Gb/s, with
/// RDMA ports `mlx5_0/1` and `mlx5_1/1` and GPUs 0 and 1 behind them. It starts healthy as far as
/// interfaces go; everything else is added by the case.
public final class World {
    private final List<String> names = new ArrayList<>();
    private final Map<String, Map<String, Given>> seen = new LinkedHashMap<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final Map<String, String> unreachable = new LinkedHashMap<>();
    private final Set<String> recorded = new LinkedHashSet<>();
    private UnaryOperator<Cluster> intent = c -> c;
    private Wishes wishes = Wishes.UNKNOWN;
    private boolean noIntent;

    private World(int hosts) {
        for (int i = 1; i <= hosts; i++) {
            names.add(name(i));
            seen.put(name(i), new LinkedHashMap<>());
        }
    }

    public static String name(int i) {
        return String.format("gpu%02d", i);
    }

    /// Hosts with healthy interfaces.
    public static World of(int hosts) {
        World world = new World(hosts);
        for (int i = 1; i <= hosts; i++) {
            world.with(
                    name(i),
                    nic("eth0").address("10.0.0." + i + "/24").mtu(1500),
                    nic("eth1").address("10.10.0." + i + "/24"),
                    nic("eth2").address("10.10.1." + i + "/24"));
        }
        return world;
    }

    public static World pair() {
        return of(2);
    }

    /// Hosts that answered but gave nothing.
    public static World silent(int hosts) {
        return new World(hosts);
    }

    public World with(String machine, Seen... facts) {
        for (Seen fact : facts) {
            Given given = fact.given();
            seen.computeIfAbsent(machine, m -> new LinkedHashMap<>()).put(given.key(), given);
        }
        return this;
    }

    /// The same facts on every machine.
    public World everywhere(Seen... facts) {
        names.forEach(n -> with(n, facts));
        return this;
    }

    /// Takes away the facts whose command begins so.
    public World without(String machine, String command) {
        Map<String, Given> of = seen.getOrDefault(machine, Map.of());
        of.values().removeIf(g -> g.command().startsWith(command));
        return this;
    }

    public World withoutInterface(String machine, String name) {
        Map<String, Given> of = seen.getOrDefault(machine, Map.of());
        of.remove(nic(name).given().key());
        return this;
    }

    public World unavailable(String machine, String command, String why) {
        unavailable.add(new Unavailable(machine, command, why));
        return this;
    }

    public World unreachable(String machine, String why) {
        seen.remove(machine);
        unreachable.put(machine, why);
        return this;
    }

    /// As if a machine had never been asked.
    public World forgetting(String machine) {
        seen.remove(machine);
        unreachable.remove(machine);
        return this;
    }

    public World recorded(String document) {
        recorded.add(document);
        return this;
    }

    public World noIntent() {
        noIntent = true;
        return this;
    }

    public World wanting(UnaryOperator<Cluster> change) {
        UnaryOperator<Cluster> before = intent;
        intent = c -> change.apply(before.apply(c));
        return this;
    }

    public World policy(UnaryOperator<HostPolicy> change) {
        return hosts(h -> Intents.host(h, h.rails(), h.gpus(), change.apply(h.policy())));
    }

    /// Told by who knows how to make things.
    public World wish(Wishes.Wish wish) {
        wishes = (cluster, host, applied) -> wish;
        return this;
    }

    /// Told by a plan that was made just now.
    public World unmet(Wishes.Wish wish, Wishes.Unmet... unmet) {
        wishes =
                new Wishes() {
                    @Override
                    public Wish of(Cluster cluster, Host host, AppliedResource applied) {
                        return wish;
                    }

                    @Override
                    public Optional<List<Unmet>> unmet() {
                        return Optional.of(List.of(unmet));
                    }
                };
        return this;
    }

    public World wantsSysctl(String key, String value) {
        return policy(
                p -> {
                    TreeMap<String, String> sysctl = new TreeMap<>(p.sysctl());
                    sysctl.put(key, value);
                    return new HostPolicy(
                            sysctl,
                            p.memlock(),
                            p.governor(),
                            p.netplan(),
                            p.files(),
                            p.timeSkewMillis());
                });
    }

    public World wantsMemlock(String value) {
        return policy(
                p ->
                        new HostPolicy(
                                p.sysctl(),
                                Optional.of(value),
                                p.governor(),
                                p.netplan(),
                                p.files(),
                                p.timeSkewMillis()));
    }

    public World wantsGovernor(String value) {
        return policy(
                p ->
                        new HostPolicy(
                                p.sysctl(),
                                p.memlock(),
                                Optional.of(value),
                                p.netplan(),
                                p.files(),
                                p.timeSkewMillis()));
    }

    public World wantsGpus(int count, String model) {
        return hosts(
                h ->
                        Intents.host(
                                h,
                                h.rails(),
                                Optional.of(new Gpus(count, Optional.of(model))),
                                h.policy()));
    }

    /// Rails without RDMA devices named, for plain Ethernet clusters.
    public World wantsNoRdma() {
        return wantsNoRdma(p -> true);
    }

    /// Ports of such rails name no RDMA device.
    public World wantsNoRdma(Predicate<RailPort> such) {
        return ports(
                p ->
                        !such.test(p)
                                ? p
                                : new RailPort(
                                        p.rail(),
                                        p.interfaceName(),
                                        p.address(),
                                        p.subnet(),
                                        p.mtu(),
                                        p.speed(),
                                        Optional.empty(),
                                        p.gpu(),
                                        p.switchPort()));
    }

    public World wantsMtu(int mtu) {
        return ports(
                p ->
                        new RailPort(
                                p.rail(),
                                p.interfaceName(),
                                p.address(),
                                p.subnet(),
                                mtu,
                                p.speed(),
                                p.rdma(),
                                p.gpu(),
                                p.switchPort()));
    }

    public World wantsLossless() {
        return wanting(
                c ->
                        Intents.copy(
                                c,
                                c.hosts(),
                                c.switches(),
                                c.links(),
                                Optional.of(
                                        new Lossless(
                                                3,
                                                26,
                                                OptionalInt.of(48),
                                                OptionalInt.of(6),
                                                new Lossless.Ecn.Derive())),
                                c.jobs()));
    }

    public World wantsLink(Link link) {
        return wanting(
                c -> {
                    List<Link> links = new ArrayList<>(c.links());
                    links.add(link);
                    return Intents.copy(c, c.hosts(), c.switches(), links, c.lossless(), c.jobs());
                });
    }

    public World wantsSwitch(Switch leaf) {
        return wanting(
                c -> Intents.copy(c, c.hosts(), List.of(leaf), c.links(), c.lossless(), c.jobs()));
    }

    /// A job on every host.
    public World job(String... environment) {
        TreeMap<String, String> env = new TreeMap<>();
        for (int i = 0; i + 1 < environment.length; i += 2) {
            env.put(environment[i], environment[i + 1]);
        }
        return wanting(
                c ->
                        Intents.copy(
                                c,
                                c.hosts(),
                                c.switches(),
                                c.links(),
                                c.lossless(),
                                List.of(new Job("train", names, 2, "train.sh", env))));
    }

    public World hosts(UnaryOperator<Host> change) {
        return wanting(
                c ->
                        Intents.copy(
                                c,
                                c.hosts().stream().map(change).toList(),
                                c.switches(),
                                c.links(),
                                c.lossless(),
                                c.jobs()));
    }

    public World ports(UnaryOperator<RailPort> change) {
        return hosts(
                h ->
                        Intents.host(
                                h, h.rails().stream().map(change).toList(), h.gpus(), h.policy()));
    }

    /// Hosts that `lab up` made.
    public World lab() {
        return wanting(
                c ->
                        new Cluster(
                                c.file(),
                                c.name(),
                                c.login(),
                                c.rails(),
                                c.hosts(),
                                c.switches(),
                                c.links(),
                                c.lossless(),
                                c.policy(),
                                c.jobs(),
                                true));
    }

    public Situation situation() {
        Facts.Builder facts = Facts.builder();
        seen.forEach(
                (machine, givens) -> {
                    facts.machine(machine);
                    Map<String, List<String>> documents = new LinkedHashMap<>();
                    for (Given g : givens.values()) {
                        List<String> lines =
                                documents.computeIfAbsent(g.command(), c -> new ArrayList<>());
                        lines.add(g.line());
                        Fact fact =
                                g.make()
                                        .apply(
                                                Source.line(
                                                        machine + ": " + g.command(),
                                                        lines.size()));
                        facts.add(machine, fact);
                    }
                    documents.forEach(
                            (command, lines) ->
                                    facts.document(
                                            new Transcript(
                                                    machine,
                                                    command,
                                                    String.join("\n", lines),
                                                    "",
                                                    0,
                                                    Instant.EPOCH,
                                                    Duration.ZERO,
                                                    false)));
                });
        unavailable.forEach(facts::unavailable);
        unreachable.forEach(facts::unreachable);
        recorded.forEach(facts::recorded);
        return new Situation(
                facts.build(),
                noIntent ? Optional.empty() : Optional.of(intent.apply(Intents.of(names))),
                wishes);
    }
}
