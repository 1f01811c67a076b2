package io.railhead.lab;

import io.railhead.lab.LabRecord.FirstProcess;
import io.railhead.lab.LabRecord.HostRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Rails of a running lab, broken and healed live. Only `ip` of the machine runs, and only in the
/// network namespaces of the host and of the fabric.
///
/// @param keeper number of the lab's first process
record Breakage(Places places, LabRecord lab, long keeper) {

    /// Faults that are a state of links and cables; the others are files of a host, which `lab up`
    /// writes before it starts.
    private static final Set<Fault.Kind> LIVE =
            Set.of(
                    Fault.Kind.RAIL_MTU,
                    Fault.Kind.WRONG_PREFIX,
                    Fault.Kind.DUPLICATE_ADDRESS,
                    Fault.Kind.BARE_RAIL,
                    Fault.Kind.LINK_DOWN);

    private List<HostPlan> plans() {
        List<HostPlan> plans = new ArrayList<>();
        for (int i = 0; i < lab.hosts().size(); i++) {
            plans.add(HostPlan.of(i, lab.hosts().size()));
        }
        return plans;
    }

    /// @return why not; empty when it is done
    Optional<String> breakNow(Fault fault) {
        if (!LIVE.contains(fault.kind())) {
            return Optional.of(
                    fault.kind().word()
                            + " is built in by lab up --fault; live there are rail-mtu,"
                            + " wrong-prefix, duplicate-address, bare-rail and link-down");
        }
        List<HostPlan> plans = plans();
        Optional<String> misfit = fault.misfit(plans);
        if (misfit.isPresent()) {
            return misfit;
        }
        List<HostPlan> broken = fault.apply(plans);
        for (int i = 0; i < plans.size(); i++) {
            if (!plans.get(i).equals(broken.get(i))) {
                Optional<String> why = make(plans.get(i), broken.get(i));
                if (why.isPresent()) {
                    return why;
                }
            }
        }
        List<String> faults = new ArrayList<>(lab.faults());
        faults.add(fault.toString());
        return record(faults);
    }

    /// @return why not; empty when it is done
    Optional<String> heal(List<String> hosts) {
        List<String> faults = new ArrayList<>(lab.faults());
        for (String name : hosts) {
            Optional<HostPlan> plan =
                    plans().stream().filter(p -> p.name().equals(name)).findFirst();
            if (plan.isEmpty()) {
                return Optional.of("there is no host " + name);
            }
            Optional<String> why = make(plan.get(), plan.get());
            if (why.isPresent()) {
                return why;
            }
            faults.removeIf(
                    f ->
                            Fault.parse(f) instanceof Fault.Parsed.Good(Fault fault)
                                    && fault.host().equals(name)
                                    && LIVE.contains(fault.kind()));
        }
        return record(faults);
    }

    private Optional<String> record(List<String> faults) {
        try {
            new LabRecord(
                            lab.name(),
                            lab.id(),
                            lab.kind(),
                            lab.complete(),
                            lab.hosts(),
                            faults,
                            lab.recorded())
                    .write(places.recordOf(lab.name()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /// Makes the rails that differ from `usual`, or all when none does, as `wanted` has them.
    private Optional<String> make(HostPlan usual, HostPlan wanted) {
        StringBuilder inside = new StringBuilder();
        StringBuilder outside = new StringBuilder();
        boolean all = usual.equals(wanted);
        for (int i = 1; i < wanted.ports().size(); i++) {
            PortPlan port = wanted.ports().get(i);
            if (all || !port.equals(usual.ports().get(i))) {
                inside.append(lines(port));
                outside.append("link set ")
                        .append(port.net().port(port.index()))
                        .append(port.cabled() ? " up\n" : " down\n");
            }
        }
        List<String> way = way(wanted);
        if (way.isEmpty()) {
            return Optional.of(wanted.name() + " is not up");
        }
        return ip(way, inside.toString())
                .or(() -> ip(in(places.namespaceOf(lab.name())), outside.toString()));
    }

    private static List<String> in(Path namespace) {
        return List.of("nsenter", "--net=" + namespace);
    }

    private static String lines(PortPlan port) {
        String device = port.net().device;
        StringBuilder text =
                new StringBuilder("addr flush dev " + device + " scope global\n")
                        .append("link set " + device + " mtu " + port.mtu() + "\n");
        if (port.setUp()) {
            text.append("addr add " + port.address() + "/" + port.prefix())
                    .append(" brd + dev " + device + "\n");
        }
        return text.append("link set " + device + (port.setUp() ? " up\n" : " down\n")).toString();
    }

    /// What to put before a command so that it runs in the host's network; nothing when it is down.
    private List<String> way(HostPlan host) {
        Optional<FirstProcess> first =
                switch (lab.kind()) {
                    case NAMESPACE, VIRTUAL ->
                            lab.hosts().stream()
                                    .filter(h -> h.name().equals(host.name()))
                                    .map(HostRecord::first)
                                    .filter(FirstProcess::runs)
                                    .findFirst();
                    case BOOTED ->
                            new BootedHost(places.hostOf(lab.name(), keeper, host.name())).first();
                };
        if (first.isEmpty()) {
            return List.of();
        }
        if (lab.kind() != HostKind.VIRTUAL) {
            return in(Path.of("/proc", String.valueOf(first.get().pid()), "ns/net"));
        }
        // It has a kernel of its own: only logging in reaches its network.
        Path state = places.stateOf(lab.name());
        List<String> words = new ArrayList<>(in(places.namespaceOf(lab.name())));
        words.addAll(
                LabLogin.words(
                        state.resolve("id_ed25519"),
                        state.resolve("known_hosts"),
                        host.managementAddress(),
                        false));
        return words;
    }

    private static Optional<String> ip(List<String> way, String lines) {
        return run(way, List.of("ip", "-batch", "-"), lines);
    }

    /// @param way what to put before the command
    /// @return why not; empty when it is done
    private static Optional<String> run(List<String> way, List<String> program, String input) {
        List<String> command = new ArrayList<>(way);
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PATH", Prerequisites.PATH);
        builder.redirectErrorStream(true);
        String name = program.getFirst() + ": ";
        try {
            Process process = builder.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.US_ASCII));
            }
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(name + out.strip());
        } catch (IOException e) {
            return Optional.of(name + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /// Gives every link of a rail into a host its queue, live.
    ///
    /// @return why not; empty when it is done
    Optional<String> queue(FabricQueue queue) {
        Optional<Addressing.Net> net =
                Stream.of(Addressing.Net.RAIL0, Addressing.Net.RAIL1)
                        .filter(n -> n.rail().equals(queue.rail()))
                        .findFirst();
        if (net.isEmpty()) {
            return Optional.of("there is no rail " + queue.rail() + " (rail0 or rail1)");
        }
        List<HostPlan> plans = plans();
        Optional<String> why =
                run(
                        in(places.namespaceOf(lab.name())),
                        List.of("sh", "-s"),
                        queue.script(plans.stream().map(p -> net.get().port(p.index())).toList()));
        for (HostPlan host : plans) {
            List<String> way = way(host);
            if (why.isEmpty()) {
                why =
                        way.isEmpty()
                                ? Optional.of(host.name() + " is not up")
                                : run(
                                        way,
                                        List.of("sh", "-s"),
                                        queue.hostScript(net.get().device, usual()));
            }
        }
        return why;
    }

    /// Hosts began with the machine's own.
    private static String usual() {
        try {
            return Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).strip();
        } catch (IOException e) {
            return "cubic";
        }
    }
}
