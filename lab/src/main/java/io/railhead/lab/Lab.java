package io.railhead.lab;

import io.railhead.lab.LabInfo.Condition;
import io.railhead.lab.LabInfo.HostInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Raises, lists and removes labs. The door of this room.
public final class Lab {
    private static final Path MACHINE = Path.of("/");
    private static final Duration END_LIMIT = Duration.ofSeconds(30);

    private final Places places;
    private final Prerequisites prerequisites;

    public Lab(Places places) {
        this(places, new Prerequisites(Prerequisites.PATH));
    }

    Lab(Places places, Prerequisites prerequisites) {
        this.places = places;
        this.prerequisites = prerequisites;
    }

    /// Whether this machine can hold a lab of namespace hosts. Changes nothing.
    public Readiness ready() {
        return ready(HostKind.NAMESPACE);
    }

    /// Whether this machine can hold a lab of this kind. Changes nothing.
    public Readiness ready(HostKind kind) {
        return prerequisites.look(kind, kind != HostKind.NAMESPACE && isBuilt(kind));
    }

    private boolean isBuilt(HostKind kind) {
        try {
            return PackageSources.read(MACHINE)
                    .map(s -> new BaseRoot(places.cache(), s, kind == HostKind.VIRTUAL).built())
                    .orElse(false);
        } catch (IOException e) {
            return false;
        }
    }

    /// Raises a lab and waits until every host accepts logins. When it fails, or the thread is
    /// interrupted, everything that was made is removed again.
    public LabResult up(LabRequest request, LabEvents events) {
        Optional<LabResult.Refused> refusal = refusal(request);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        List<HostPlan> hosts = new ArrayList<>();
        for (int i = 0; i < request.hosts(); i++) {
            hosts.add(HostPlan.of(i, request.hosts()));
        }
        List<HostPlan> faulty = hosts;
        for (Fault fault : request.faults()) {
            Optional<String> misfit = fault.misfit(hosts);
            if (misfit.isPresent()) {
                return new LabResult.Refused("--fault " + fault, misfit.get());
            }
            faulty = fault.apply(faulty);
        }
        Readiness readiness = ready(request.kind());
        if (!(readiness instanceof Readiness.Ready)) {
            return new LabResult.Unready(readiness);
        }
        try {
            Optional<LabLock> lock = LabLock.take(places.lockOf(request.name()));
            if (lock.isEmpty()) {
                return new LabResult.Refused(
                        "another railhead is raising or removing the lab " + request.name(),
                        "wait for it, or choose another --name");
            }
            try (LabLock _ = lock.get()) {
                return locked(request, faulty, events);
            }
        } catch (IOException e) {
            return new LabResult.Failed(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static Optional<LabResult.Refused> refusal(LabRequest request) {
        if (!Places.isName(request.name())) {
            return Optional.of(
                    new LabResult.Refused(
                            "\"" + request.name() + "\" cannot be the name of a lab",
                            "use up to 32 lower case letters, digits and hyphens"));
        }
        HostKind kind = request.kind();
        if (request.hosts() < kind.fewest() || request.hosts() > kind.most()) {
            return Optional.of(
                    new LabResult.Refused(
                            request.hosts() + " hosts",
                            "a lab of "
                                    + kind.word()
                                    + " hosts has "
                                    + kind.fewest()
                                    + " to "
                                    + kind.most()));
        }
        return request.recorded()
                .filter(r -> Recorded.profile(r).isEmpty())
                .map(
                        r ->
                                new LabResult.Refused(
                                        "there is no recorded profile " + r,
                                        "known: " + String.join(", ", Recorded.names().keySet())));
    }

    private LabResult locked(LabRequest request, List<HostPlan> hosts, LabEvents events)
            throws IOException {
        String name = request.name();
        Optional<LabInfo> there = find(name);
        if (there.isPresent()) {
            return new LabResult.Refused(
                    there.get().condition() == Condition.UP
                            ? "the lab " + name + " is up already"
                            : "there are remains of a lab " + name,
                    "railhead lab down " + name + ", or choose another --name");
        }
        String id = UUID.randomUUID().toString();
        CountDownLatch left = new CountDownLatch(1);
        Thread rescue = rescue(name, Thread.currentThread(), left);
        Runtime.getRuntime().addShutdownHook(rescue);
        boolean stands = false;
        try {
            Files.createDirectories(places.state());
            Raising.privateDirectory(places.runOf(name));
            Raising.privateDirectory(places.stateOf(name));
            // Before any process runs: `lab down` knows them by this.
            Files.writeString(places.stateOf(name).resolve("id"), id + "\n");
            Optional<PackageSources> sources = PackageSources.read(MACHINE);
            if (request.kind() != HostKind.NAMESPACE && sources.isEmpty()) {
                throw new LabFailure(
                        request.kind().word()
                                + " hosts are built from this machine's package sources, and /etc/apt"
                                + " names none of the distribution's own");
            }
            BaseRoot base =
                    new BaseRoot(
                            places.cache(),
                            sources.orElse(new PackageSources("none", "", "")),
                            request.kind() == HostKind.VIRTUAL);
            new Raising(request, hosts, places, id, events).run(base);
            stands = true;
        } catch (IOException | UncheckedIOException | LabFailure e) {
            return new LabResult.Failed(
                    e instanceof LabFailure failure
                            ? failure.text()
                            : e.getClass().getSimpleName() + ": " + e.getMessage());
        } finally {
            if (!stands) {
                removeQuietly(name);
            }
            left.countDown();
            unhook(rescue);
        }
        return find(name)
                .<LabResult>map(LabResult.Up::new)
                .orElseGet(() -> new LabResult.Failed("the lab was removed at once"));
    }

    /// Runs when the process is asked to end (Ctrl-C) while a lab is raised: stops the raising and
    /// removes what there is.
    private Thread rescue(String name, Thread raising, CountDownLatch left) {
        return new Thread(
                () -> {
                    raising.interrupt();
                    try {
                        boolean _ = left.await(END_LIMIT.toSeconds(), TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    removeQuietly(name);
                },
                "lab-rescue");
    }

    private static void unhook(Thread rescue) {
        try {
            Runtime.getRuntime().removeShutdownHook(rescue);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs.
        }
    }

    private void removeQuietly(String name) {
        try {
            remove(name);
        } catch (IOException e) {
            // `lab status` shows the remains.
        }
    }

    /// Every lab of this machine, by name, running or not.
    public List<LabInfo> list() throws IOException {
        return new LabListing(places).list();
    }

    /// The lab of this name; empty when nothing of it is there.
    public Optional<LabInfo> find(String name) {
        return new LabListing(places).find(name);
    }

    private Optional<Long> keeper(String name) {
        return new LabListing(places).keeper(name);
    }

    /// How removing a lab ended.
    public sealed interface Removed {
        /// Nothing of it is left.
        record Gone() implements Removed {}

        /// There was nothing.
        record Absent() implements Removed {}

        /// Something is left; in words.
        record Stuck(String why) implements Removed {}
    }

    /// Removes a lab, whatever state it is in: ends its processes, and nobody else's, and deletes
    /// its directories.
    public Removed down(String name) {
        if (find(name).isEmpty()) {
            return new Removed.Absent();
        }
        try {
            Optional<LabLock> lock = LabLock.take(places.lockOf(name));
            if (lock.isEmpty()) {
                return new Removed.Stuck(
                        "another railhead is raising or removing it; wait for it or end it");
            }
            try (LabLock _ = lock.get()) {
                if (find(name).isEmpty()) {
                    return new Removed.Absent();
                }
                return remove(name)
                        ? new Removed.Gone()
                        : new Removed.Stuck("some of its processes did not end");
            }
        } catch (IOException e) {
            return new Removed.Stuck(e.getClass().getSimpleName() + ": " + e.getMessage());
        } finally {
            tidy(places.run());
            tidy(places.state());
        }
    }

    private boolean remove(String name) throws IOException {
        // File channels close under an interrupted thread, and the removal would see nothing.
        boolean interrupted = Thread.interrupted();
        try {
            return removeNow(name);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean removeNow(String name) throws IOException {
        Optional<String> id = id(name);
        if (id.isPresent()) {
            long deadline = System.nanoTime() + END_LIMIT.toNanos();
            if (!Processes.end(Processes.mark(name, id.get()), deadline)) {
                return false;
            }
            ControlGroups.remove(id.get(), deadline);
        }
        BaseRoot.sweep(places.cache());
        Tree.remove(places.runOf(name));
        Tree.remove(places.stateOf(name));
        return true;
    }

    private Optional<String> id(String name) {
        try {
            return Optional.of(Files.readString(places.stateOf(name).resolve("id")).strip())
                    .filter(i -> !i.isEmpty());
        } catch (IOException e) {
            return LabRecord.read(places.recordOf(name)).map(LabRecord::id);
        }
    }

    /// Removes a root directory, and the one above it, when no lab is left in it.
    private static void tidy(Path root) {
        Path parent = root.getParent();
        for (Path directory : parent == null ? List.of(root) : List.of(root, parent)) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException e) {
                return; // not empty
            }
        }
    }

    /// Breaks a rail of a lab that is up, as a person or a cable would: nothing is written in any
    /// file of the host.
    ///
    /// @return empty when it is broken now, else why not
    public Optional<String> breakNow(String name, Fault fault) {
        return change(name, b -> b.breakNow(fault));
    }

    /// Makes the rails of hosts as `lab up` without faults makes them, live.
    ///
    /// @param hosts by name
    /// @return empty when they are healed, else why not
    public Optional<String> heal(String name, List<String> hosts) {
        return change(name, b -> b.heal(hosts));
    }

    /// Gives the links of one rail into the hosts of a lab that is up a queue, live.
    ///
    /// @return empty when they have it now, else why not
    public Optional<String> queue(String name, FabricQueue queue) {
        return change(name, b -> b.queue(queue));
    }

    private Optional<String> change(String name, Function<Breakage, Optional<String>> what) {
        try {
            Optional<LabLock> lock = LabLock.take(places.lockOf(name));
            if (lock.isEmpty()) {
                return Optional.of("another railhead is at work on the lab " + name);
            }
            try (LabLock _ = lock.get()) {
                Optional<LabRecord> record = LabRecord.read(places.recordOf(name));
                Optional<Long> keeper = keeper(name);
                return record.isPresent() && keeper.isPresent()
                        ? what.apply(new Breakage(places, record.get(), keeper.get()))
                        : Optional.of("the lab " + name + " is not up");
            }
        } catch (IOException e) {
            return Optional.of(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /// Restarts a host and waits until it has booted.
    ///
    /// @param hard true as by the power switch: nothing is ended or written first
    public Restart restart(LabInfo lab, String host, boolean hard, Duration limit) {
        return keeper(lab.name())
                .filter(k -> lab.kind() == HostKind.BOOTED && lab.host(host).isPresent())
                .map(k -> new BootedHost(places.hostOf(lab.name(), k, host)))
                .map(h -> h.restart(hard, limit))
                .orElseGet(
                        () ->
                                new Restart.Refused(
                                        lab.kind() == HostKind.BOOTED
                                                ? "there is no running host " + host
                                                : "only booted hosts are restarted from outside"
                                                        + " (--kind booted); a virtual one"
                                                        + " restarts from within: railhead lab"
                                                        + " ssh "
                                                        + host
                                                        + " reboot"));
    }

    /// The command that logs in to a host, or runs one command there, from inside the fabric.
    ///
    /// @param terminal true to ask for a terminal on the host
    public static List<String> sshCommand(
            LabInfo lab, HostInfo host, List<String> command, boolean terminal) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("nsenter", "--net=" + lab.networkNamespace(), "--"));
        words.addAll(LabLogin.words(lab.key(), lab.knownHosts(), host.address(), terminal));
        words.addAll(command);
        return words;
    }
}
