package io.railhead.switches.live;

import io.railhead.configure.Obstacle;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Works out what switches lack of the lossless class. Read-only.
public final class SwitchPlanner {
    private final Transport transport;
    private final Duration timeout;
    private final SwitchJournal journal;

    /// @param timeout for logging in
    public SwitchPlanner(Transport transport, Duration timeout, SwitchJournal journal) {
        this.transport = transport;
        this.timeout = timeout;
        this.journal = journal;
    }

    /// Whether the intent says what a switch should have and Railhead speaks its system.
    public static boolean isConfigured(Cluster cluster, Switch device) {
        return cluster.lossless().isPresent()
                && !device.address().isBlank()
                && Dialect.of(device.system()).isPresent();
    }

    /// Looks at switches.
    ///
    /// @param cluster whole, with all its hosts: they are what sizes are derived from
    /// @param looked told each name as it has answered or failed to, from any thread
    public SwitchPlan plan(Cluster cluster, List<Switch> switches, Consumer<String> looked) {
        Optional<Lossless> wanted = cluster.lossless();
        if (wanted.isEmpty()) {
            return SwitchPlan.NONE;
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<SwitchPlan.Look>> futures = new ArrayList<>();
            for (Switch device : switches) {
                Optional<Dialect> dialect = Dialect.of(device.system());
                dialect.ifPresent(
                        d ->
                                futures.add(
                                        threads.submit(
                                                () -> {
                                                    var look =
                                                            look(cluster, wanted.get(), device, d);
                                                    looked.accept(device.name());
                                                    return look;
                                                })));
            }
            List<SwitchPlan.Look> looks = new ArrayList<>();
            for (Future<SwitchPlan.Look> f : futures) {
                looks.add(f.get());
            }
            return new SwitchPlan(cluster.name(), looks);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private SwitchPlan.Look look(Cluster cluster, Lossless wanted, Switch device, Dialect dialect) {
        LosslessDesign design = LosslessDesign.of(cluster, wanted, device);
        Optional<SwitchRecord> unfinished = journal.unfinished(cluster.name(), device.name());
        Optional<SwitchRecord> last = journal.last(cluster.name(), device.name());
        List<Obstacle> obstacles =
                design.conflicts().stream()
                        .map(
                                c ->
                                        new Obstacle(
                                                device.name(),
                                                SwitchChanges.KIND + ":class",
                                                c,
                                                "`railhead design lossless "
                                                        + device.name()
                                                        + "` shows the arithmetic"))
                        .toList();
        if (!obstacles.isEmpty() || design.ports().isEmpty()) {
            // A class that does not fit is not half made.
            return new SwitchPlan.Look(
                    device, dialect, List.of(), obstacles, "", unfinished, last, Optional.empty());
        }
        try (LiveSwitch live = LiveSwitch.open(transport, device, timeout)) {
            Map<String, String> running = dialect.running(live.running());
            if (running.isEmpty()) {
                return unreachable(
                        device,
                        dialect,
                        "its running configuration could not be read: nothing of it is known",
                        unfinished,
                        last);
            }
            return new SwitchPlan.Look(
                    device,
                    dialect,
                    Difference.between(dialect.lossless(design, running), running),
                    List.of(),
                    "",
                    unfinished,
                    last,
                    Optional.of(design));
        } catch (Unreachable e) {
            return unreachable(
                    device, dialect, withoutName(device, e.getMessage()), unfinished, last);
        } catch (SwitchRefusal e) {
            return unreachable(
                    device,
                    dialect,
                    withoutName(device, e.getMessage())
                            + " (the intent has it as a switch of system "
                            + device.system().word()
                            + ")",
                    unfinished,
                    last);
        }
    }

    private static SwitchPlan.Look unreachable(
            Switch device,
            Dialect dialect,
            String why,
            Optional<SwitchRecord> unfinished,
            Optional<SwitchRecord> last) {
        return new SwitchPlan.Look(
                device, dialect, List.of(), List.of(), why, unfinished, last, Optional.empty());
    }

    /// The reason alone: whoever shows it names the switch anyway.
    static String withoutName(Switch device, @org.jspecify.annotations.Nullable String message) {
        String text = String.valueOf(message);
        return text.startsWith(device.name() + ": ")
                ? text.substring(device.name().length() + 2)
                : text;
    }
}
