package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// Works out what would have to change: one round trip a machine, read-only.
public final class Planner {
    private final Resources resources;
    private final Machines machines;

    public Planner(Resources resources, Machines machines) {
        this.resources = resources;
        this.machines = machines;
    }

    /// Who works out what would have to change from what was seen before, over no connection.
    ///
    /// @param seen what the [#look] of a host printed, by its name
    public static Plan of(
            Resources resources,
            Cluster cluster,
            Plan.Origin origin,
            Map<String, Transcript> seen) {
        List<Look> looks = new ArrayList<>();
        for (Host host : cluster.hosts()) {
            List<Map.Entry<Item, Resource>> items = items(resources, cluster, host);
            Transcript transcript = seen.get(host.name());
            looks.add(
                    transcript == null
                            ? new Look(host, Optional.empty(), "it was not looked at", "")
                            : look(host, items, Machines.answer(transcript)));
        }
        return prepared(cluster, origin, looks).plan();
    }

    /// What a plan needs to see of a host, as one more probe of a collection: the same script, so
    /// that no second connection is needed. It prints content of files, which is not for others.
    public static Probe look(Resources resources, Cluster cluster, Host host) {
        return Probe.once(LOOK, Scripts.observeAsRoot(host, items(resources, cluster, host)))
                .within(LOOK_LIMIT)
                .asRoot()
                .expectLarge()
                .cited(LOOK);
    }

    /// Whether something collected is what that probe printed.
    public static boolean isLook(Transcript t) {
        return t.command().replaceFirst("^sudo -n ", "").equals(LOOK);
    }

    private static final String LOOK = "railhead plan";

    /// What a package manager may take to tell what it has.
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(30);

    /// Looks at every host of the cluster and compares.
    ///
    /// @param looked told each host's name as it has answered or failed to, from any thread
    public Prepared plan(Cluster cluster, Plan.Origin origin, Consumer<String> looked) {
        List<Look> looks =
                machines.each(
                        cluster.hosts(),
                        h -> {
                            Look look = look(cluster, h);
                            looked.accept(h.name());
                            return look;
                        });
        return prepared(cluster, origin, looks);
    }

    private static Prepared prepared(Cluster cluster, Plan.Origin origin, List<Look> looks) {
        Map<String, HostState> states =
                completed(looks.stream().flatMap(l -> l.state().stream()).toList());
        SequencedMap<String, String> unreachable = new LinkedHashMap<>();
        SequencedMap<String, String> interrupted = new LinkedHashMap<>();
        List<Unfinished> unfinished = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        List<Work> works = new ArrayList<>();
        List<Obstacle> obstacles = new ArrayList<>();
        for (Look look : looks) {
            HostState state = states.get(look.host().name());
            if (state == null) {
                unreachable.put(look.host().name(), look.why());
                continue;
            }
            hosts.add(look.host().name());
            for (RunReport run : state.unfinished()) {
                interrupted.put(look.host().name(), run.id());
                unfinished.add(Unfinished.of(look.host().name(), run));
            }
            if (!look.lock().isEmpty() && state.unfinished().isEmpty()) {
                unfinished.add(Unfinished.beginning(look.host().name(), look.lock()));
            }
            works.addAll(works(state));
            obstacles.addAll(obstacles(state));
        }
        Plan plan =
                new Plan(
                        origin.version(),
                        origin.made(),
                        cluster.name(),
                        origin.intent(),
                        origin.intentSha256(),
                        hosts,
                        works.stream().map(Work::planned).toList(),
                        obstacles,
                        unreachable,
                        interrupted,
                        unfinished);
        return new Prepared(plan, cluster, works, states);
    }

    /// @param lock who holds the host's lock; empty text when nobody does
    private record Look(Host host, Optional<HostState> state, String why, String lock) {}

    private Look look(Cluster cluster, Host host) {
        List<Map.Entry<Item, Resource>> items = items(resources, cluster, host);
        return look(
                host,
                items,
                machines.ask(host, "observe", Scripts.observe(host, items), machines.timeout()));
    }

    private static Look look(
            Host host, List<Map.Entry<Item, Resource>> items, Machines.Answer answer) {
        if (answer.reply().isEmpty()) {
            return new Look(host, Optional.empty(), answer.unreachable(), "");
        }
        Reply reply = answer.reply().get();
        if (reply.refusal().isPresent()) {
            return new Look(host, Optional.empty(), Refusals.words(reply.refusal().get()), "");
        }
        return new Look(
                host,
                Optional.of(HostState.of(host, items, reply)),
                "",
                reply.host().getOrDefault("lock", ""));
    }

    /// Everything that the intent wants of a host, each with the resource that knows about it.
    private static List<Map.Entry<Item, Resource>> items(
            Resources resources, Cluster cluster, Host host) {
        List<Map.Entry<Item, Resource>> items = new ArrayList<>();
        for (Resource r : resources.all()) {
            r.wanted(cluster, host).forEach(i -> items.add(Map.entry(i, r)));
        }
        return items;
    }

    /// The same with every item completed by what all the hosts showed, by host, in their order.
    static SequencedMap<String, HostState> completed(Collection<HostState> states) {
        Map<String, List<Peer>> peers = new HashMap<>();
        for (HostState state : states) {
            for (HostState.Seen seen : state.items()) {
                peers.computeIfAbsent(seen.item().kind(), k -> new ArrayList<>())
                        .add(new Peer(seen.item(), seen.is()));
            }
        }
        SequencedMap<String, HostState> result = new LinkedHashMap<>();
        for (HostState state : states) {
            result.put(
                    state.host().name(),
                    state.map(
                            s ->
                                    s.with(
                                            s.resource()
                                                    .complete(
                                                            s.item(),
                                                            peers.getOrDefault(
                                                                    s.item().kind(), List.of())))));
        }
        return result;
    }

    static List<Work> works(HostState state) {
        List<Work> works = new ArrayList<>();
        for (HostState.Seen seen : state.items()) {
            Optional<Change> change = seen.resource().diff(seen.item(), seen.is());
            if (change.isEmpty()) {
                continue;
            }
            Steps steps = seen.resource().steps(seen.item(), seen.is());
            works.add(
                    new Work(
                            new PlannedChange(
                                    change.get(),
                                    seen.resource().guarded(seen.item(), change.get()),
                                    seen.is().fingerprint(),
                                    steps.digest(),
                                    Optional.ofNullable(state.applied().get(seen.item().id()))
                                            .filter(
                                                    a ->
                                                            a.hasChanged(
                                                                    seen.resource(),
                                                                    seen.item(),
                                                                    seen.is()))
                                            .map(Applied.Known::applied)),
                            seen.item(),
                            seen.resource(),
                            steps));
        }
        return Order.of(works);
    }

    private static List<Obstacle> obstacles(HostState state) {
        List<Obstacle> obstacles = new ArrayList<>();
        for (Item item : state.unread()) {
            obstacles.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "could not be read",
                            "look at the machine: is a tool missing there?"));
        }
        for (HostState.Seen seen : state.items()) {
            obstacles.addAll(seen.resource().obstacles(seen.item(), seen.is()));
        }
        return obstacles;
    }
}
