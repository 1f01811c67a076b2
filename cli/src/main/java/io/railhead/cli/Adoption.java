package io.railhead.cli;

import io.railhead.configure.Machines;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Planner;
import io.railhead.configure.Resources;
import io.railhead.intent.PolicyProposal;
import io.railhead.model.Bytes;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes machines over as they are: a policy is proposed of what they have, planned, and whatever
/// the plan would change all the same is left out of the policy again, and named.
final class Adoption {
    private final Machines machines;

    Adoption(Machines machines) {
        this.machines = machines;
    }

    /// @param cluster whose plan changes nothing that a policy asks for
    /// @param notes what was left out and why, and what could not be looked at, by host
    /// @param left changes that the plan still has, since rails and not policies ask for them
    record Adopted(Cluster cluster, Map<String, List<String>> notes, Plan left) {

        /// How a plan of the cluster looks, in one sentence.
        String words() {
            int hosts = left.hosts().size();
            String of = hosts + (hosts == 1 ? " host" : " hosts");
            int changes = left.changes().size();
            return left.isEmpty()
                    ? "a plan of this changes nothing on " + of
                    : "a plan of this has "
                            + changes
                            + (changes == 1 ? " change on " : " changes on ")
                            + of
                            + ", where hosts differ from each other: see «railhead plan»";
        }

        /// Comments by field path, behind those there are.
        Map<String, String> notesAfter(Map<String, String> known) {
            Map<String, String> all = new LinkedHashMap<>(known);
            notes.forEach(
                    (host, words) ->
                            all.merge(
                                    "hosts." + host,
                                    String.join("\n", words),
                                    (a, b) -> a + "\n" + b));
            return all;
        }
    }

    /// @param proposed policies of what the machines have
    Adopted of(PolicyProposal.Proposed proposed) {
        Cluster cluster = proposed.cluster();
        Map<String, List<String>> notes = new LinkedHashMap<>();
        proposed.notes().forEach((host, words) -> notes.put(host, new ArrayList<>(words)));
        Plan plan = plan(cluster);
        Cluster kept = cluster;
        // Each round leaves something out, so that there are few.
        for (int round = 0; round < 4; round++) {
            Map<String, Set<String>> kinds = unmet(plan);
            Cluster fewer = without(kept, kinds, plan, notes);
            if (fewer.equals(kept)) {
                break;
            }
            kept = fewer;
            plan = plan(kept);
        }
        plan.unreachable()
                .forEach(
                        (host, why) ->
                                notes.computeIfAbsent(host, h -> new ArrayList<>())
                                        .add("its settings were not held against a plan: " + why));
        return new Adopted(kept, notes, plan);
    }

    private Plan plan(Cluster cluster) {
        return new Planner(Resources.installed(), machines)
                .plan(
                        cluster,
                        new Plan.Origin(Version.number(), Instant.EPOCH, cluster.file(), ""),
                        host -> {})
                .plan();
    }

    /// Resources that are not as the cluster asks, by host: `kind:name`.
    private static Map<String, Set<String>> unmet(Plan plan) {
        Map<String, Set<String>> unmet = new LinkedHashMap<>();
        Stream.concat(
                        plan.changes().stream()
                                .map(c -> List.of(c.change().device(), c.change().resource())),
                        plan.obstacles().stream().map(o -> List.of(o.device(), o.resource())))
                .forEach(
                        e ->
                                unmet.computeIfAbsent(e.getFirst(), h -> new LinkedHashSet<>())
                                        .add(e.getLast()));
        return unmet;
    }

    private static Cluster without(
            Cluster cluster,
            Map<String, Set<String>> unmet,
            Plan plan,
            Map<String, List<String>> notes) {
        List<HostPolicy> policies = new ArrayList<>();
        for (Host host : cluster.hosts()) {
            HostPolicy policy = host.policy();
            for (String resource : unmet.getOrDefault(host.name(), Set.of())) {
                Optional<Left> left = without(policy, resource, host, plan);
                if (left.isPresent()) {
                    policy = left.get().policy();
                    notes.computeIfAbsent(host.name(), h -> new ArrayList<>())
                            .add(left.get().words());
                }
            }
            policies.add(policy);
        }
        HostPolicy common =
                policies.stream()
                        .distinct()
                        .max(
                                java.util.Comparator.comparingLong(
                                        p -> policies.stream().filter(p::equals).count()))
                        .orElse(cluster.policy());
        return PolicyProposal.with(cluster, common, policies);
    }

    /// @param words what is missing now, and why
    private record Left(HostPolicy policy, String words) {}

    /// Kernel settings of the file's change that are otherwise live; all where none is, since then
    /// no file keeps them so.
    private static Set<String> contrary(Plan plan, Host host, TreeMap<String, String> sysctl) {
        Set<String> contrary = new LinkedHashSet<>();
        plan.of(host.name()).stream()
                .map(PlannedChange::change)
                .filter(c -> c.resource().startsWith("sysctl:/"))
                .forEach(
                        c -> {
                            List<String> before = c.before().lines().toList();
                            sysctl.forEach(
                                    (key, value) -> {
                                        if (before.stream()
                                                .anyMatch(
                                                        l ->
                                                                l.startsWith("live " + key + " = ")
                                                                        && !l.endsWith(
                                                                                " = " + value))) {
                                            contrary.add(key);
                                        }
                                    });
                        });
        return contrary.isEmpty() ? Set.copyOf(sysctl.keySet()) : contrary;
    }

    /// @param name a file of apply's, or a module
    private static Modules without(Modules all, String name) {
        TreeMap<String, String> options = new TreeMap<>(all.options());
        if (name.startsWith("/")) {
            return name.contains("/modules-load.d/")
                    ? new Modules(List.of(), options, all.blacklist())
                    : new Modules(all.load(), new TreeMap<>(), List.of());
        }
        options.remove(name);
        return new Modules(
                all.load().stream().filter(m -> !m.equals(name)).toList(),
                options,
                all.blacklist().stream().filter(m -> !m.equals(name)).toList());
    }

    private static String words(Modules all, String name) {
        if (!name.startsWith("/")) {
            return name;
        }
        List<String> words = new ArrayList<>();
        if (name.contains("/modules-load.d/")) {
            words.addAll(all.load());
        } else {
            all.options().forEach((m, o) -> words.add(m + " (" + o + ")"));
            words.addAll(all.blacklist());
        }
        return String.join(", ", words);
    }

    private static Optional<Left> without(
            HostPolicy policy, String resource, Host host, Plan plan) {
        int colon = resource.indexOf(':');
        String kind = resource.substring(0, Math.max(0, colon));
        String name = resource.substring(colon + 1);
        TreeMap<String, String> sysctl = new TreeMap<>(policy.sysctl());
        Optional<String> memlock = policy.memlock();
        Optional<String> governor = policy.governor();
        boolean netplan = policy.netplan();
        TreeMap<String, String> limits = new TreeMap<>(policy.launch().limits());
        boolean railArp = policy.network().railArp();
        OptionalLong shm = policy.launch().shmBytes();
        TreeMap<String, PackageState> packages = new TreeMap<>(policy.software().packages());
        Modules modules = policy.software().modules();
        String words;
        switch (kind) {
            case "sysctl" -> {
                Set<String> gone =
                        name.startsWith("/") ? contrary(plan, host, sysctl) : Set.of(name);
                words =
                        "sysctl "
                                + gone.stream()
                                        .sorted()
                                        .map(k -> k + " (" + sysctl.getOrDefault(k, "") + ")")
                                        .collect(Collectors.joining(", "));
                sysctl.keySet().removeAll(gone);
            }
            case "rail-arp" -> {
                railArp = false;
                words = "rail-arp";
            }
            case "shm" -> {
                words = "shm (" + (shm.isPresent() ? new Bytes(shm.getAsLong()) : "") + ")";
                shm = OptionalLong.empty();
            }
            case "package" -> {
                words = "package " + name;
                packages.remove(name);
            }
            case "modules" -> {
                words = "modules " + words(modules, name);
                modules = without(modules, name);
            }
            case "governor" -> {
                governor = Optional.empty();
                words = "governor";
            }
            case "netplan" -> {
                netplan = false;
                words = "netplan";
            }
            case "memlock", "limits", "limits-file", "systemd-limits", "sshd-limits" -> {
                memlock = Optional.empty();
                limits.clear();
                List<String> all = new ArrayList<>();
                policy.memlock().ifPresent(m -> all.add("memlock " + m));
                policy.launch().limits().forEach((k, v) -> all.add(k + " " + v));
                words = "limits " + String.join(", ", all);
            }
            default -> {
                return Optional.empty();
            }
        }
        LaunchPolicy l = policy.launch();
        HostPolicy fewer =
                new HostPolicy(
                        sysctl,
                        memlock,
                        governor,
                        netplan,
                        policy.files(),
                        policy.timeSkewMillis(),
                        new NetworkPolicy(
                                policy.network().renderer(),
                                policy.network().keepCloudInitOff(),
                                policy.network().linksDown(),
                                railArp),
                        new SoftwarePolicy(
                                policy.software().units(),
                                modules,
                                packages,
                                policy.software().blocks()),
                        new LaunchPolicy(
                                limits,
                                shm,
                                l.hostsFile(),
                                l.sshTrust(),
                                l.nccl(),
                                l.mpiHostfile()));
        if (fewer.equals(policy)) {
            return Optional.empty();
        }
        String why =
                plan.obstacles().stream()
                        .filter(o -> o.device().equals(host.name()))
                        .filter(o -> o.resource().equals(resource))
                        .findFirst()
                        .map(Obstacle::why)
                        .orElse("a plan would still change " + resource);
        return Optional.of(new Left(fewer, words.strip() + " left out: " + why));
    }
}
