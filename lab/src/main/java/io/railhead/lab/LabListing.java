package io.railhead.lab;

import io.railhead.lab.LabInfo.Condition;
import io.railhead.lab.LabInfo.HostInfo;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The labs of this machine, by what is on disk and which processes run.
record LabListing(Places places) {
    /// Every lab of this machine, by name, running or not.
    List<LabInfo> list() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (Path root : List.of(places.state(), places.run())) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> entries = Files.list(root)) {
                    entries.filter(e -> Files.isDirectory(e, LinkOption.NOFOLLOW_LINKS))
                            .map(e -> e.getFileName().toString())
                            .filter(Places::isName)
                            .forEach(names::add);
                }
            }
        }
        List<LabInfo> labs = new ArrayList<>();
        for (String name : names) {
            for (Path directory : List.of(places.stateOf(name), places.runOf(name))) {
                if (Files.exists(directory) && !Files.isReadable(directory)) {
                    throw new AccessDeniedException(directory.toString());
                }
            }
            find(name).ifPresent(labs::add);
        }
        return labs;
    }

    /// The lab of this name; empty when nothing of it is there.
    Optional<LabInfo> find(String name) {
        if (!Places.isName(name)
                || (!Files.exists(places.stateOf(name)) && !Files.exists(places.runOf(name)))) {
            return Optional.empty();
        }
        Path state = places.stateOf(name);
        Optional<LabRecord> read = LabRecord.read(places.recordOf(name));
        List<HostInfo> hosts = new ArrayList<>();
        boolean running = false;
        if (read.isPresent()) {
            String mark = Processes.mark(name, read.get().id());
            Optional<Long> keeper = keeper(name).filter(pid -> Processes.marked(pid, mark));
            running = keeper.isPresent();
            for (LabRecord.HostRecord host : read.get().hosts()) {
                boolean up = keeper.filter(k -> up(name, read.get().kind(), k, host)).isPresent();
                hosts.add(new HostInfo(host.name(), host.addresses(), up));
            }
        }
        boolean complete = read.map(LabRecord::complete).orElse(false);
        Condition condition =
                !running ? Condition.REMAINS : complete ? Condition.UP : Condition.RAISING;
        return Optional.of(
                new LabInfo(
                        name,
                        read.map(LabRecord::kind).orElse(HostKind.NAMESPACE),
                        condition,
                        hosts,
                        read.map(LabRecord::faults).orElse(List.of()),
                        read.flatMap(LabRecord::recorded),
                        state.resolve("id_ed25519"),
                        state.resolve("known_hosts"),
                        places.namespaceOf(name),
                        state.resolve("cluster.yaml")));
    }

    private boolean up(String lab, HostKind kind, long keeper, LabRecord.HostRecord host) {
        return switch (kind) {
            case NAMESPACE, VIRTUAL -> host.first().runs();
            case BOOTED -> new BootedHost(places.hostOf(lab, keeper, host.name())).booted();
        };
    }

    /// Number of the lab's first process, as it was written down.
    Optional<Long> keeper(String name) {
        try {
            Path file = places.stateOf(name).resolve("keeper.pid");
            return Optional.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
