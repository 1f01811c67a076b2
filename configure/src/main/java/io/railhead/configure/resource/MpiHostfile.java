package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The hosts of the cluster as `mpirun --hostfile` reads them: one a line in the intent's order,
/// with as many slots as the host should have GPUs, or one where the intent names none.
///
/// A host stands there by its address on the first rail, so that ranks are started, and MPI
/// connects, over the network of the data, and no name has to resolve; by its management address
/// when it is on no rail. Its name stands behind it as a comment. Every host has the same file, of
/// all hosts of the cluster, also those that `--hosts` leaves out.
@AutoService(Resource.class)
public final class MpiHostfile implements Resource {

    @Override
    public String kind() {
        return "mpi-hostfile";
    }

    @Override
    public int order() {
        return 20;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.policy().launch().mpiHostfile().stream()
                .map(path -> item(cluster, host, path))
                .toList();
    }

    private Item item(Cluster cluster, Host host, String path) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("content", content(cluster));
        return new Item(
                host.name(),
                kind(),
                path,
                want,
                AccessFile.why(
                        path,
                        Why.policy(
                                cluster,
                                host,
                                (HostPolicy p) -> p.launch().mpiHostfile(),
                                "mpi-hostfile",
                                path)));
    }

    private static String content(Cluster cluster) {
        StringBuilder text = new StringBuilder();
        text.append("# Hosts of cluster ")
                .append(cluster.name())
                .append(" for mpirun --hostfile; written by Railhead.\n")
                .append("# Do not edit: the next apply replaces it.\n");
        for (Host h : cluster.roster()) {
            text.append(dataAddress(h))
                    .append(" slots=")
                    .append(Math.max(1, h.gpus().map(Gpus::count).orElse(1)))
                    .append("  # ")
                    .append(h.name())
                    .append('\n');
        }
        return text.toString();
    }

    private static String dataAddress(Host host) {
        return host.rails().isEmpty()
                ? host.address()
                : IpText.of(host.rails().getFirst().address());
    }

    private static FileTarget target(Item item) {
        return new FileTarget(
                item.name(),
                item.want("content").getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    @Override
    public String observe(Item item) {
        return FileTarget.observe(item.name(), target(item).sha256())
                + "\n"
                + AccessFile.observe(item.name())
                + "true";
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        FileTarget file = target(item);
        return file.isMetBy(is) ? List.of() : file.obstacle(item, is).stream().toList();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item);
        if (file.isMetBy(is) || file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(file.change(item, is, AccessFile.risk(file.path())));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        return target(item).steps(is);
    }
}
