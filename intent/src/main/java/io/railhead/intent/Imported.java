package io.railhead.intent;

import io.railhead.model.Severity;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What an importer made of another tool's list.
///
/// @param hosts in the order of the list, each name once
/// @param problems everything in the list that could not be carried over, in its order
public record Imported(List<ImportedHost> hosts, List<Problem> problems) {

    public Imported {
        hosts = List.copyOf(hosts);
        problems = List.copyOf(problems);
    }

    /// True when nothing in the list was wrong beyond warnings.
    public boolean usable() {
        return !hosts.isEmpty() && problems.stream().noneMatch(p -> p.severity() == Severity.ERROR);
    }

    /// A cluster of these hosts, without rails: no list of this kind knows them. The login that
    /// most of them share stands with the cluster.
    public Cluster cluster(String file, String name) {
        Map<Login, Long> counts =
                hosts.stream()
                        .map(Imported::login)
                        .collect(
                                Collectors.groupingBy(
                                        l -> l, LinkedHashMap::new, Collectors.counting()));
        Login usual =
                counts.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(Login.DEFAULT);
        if (hosts.stream().anyMatch(h -> h.user().isEmpty())) {
            // Whoever names none logs in as the one who runs Railhead: nothing to take back.
            usual =
                    new Login(
                            Optional.empty(),
                            usual.port(),
                            usual.identity(),
                            usual.jump(),
                            usual.knownHosts(),
                            usual.networkNamespace(),
                            usual.sudo());
        }
        List<Host> own = new ArrayList<>();
        for (ImportedHost host : hosts) {
            own.add(
                    new Host(
                            host.name(),
                            host.address(),
                            login(host),
                            Optional.empty(),
                            List.of(),
                            host.gpus(),
                            HostPolicy.DEFAULT,
                            0));
        }
        return new Cluster(
                file,
                name,
                usual,
                List.of(),
                own,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static Login login(ImportedHost host) {
        return new Login(
                host.user(),
                host.port().orElse(22),
                host.key(),
                host.jump(),
                Optional.empty(),
                Optional.empty(),
                host.sudo());
    }

    /// Comments for [ClusterWriter], by field path.
    public Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        for (ImportedHost host : hosts) {
            host.note().ifPresent(n -> notes.put(Spot.below("hosts", host.name()), n));
        }
        return notes;
    }
}
