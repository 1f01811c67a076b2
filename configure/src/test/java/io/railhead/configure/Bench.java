package io.railhead.configure;

import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// The whole engine over one machine, as the commands use it.
final class Bench {
    final List<ApplyEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final Machines machines;
    private final Random random = new Random(42);
    private final Path journal;
    int within = 30;
    int wave = 2;
    boolean withoutSwitch;
    Controller controller = Controller.ofThisProcess("admin", "ann", "test");
    Resources resources = Resources.installed();

    Bench(Machine machine, Path journal) {
        this(machine, journal, Duration.ofSeconds(30));
    }

    /// Over real connections, which may be cut.
    Bench(Transport transport, Path journal) {
        this(transport, journal, Duration.ofSeconds(4));
    }

    Bench(Transport transport, Path journal, Duration timeout) {
        this.machines = new Machines(transport, 8, timeout);
        this.journal = journal;
    }

    Prepared plan(Cluster cluster) {
        return new Planner(resources, machines)
                .plan(
                        cluster,
                        new Plan.Origin("test", Instant.EPOCH, "cluster.yaml", "00"),
                        h -> {});
    }

    Apply engine() {
        return new Apply(
                machines,
                Clock.systemUTC(),
                controller,
                new Apply.Settings(within, wave),
                new LocalJournal(journal),
                events::add);
    }

    String nextRun() {
        return RunIds.next(Clock.systemUTC(), random);
    }

    RunResult apply(Prepared prepared) {
        return engine().run(prepared, nextRun());
    }

    /// Settles, plans and applies, as `railhead apply` does.
    RunResult apply(Cluster cluster) {
        Prepared prepared = plan(cluster);
        if (!prepared.plan().interrupted().isEmpty()) {
            engine().settle(prepared);
            prepared = plan(cluster);
        }
        return apply(prepared);
    }

    Rollback rollback() {
        return new Rollback(
                machines, Clock.systemUTC(), controller, within, events::add, withoutSwitch);
    }

    RunResult rollBack(Cluster cluster, String run, boolean force) {
        return rollback().run(cluster, rollback().journals(cluster), run, force);
    }

    RunResult rollBackLast(Cluster cluster) {
        Rollback.Journals journals = rollback().journals(cluster);
        return rollback().run(cluster, journals, journals.ids().getFirst(), false);
    }
}
