package io.railhead.intent;

import io.railhead.intent.Declared.HostPlan;
import io.railhead.intent.Names.Named;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.SoftwarePolicy.Block;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Policies against the hosts that have them, and one part of a policy against another.
final class PolicyChecks {
    private final Problems problems;
    private final Policies.Patch shared;
    private final Map<String, Host> hosts = new HashMap<>();

    /// @param shared `host-policy`
    PolicyChecks(Problems problems, Policies.Patch shared, List<Host> hosts) {
        this.problems = problems;
        this.shared = shared;
        hosts.forEach(h -> this.hosts.put(h.name(), h));
    }

    void check(List<HostPlan> plans) {
        for (HostPlan plan : plans) {
            Given<List<Located<String>>> down =
                    plan.policy().network().linksDown().over(shared.network().linksDown());
            boolean first = true;
            for (Named named : plan.names()) {
                Host host = hosts.get(named.name());
                if (host == null) {
                    continue;
                }
                down.value().orElse(List.of()).forEach(link -> down(host, link));
                if (first) {
                    owners(host.policy(), plan);
                    modules(host.policy(), plan);
                }
                first = false;
            }
        }
    }

    private void down(Host host, Located<String> link) {
        Optional<RailPort> port = host.port(link.value());
        port.ifPresent(
                p ->
                        problems.perHost(
                                link.at(),
                                "down",
                                link.value()
                                        + " is the port of "
                                        + host.name()
                                        + " on "
                                        + p.rail()
                                        + " and has to be up",
                                "take it out of links-down, or the host off that rail"));
    }

    /// A file has one owner: it is written whole, or gets blocks, or is a unit or hostfile.
    private void owners(HostPolicy policy, HostPlan plan) {
        Map<String, String> owners = new HashMap<>();
        for (WholeFile file : policy.files()) {
            owners.put(file.path(), "files");
        }
        LaunchPolicy launch = policy.launch();
        launch.nccl().ifPresent(n -> notWhole(owners, "/etc/nccl.conf", "nccl", plan));
        launch.shmBytes().ifPresent(b -> notWhole(owners, "/etc/fstab", "shm", plan));
        if (launch.hostsFile()) {
            notWhole(owners, "/etc/hosts", "hosts-file", plan);
        }
        for (Unit unit : policy.software().units()) {
            if (unit.content().isPresent()) {
                owner(owners, SoftwarePolicies.UNITS + unit.name(), "units", plan);
            }
        }
        for (Block block : policy.software().blocks()) {
            if (!"blocks".equals(owners.get(block.path()))) {
                owner(owners, block.path(), "blocks", plan);
            }
        }
        launch.mpiHostfile().ifPresent(p -> owner(owners, p, "mpi-hostfile", plan));
    }

    /// A wish that keeps lines of its own in a file of others goes with blocks, and not with a file
    /// that is written whole.
    private void notWhole(Map<String, String> owners, String path, String key, HostPlan plan) {
        if ("files".equals(owners.get(path))) {
            owner(owners, path, key, plan);
        }
    }

    private void owner(Map<String, String> owners, String path, String key, HostPlan plan) {
        String other = owners.putIfAbsent(path, key);
        if (other != null) {
            problems.perHost(
                    spot(path, plan),
                    "owner" + path,
                    Ranges.shortened(path) + " is in " + other + " too",
                    "let one of " + other + " and " + key + " have the file");
        }
    }

    private Spot spot(String path, HostPlan plan) {
        Spot own = plan.policy().spots().get(path);
        Spot inherited = shared.spots().get(path);
        return own != null ? own : inherited != null ? inherited : plan.key().keyAt();
    }

    /// systemd-modules-load heeds the blacklist, so that such a module would load now and not at
    /// boot.
    private void modules(HostPolicy policy, HostPlan plan) {
        List<String> never =
                policy.software().modules().blacklist().stream().map(PolicyChecks::plain).toList();
        SoftwarePolicies.Patch own = plan.policy().software();
        for (Located<String> name :
                own.load().over(shared.software().load()).value().orElse(List.of())) {
            if (never.contains(plain(name.value()))) {
                problems.perHost(
                        name.at(),
                        "blacklist",
                        Ranges.shortened(name.value()) + " is on the blacklist too",
                        "take it out of load or out of blacklist");
            }
        }
    }

    /// The kernel takes - and _ in the name of a module for one and the same.
    private static String plain(String module) {
        return module.replace('-', '_');
    }
}
