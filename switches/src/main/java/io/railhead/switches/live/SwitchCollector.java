package io.railhead.switches.live;

import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.reach.Collected;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Reads of switches what their classes of traffic are, how they run and what was counted: show
/// commands alone, one login a switch. Of running configurations only what concerns ports and
/// classes is kept ([Excerpt]).
public final class SwitchCollector {
    private static final Duration COMMAND = Duration.ofSeconds(60);

    /// How an output begins that says why there is none: the release does not know the command.
    private static final Pattern REFUSAL =
            Pattern.compile("(?i)\\s*(?:error|usage|invalid|unknown)\\b");

    private final Transport transport;
    private final Duration timeout;
    private final Cluster cluster;

    /// @param timeout for logging in
    /// @param cluster tells the ports of the class
    public SwitchCollector(Transport transport, Duration timeout, Cluster cluster) {
        this.cluster = cluster;
        this.transport = transport;
        this.timeout = timeout;
    }

    /// Commands that are asked of a system, the running configuration first. One that a switch does
    /// not know is evidence that is missing, and no more.
    List<String> commands(Switch device) {
        return switch (device.system()) {
            case NXOS -> nxos(device);
            case EOS ->
                    List.of(
                            "show running-config",
                            "show priority-flow-control status",
                            "show priority-flow-control counters detail",
                            "show qos interfaces",
                            "show lldp neighbors");
            case SONIC ->
                    List.of(
                            "show runningconfiguration all",
                            "show pfc priority",
                            "ecnconfig -l",
                            "show pfc counters",
                            "show queue counters",
                            "show priority-group drop counters",
                            "pfcwd show config",
                            "show lldp table");
            case NVUE -> nvue(device);
            case ONYX -> List.of();
        };
    }

    /// What marks is shown port by port.
    private List<String> nxos(Switch device) {
        List<String> commands =
                new ArrayList<>(
                        List.of(
                                "show running-config",
                                "show interface priority-flow-control",
                                "show queuing interface",
                                "show lldp neighbors"));
        ports(device)
                .forEach(p -> commands.add("show policy-map interface " + p + " type queuing"));
        return commands;
    }

    /// NVUE tells of classes port by port.
    private List<String> nvue(Switch device) {
        List<String> commands =
                new ArrayList<>(
                        List.of(
                                "nv config show -o commands",
                                "nv show qos roce",
                                "nv show interface"));
        for (String port : ports(device)) {
            String of = "nv show interface " + port;
            commands.add(of + " qos roce status");
            commands.add(of + " counters qos");
            commands.add(of + " qos pfc-watchdog");
        }
        return commands;
    }

    private List<String> ports(Switch device) {
        return cluster
                .lossless()
                .map(wanted -> LosslessDesign.of(cluster, wanted, device).ports())
                .orElse(List.of())
                .stream()
                .map(PortDesign::port)
                .toList();
    }

    /// Asks all of them at once; in their order.
    ///
    /// @param asked told each name as it has answered or failed to, from any thread
    public List<Collected> collect(List<Switch> switches, Consumer<String> asked) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Collected>> futures = new ArrayList<>();
            for (Switch device : switches) {
                futures.add(
                        threads.submit(
                                () -> {
                                    Collected one = one(device);
                                    asked.accept(device.name());
                                    return one;
                                }));
            }
            List<Collected> all = new ArrayList<>();
            for (Future<Collected> f : futures) {
                all.add(f.get());
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Collected one(Switch device) {
        Instant began = Instant.now();
        List<Transcript> transcripts = new ArrayList<>();
        Optional<String> why = Optional.empty();
        try {
            switch (device.system()) {
                case NXOS, EOS -> lines(device, transcripts);
                case SONIC, NVUE, ONYX -> shell(device, transcripts);
            }
        } catch (Unreachable e) {
            why = Optional.of(String.valueOf(e.getMessage()));
        }
        return new Collected(
                device.name(),
                transcripts,
                why,
                List.of(),
                began,
                Duration.between(began, Instant.now()));
    }

    private void lines(Switch device, List<Transcript> into) throws Unreachable {
        try (Lines lines = Lines.open(transport, Target.of(device), timeout)) {
            if (device.system() == SwitchSystem.EOS) {
                // Without it the running configuration is not shown.
                enable(lines);
            }
            for (String command : commands(device)) {
                Instant began = Instant.now();
                String out = "";
                String err = "";
                try {
                    out = lines.show(command);
                } catch (SwitchRefusal e) {
                    err = String.valueOf(e.getMessage());
                }
                into.add(transcript(device, command, out, err, began, err.isEmpty() ? 0 : 1));
            }
        }
    }

    private static void enable(Lines lines) throws Unreachable {
        try {
            lines.say("enable", Lines.LINE);
        } catch (SwitchRefusal _) {
            // What this user may not see is told by each command.
        }
    }

    private void shell(Switch device, List<Transcript> into) throws Unreachable {
        try (Session session = transport.open(Target.of(device), timeout)) {
            for (String command : commands(device)) {
                Transcript t = session.run(command, command, COMMAND);
                boolean refused = t.exitCode() != 0 && REFUSAL.matcher(t.stdout()).lookingAt();
                into.add(
                        transcript(
                                device,
                                command,
                                refused ? "" : t.stdout(),
                                refused ? t.stdout() + t.stderr() : t.stderr(),
                                t.startedAt(),
                                t.exitCode()));
            }
        }
    }

    private static Transcript transcript(
            Switch device, String command, String out, String err, Instant began, int status) {
        return new Transcript(
                device.name(),
                command,
                Excerpt.of(device.system(), command, out),
                err,
                status,
                began,
                Duration.between(began, Instant.now()),
                false);
    }
}
