package io.railhead.intent;

import io.railhead.model.Facts;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FileSystem;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.Memory;
import io.railhead.model.fact.ModuleSetting;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.PackageVersion;
import io.railhead.model.fact.Route;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.SoftwarePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Makes host policies of what people have set up by hand on machines: kernel settings that a file
/// sets and that are live, limits, the governor, the size of `/dev/shm`, packages that are held,
/// and whether netplan keeps the rails. What is found and has no place in a policy is named.
public final class PolicyProposal {
    /// Kernel settings that matter to a cluster; a distribution's others are its own business.
    private static final Pattern OURS =
            Pattern.compile(
                    "net\\.(core|ipv4|ipv6)\\..+|vm\\.[a-z_]+|kernel\\.(numa_balancing|shm[a-z]+|sem"
                            + "|sched_[a-z_]+|nmi_watchdog)|fs\\.(file-max|nr_open|aio-max-nr)");

    /// Files that people write. Packages have theirs in `/usr/lib`; those that Debian and Ubuntu
    /// put below `/etc` begin with `10-` (procps).
    private static final Pattern BY_HAND =
            Pattern.compile("/etc/sysctl\\.conf|/etc/sysctl\\.d/(?!10-)[^/]+\\.conf");

    /// Where apply keeps `rail-arp`.
    private static final String RAIL_ARP = "/etc/sysctl.d/99-zy-railhead-rails.conf";

    /// Limits of users' processes that jobs run into.
    private static final Set<String> LIMITS = Set.of("nofile", "nproc", "stack", "core");

    private final Facts facts;
    private final Map<String, List<String>> notes = new TreeMap<>();

    private PolicyProposal(Facts facts) {
        this.facts = facts;
    }

    /// The facts this reads.
    public static Set<Class<? extends Fact>> needs() {
        return Set.of(
                SysctlSetting.class,
                Sysctl.class,
                LimitSetting.class,
                CpuGovernor.class,
                NetplanFile.class,
                PackageVersion.class,
                ModuleSetting.class,
                FileSystem.class,
                Memory.class,
                Route.class);
    }

    /// What was made of the machines.
    ///
    /// @param notes what was left out and why, by the names of the cluster's hosts
    public record Proposed(Cluster cluster, Map<String, List<String>> notes) {
        public Proposed {
            notes = Map.copyOf(notes);
        }
    }

    /// The cluster with policies of what its machines have. Most of them give the cluster's, the
    /// others have their own.
    ///
    /// @param names by which the facts know the hosts, in the order of the cluster's hosts
    public static Proposed of(Cluster cluster, List<String> names, Facts facts) {
        PolicyProposal proposal = new PolicyProposal(facts);
        Map<Integer, HostPolicy> policies = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (facts.machines().contains(names.get(i))) {
                policies.put(i, proposal.policy(names.get(i), cluster.hosts().get(i)));
            }
        }
        HostPolicy most = most(policies).orElse(cluster.policy());
        List<HostPolicy> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(policies.getOrDefault(i, most));
        }
        Map<String, List<String>> notes = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            List<String> own = proposal.notes.get(names.get(i));
            if (own != null) {
                notes.put(cluster.hosts().get(i).name(), own);
            }
        }
        return new Proposed(with(cluster, most, all), notes);
    }

    /// The cluster with other policies.
    ///
    /// @param hosts in the order of its hosts
    public static Cluster with(Cluster cluster, HostPolicy policy, List<HostPolicy> hosts) {
        List<Host> changed = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            Host h = cluster.hosts().get(i);
            changed.add(
                    new Host(
                            h.name(),
                            h.address(),
                            h.login(),
                            h.bmc(),
                            h.rails(),
                            h.gpus(),
                            hosts.get(i),
                            h.line()));
        }
        return new Cluster(
                cluster.file(),
                cluster.name(),
                cluster.login(),
                cluster.rails(),
                changed,
                cluster.switches(),
                cluster.links(),
                cluster.lossless(),
                policy,
                cluster.jobs(),
                cluster.lab());
    }

    /// The policy that most have; the first of those equally frequent.
    static Optional<HostPolicy> most(Map<Integer, HostPolicy> policies) {
        Map<HostPolicy, Integer> uses = new LinkedHashMap<>();
        policies.values().forEach(p -> uses.merge(p, 1, Integer::sum));
        Optional<HostPolicy> best = Optional.empty();
        int most = 0;
        for (Map.Entry<HostPolicy, Integer> e : uses.entrySet()) {
            if (e.getValue() > most) {
                best = Optional.of(e.getKey());
                most = e.getValue();
            }
        }
        return best;
    }

    private HostPolicy policy(String machine, Host host) {
        HostPolicy base = host.policy();
        TreeMap<String, String> sysctl = new TreeMap<>(base.sysctl());
        sysctl.putAll(sysctl(machine));
        TreeMap<String, String> limits = new TreeMap<>(base.launch().limits());
        LIMITS.forEach(item -> limit(machine, item).ifPresent(v -> limits.put(item, v)));
        LaunchPolicy launch = base.launch();
        Optional<String> memlock =
                limit(machine, "memlock")
                        .map(v -> v.matches("-1|infinity") ? "unlimited" : v)
                        .filter(v -> v.matches("unlimited|[0-9]{1,15}"));
        Set<String> taken = new TreeSet<>(limits.keySet());
        memlock.ifPresent(m -> taken.add("memlock"));
        List<String> left = NotTaken.of(facts, machine, host, taken);
        if (!left.isEmpty()) {
            notes.computeIfAbsent(machine, m -> new ArrayList<>()).addAll(left);
        }
        return new HostPolicy(
                sysctl,
                memlock.or(base::memlock),
                governor(machine).or(base::governor),
                base.netplan() && !facts.of(machine, NetplanFile.class).isEmpty(),
                base.files(),
                base.timeSkewMillis(),
                new NetworkPolicy(
                        base.network().renderer(),
                        base.network().keepCloudInitOff(),
                        base.network().linksDown(),
                        base.network().railArp() || railArp(machine)),
                software(machine, base.software()),
                new LaunchPolicy(
                        limits,
                        shm(machine).isPresent() ? shm(machine) : launch.shmBytes(),
                        launch.hostsFile(),
                        launch.sshTrust(),
                        launch.nccl(),
                        launch.mpiHostfile()));
    }

    /// Whether apply set the ARP of the rails up before.
    private boolean railArp(String machine) {
        return facts.of(machine, SysctlSetting.class).stream()
                .anyMatch(s -> s.file().equals(RAIL_ARP));
    }

    /// The size of `/dev/shm` when somebody must have chosen it: tmpfs gives itself half of main
    /// memory (tmpfs(5), `size`).
    private OptionalLong shm(String machine) {
        Optional<Long> size =
                facts.of(machine, FileSystem.class).stream()
                        .filter(f -> f.mountPoint().equals("/dev/shm"))
                        .map(FileSystem::totalBytes)
                        .findFirst();
        Optional<Long> memory = facts.first(machine, Memory.class).map(Memory::totalBytes);
        if (size.isEmpty() || memory.isEmpty() || size.get() < 1 << 20) {
            return OptionalLong.empty();
        }
        boolean usual = Math.abs(size.get() - memory.get() / 2) < memory.get() / 100;
        return usual ? OptionalLong.empty() : OptionalLong.of(size.get());
    }

    /// Packages that somebody holds at their version, and what files say of modules.
    private SoftwarePolicy software(String machine, SoftwarePolicy base) {
        TreeMap<String, SoftwarePolicy.PackageState> packages = new TreeMap<>(base.packages());
        for (PackageVersion p : facts.of(machine, PackageVersion.class)) {
            if (p.held()) {
                packages.put(
                        p.name(),
                        new SoftwarePolicy.PackageState(
                                true, Optional.of(p.version()), Optional.of(true)));
            }
        }
        List<String> left = new ArrayList<>();
        SoftwarePolicy.Modules modules = ModuleProposal.of(facts, machine, base.modules(), left);
        if (!left.isEmpty()) {
            notes.computeIfAbsent(machine, m -> new ArrayList<>()).addAll(left);
        }
        return new SoftwarePolicy(base.units(), modules, packages, base.blocks());
    }

    /// Settings whose last line stands in a file written by hand, and that are live so.
    private Map<String, String> sysctl(String machine) {
        Map<String, SysctlSetting> last = new HashMap<>();
        facts.of(machine, SysctlSetting.class).stream()
                .sorted(Comparator.comparingInt(SysctlSetting::order))
                .forEach(s -> last.put(s.key(), s));
        Map<String, String> live = new HashMap<>();
        facts.of(machine, Sysctl.class).forEach(s -> live.putIfAbsent(s.key(), s.value()));
        Map<String, String> found = new TreeMap<>();
        Map<String, Set<String>> others = new TreeMap<>();
        last.forEach(
                (key, s) -> {
                    // What is live is not known of every key: then the file's word counts, and the
                    // first plan holds it against the machine.
                    if (!BY_HAND.matcher(s.file()).matches() || s.file().equals(RAIL_ARP)) {
                        return;
                    }
                    if (!OURS.matcher(key).matches() || key.contains("*")) {
                        others.computeIfAbsent(s.file(), f -> new TreeSet<>()).add(key);
                        return;
                    }
                    String now = live.getOrDefault(key, s.value());
                    if (now.equals(s.value())) {
                        found.put(key, s.value());
                    } else {
                        notes.computeIfAbsent(machine, m -> new ArrayList<>())
                                .add(
                                        "sysctl %s left out: it is %s, and %s says %s"
                                                .formatted(key, now, s.file(), s.value()));
                    }
                });
        others.forEach(
                (file, keys) ->
                        notes.computeIfAbsent(machine, m -> new ArrayList<>())
                                .add(
                                        "sysctl in "
                                                + file
                                                + " left as it is, none of a cluster's: "
                                                + String.join(", ", keys)));
        return found;
    }

    /// What everybody's processes may have of an item, soft and hard alike; the last line wins
    /// (pam_limits).
    private Optional<String> limit(String machine, String item) {
        Map<String, String> last = new HashMap<>();
        for (LimitSetting l : facts.of(machine, LimitSetting.class)) {
            if (l.domain().equals("*") && l.item().equals(item)) {
                if (l.type().equals("-")) {
                    last.put("soft", l.value());
                    last.put("hard", l.value());
                } else {
                    last.put(l.type(), l.value());
                }
            }
        }
        return Optional.ofNullable(last.get("soft")).filter(v -> v.equals(last.get("hard")));
    }

    /// Only a governor that somebody must have chosen: others are the kernel's own choice.
    private Optional<String> governor(String machine) {
        List<CpuGovernor> all = facts.of(machine, CpuGovernor.class);
        return all.size() == 1 && all.getFirst().governor().equals("performance")
                ? Optional.of("performance")
                : Optional.empty();
    }
}
