package io.railhead.switches.live;

import io.railhead.configure.Controller;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.RunIds;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.reach.Collected;
import io.railhead.reach.Session;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.SwitchSession;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import io.railhead.twin.Behaviour;
import io.railhead.twin.EmulatedSwitch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/// One emulated switch and a controller that works on it over SSH.
final class Site implements AutoCloseable {
    static final String SECRET = "s3cr3t-community";

    final SwitchSystem system;
    final EmulatedSwitch box;
    final Cluster cluster;
    final Switch device;
    final SwitchJournal journal;
    final Path state;
    private final SshTransport ssh;
    private final Random random = new Random(7);
    private Duration timeout = Duration.ofSeconds(20);

    Site(SwitchSystem system, Behaviour behaviour, Path folder) throws IOException {
        this.system = system;
        this.box =
                EmulatedSwitch.start(
                        system, "leaf1", configuration(system), behaviour, folder.resolve("box"));
        this.cluster = cluster(system);
        Switch named = cluster.switches().getFirst();
        Login login = box.login();
        this.device =
                new Switch(
                        named.name(),
                        named.system(),
                        named.model(),
                        "127.0.0.1",
                        login,
                        named.ports());
        this.state = folder.resolve("state");
        this.journal = new SwitchJournal(state);
        this.ssh =
                new SshTransport(
                        new SshSettings(
                                folder,
                                "nobody",
                                Map.of("PATH", "/usr/bin:/bin"),
                                java.util.Optional.empty(),
                                false,
                                8,
                                0,
                                SshSettings.DEFAULT_OUTPUT_CAP,
                                1));
    }

    Site patient(Duration limit) {
        timeout = limit;
        return this;
    }

    /// A login on its command line, with nothing set.
    SwitchSession session() throws Unreachable {
        return ssh.openCommandLine(Target.of(device), timeout);
    }

    SwitchPlan plan() {
        return new SwitchPlanner(ssh, timeout, journal).plan(cluster, List.of(device), _ -> {});
    }

    /// What `check` reads of it.
    Collected collect() {
        return new SwitchCollector(ssh, timeout, cluster)
                .collect(List.of(device), _ -> {})
                .getFirst();
    }

    String newRun() {
        return RunIds.next(Clock.systemUTC(), random);
    }

    private SwitchApply engine(Transport transport) {
        return new SwitchApply(
                transport,
                timeout,
                Clock.systemUTC(),
                Controller.ofThisProcess("ctl", "ann", "test"),
                30,
                journal,
                _ -> {});
    }

    /// As the command does it: what was cut short first, then a plan, then the changes.
    HostOutcome apply(String run) {
        return apply(run, ssh);
    }

    Map<String, String> settle() {
        return engine(ssh).settle(cluster.name(), List.of(device));
    }

    HostOutcome applyMortal(String run) {
        return apply(run, mortal());
    }

    private HostOutcome apply(String run, Transport transport) {
        Map<String, String> refused = settle();
        if (!refused.isEmpty()) throw new AssertionError(refused.toString());
        SwitchPlan plan = plan();
        return engine(transport).run(plan, run).getFirst();
    }

    HostOutcome apply(SwitchPlan plan, String run) {
        return engine(ssh).run(plan, run).getFirst();
    }

    HostOutcome applyMortal(SwitchPlan plan, String run) {
        return engine(mortal()).run(plan, run).getFirst();
    }

    HostOutcome rollback(String run) {
        return rollback(run, ssh, false);
    }

    HostOutcome rollbackMortal(String run) {
        return rollback(run, mortal(), false);
    }

    HostOutcome rollbackByForce(String run) {
        return rollback(run, ssh, true);
    }

    private HostOutcome rollback(String run, Transport transport, boolean force) {
        List<HostOutcome> all =
                engine(transport).rollBack(cluster.name(), List.of(device), run, force);
        if (all.isEmpty()) throw new AssertionError("the journal has no run " + run);
        return all.getFirst();
    }

    /// The controller was killed. An error, so that nothing of the program handles it.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /// A transport whose process dies with the connection that the switch cuts.
    private Transport mortal() {
        AtomicBoolean dead = new AtomicBoolean();
        return new Transport() {
            @Override
            public Session open(Target target, Duration limit) throws Unreachable {
                alive();
                return guarded(Session.class, () -> ssh.open(target, limit), dead);
            }

            @Override
            public SwitchSession openCommandLine(Target target, Duration limit) throws Unreachable {
                alive();
                return guarded(SwitchSession.class, () -> ssh.openCommandLine(target, limit), dead);
            }

            private void alive() {
                if (dead.get()) throw new Killed();
            }

            @Override
            public void close() {}
        };
    }

    private interface Opening<T> {
        T open() throws Unreachable;
    }

    private <T> T guarded(Class<T> type, Opening<T> opening, AtomicBoolean dead)
            throws Unreachable {
        T real;
        try {
            real = opening.open();
        } catch (Unreachable e) {
            if (box.wasCut()) {
                dead.set(true);
                throw new Killed();
            }
            throw e;
        }
        return type.cast(
                Proxy.newProxyInstance(
                        Site.class.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            if (dead.get() && !method.getName().equals("close")) {
                                throw new Killed();
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                if (e.getCause() instanceof Unreachable && box.wasCut()) {
                                    dead.set(true);
                                    throw new Killed();
                                }
                                throw e.getCause();
                            }
                        }));
    }

    static String configuration(SwitchSystem system) throws IOException {
        try (InputStream in =
                Site.class.getResourceAsStream(
                        "/io/railhead/switches/" + system.word() + "/live.txt")) {
            if (in == null) throw new AssertionError("no live.txt for " + system);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Cluster cluster(SwitchSystem system) {
        String port =
                switch (system) {
                    case NXOS -> "Ethernet1/";
                    case NVUE -> "swp";
                    default -> "Ethernet";
                };
        String text =
                """
                cluster: c
                rails: {rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 9000, speed: 100G}}
                hosts: {"gpu[1-2]": {address: "10.1.0.{n}", rails: {rail0: "10.0.1.{n}"}}}
                switches:
                  leaf1:
                    system: %s
                    address: 127.0.0.1
                    ports: {"%s[1-2]": {speed: 100G}}
                links:
                  - {between: ["gpu[1-2]/ens6", "leaf1/%s[1-2]"], cable: {type: dac, length: 3m}}
                lossless: {priority: 3, dscp: 26, cnp-dscp: 48, cnp-priority: 6, incast: 4}
                """
                        .formatted(system.word(), port, port);
        Result result = ClusterReader.read("cluster.yaml", text);
        if (!(result instanceof Result.Accepted(Cluster cluster, var problems))) {
            throw new AssertionError(result.problems().toString());
        }
        return cluster;
    }

    @Override
    public void close() {
        box.close();
        ssh.close();
    }
}
