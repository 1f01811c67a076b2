package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Peer;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// NCCL's environment, in two files.
///
/// `/etc/nccl.conf` is read by NCCL itself, whoever starts a rank and however: over SSH without a
/// login shell too. There it is a block before everything else, since NCCL keeps the first value
/// it reads; what a job has in its own environment still wins.
///
/// `/etc/profile.d/railhead-nccl.sh` is for what reads the environment of a login shell, such as
/// containers that inherit it. A launcher may hand that environment on to other hosts, so only
/// variables with the same value on every host stand in it.
@AutoService(Resource.class)
public final class NcclEnvironment implements Resource {
    static final String CONF = "/etc/nccl.conf";
    static final String PROFILE = "/etc/profile.d/railhead-nccl.sh";

    /// The two low bits of a traffic class: ECT(0), so that switches may mark the packet (RFC
    /// 3168).
    private static final int ECT0 = 2;

    private static final String FUNCTIONS = Shell.load("nccl.sh");

    @Override
    public String kind() {
        return "nccl";
    }

    @Override
    public int order() {
        return 20;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.policy().launch().nccl().stream()
                .flatMap(
                        n ->
                                List.of(CONF, PROFILE).stream()
                                        .map(path -> item(cluster, host, n, path)))
                .toList();
    }

    private Item item(Cluster cluster, Host host, LaunchPolicy.Nccl nccl, String path) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("cluster", cluster.name());
        want.put("lab", cluster.lab() ? "yes" : "no");
        want.put(
                "routed",
                cluster.rails().stream().anyMatch(r -> r.gateway().isPresent()) ? "yes" : "no");
        want.put(
                "traffic-class",
                nccl.trafficClass()
                        .or(() -> cluster.lossless().map(Lossless::dscp).map(d -> d * 4 + ECT0))
                        .map(Object::toString)
                        .orElse(""));
        for (int i = 0; i < host.rails().size(); i++) {
            RailPort p = host.rails().get(i);
            want.put(
                    "rail:%03d".formatted(i),
                    String.join(
                            " ",
                            p.rail(),
                            p.interfaceName(),
                            p.address(),
                            p.rdma().map(RdmaPort::toString).orElse("")));
        }
        nccl.environment().forEach((k, v) -> want.put("env:" + k, v));
        return new Item(
                host.name(),
                kind(),
                path,
                want,
                Why.policy(cluster, host, (HostPolicy p) -> p.launch().nccl(), "nccl", ""));
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS
                + (item.name().equals(CONF)
                        ? new BlockTarget(CONF, "nccl", "#", "", true).observe()
                        : FileTarget.observe(item.name(), ""))
                + "\nrh_see_nccl\n"
                + item.want().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("rail:"))
                        .map(e -> Sh.call("rh_see_rdma", e.getValue().split(" ")[1]) + "\n")
                        .collect(Collectors.joining())
                + "true";
    }

    /// Names the variables whose values are not the same on all hosts.
    @Override
    public Item complete(Item item, List<Peer> peers) {
        if (!item.name().equals(PROFILE)) {
            return item;
        }
        TreeMap<String, Set<Optional<String>>> values = new TreeMap<>();
        List<Map<String, String>> all =
                peers.stream()
                        .filter(p -> p.item().name().equals(PROFILE))
                        .map(p -> (Map<String, String>) NcclVariables.of(p.item(), p.is()).values())
                        .toList();
        Set<String> names = new TreeSet<>();
        all.forEach(m -> names.addAll(m.keySet()));
        for (String name : names) {
            values.put(
                    name,
                    all.stream()
                            .map(m -> Optional.ofNullable(m.get(name)))
                            .collect(Collectors.toSet()));
        }
        TreeMap<String, String> want = new TreeMap<>(item.want());
        want.put(
                "differing",
                values.entrySet().stream()
                        .filter(e -> e.getValue().size() > 1)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(" ")));
        return new Item(item.device(), item.kind(), item.name(), want, item.why());
    }

    private static BlockTarget block(Item item, NcclVariables variables) {
        StringBuilder text = new StringBuilder();
        text.append("# Written by Railhead from the intent of cluster ")
                .append(item.want("cluster"))
                .append(";\n# the next apply replaces it.\n");
        variables.remarks().forEach(r -> text.append("# ").append(r).append('\n'));
        variables.values().forEach((k, v) -> text.append(k).append('=').append(v).append('\n'));
        // NCCL takes the first word on a variable that it reads.
        return new BlockTarget(CONF, "nccl", "#", text.toString(), true);
    }

    private static FileTarget profile(Item item, NcclVariables variables) {
        Set<String> differing =
                Set.of(item.want().getOrDefault("differing", "").strip().split(" "));
        StringBuilder text = new StringBuilder();
        text.append(
                        "# NCCL's environment for login shells, written by Railhead from the intent of\n")
                .append("# cluster ")
                .append(item.want("cluster"))
                .append("; the next apply replaces it. NCCL itself reads /etc/nccl.conf.\n");
        variables.remarks().forEach(r -> text.append("# ").append(r).append('\n'));
        List<String> left = new ArrayList<>();
        variables
                .values()
                .forEach(
                        (k, v) -> {
                            if (differing.contains(k)) {
                                left.add(k);
                            } else {
                                text.append("export ")
                                        .append(k)
                                        .append('=')
                                        .append(quoted(v))
                                        .append('\n');
                            }
                        });
        if (!left.isEmpty()) {
            text.append("# Not the same on every host, so only in /etc/nccl.conf of each:\n# ")
                    .append(String.join(", ", left))
                    .append('\n');
        }
        return new FileTarget(
                PROFILE,
                text.toString().getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    /// Always in quotes: zsh takes a bare `=eth1` for the path of a command.
    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }

    private static Optional<Obstacle> inTheWay(Item item, Observed is) {
        NcclVariables variables = NcclVariables.of(item, is);
        if (item.name().equals(CONF)) {
            BlockTarget block = block(item, variables);
            return block.isMetBy(is) ? Optional.empty() : block.obstacle(item, is);
        }
        FileTarget file = profile(item, variables);
        return file.isMetBy(is) ? Optional.empty() : file.obstacle(item, is);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> all = new ArrayList<>();
        inTheWay(item, is).ifPresent(all::add);
        if (item.name().equals(CONF)) {
            // The same for both files: said once.
            all.addAll(NcclVariables.of(item, is).obstacles(item));
        }
        return all;
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (inTheWay(item, is).isPresent()) {
            return Optional.empty();
        }
        NcclVariables variables = NcclVariables.of(item, is);
        if (item.name().equals(CONF)) {
            BlockTarget block = block(item, variables);
            return block.isMetBy(is)
                    ? Optional.empty()
                    : Optional.of(block.change(item, is, Risk.LOW));
        }
        FileTarget file = profile(item, variables);
        return file.isMetBy(is) ? Optional.empty() : Optional.of(file.change(item, is, Risk.LOW));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        NcclVariables variables = NcclVariables.of(item, is);
        return item.name().equals(CONF)
                ? block(item, variables).steps(is)
                : profile(item, variables).steps(is);
    }
}
