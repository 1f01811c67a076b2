package io.railhead.intent;

import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.LaunchPolicy.Nccl;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Block;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Network, software and launch policies without faults. None names an interface or a file that a
/// [RandomClusters] gives to something else.
final class RandomPolicies {
    private final Random random;

    RandomPolicies(Random random) {
        this.random = random;
    }

    NetworkPolicy network() {
        return new NetworkPolicy(
                maybe(pick(Renderer.values())),
                random.nextBoolean(),
                some("enp1s0f1np1", "eno2", "ib0.8001@x"),
                random.nextBoolean());
    }

    LaunchPolicy launch() {
        TreeMap<String, String> limits = new TreeMap<>();
        some("nofile", "nproc", "stack")
                .forEach(i -> limits.put(i, pick("unlimited", "0", "1048576", "99999999999")));
        return new LaunchPolicy(
                limits,
                random.nextBoolean()
                        ? OptionalLong.empty()
                        : OptionalLong.of(pick(4096L, 64L << 30, 12_288_000_000L)),
                random.nextBoolean(),
                maybe(new SshTrust(pick("root", "ann", "ops"))),
                maybe(nccl()),
                maybe(pick("/etc/railhead/hostfile", "/srv/a b", "/etc/hosts.mpi")));
    }

    private Nccl nccl() {
        TreeMap<String, String> environment = new TreeMap<>();
        some("NCCL_DEBUG", "NCCL_IB_GID_INDEX", "NCCL_SOCKET_IFNAME")
                .forEach(
                        v ->
                                environment.put(
                                        v, pick("", "INFO", "3", "=ens6,ens7", "a: {b}", "true")));
        return new Nccl(environment, maybe(pick(0, 106, 255)));
    }

    SoftwarePolicy software() {
        List<Unit> units = new ArrayList<>();
        for (String name : some("a.service", "dev-x\\x2dy.mount", "getty@tty1.service")) {
            units.add(unit(name));
        }
        TreeMap<String, String> options = new TreeMap<>();
        some("mlx4_core", "ib-x")
                .forEach(m -> options.put(m, pick("log_num_mtt=24", "1", "a=b c=\"d e\"")));
        TreeMap<String, PackageState> packages = new TreeMap<>();
        some("rdma-core", "libnccl2", "g++", "7zip").forEach(p -> packages.put(p, state()));
        List<Block> blocks = new ArrayList<>();
        for (String path : some("/etc/exports", "/etc/x y", "/etc/fstab")) {
            for (String name : some("railhead", "rails", "a.b-c")) {
                blocks.add(
                        new Block(
                                path,
                                name,
                                pick("x\n", "a\n\n  b: #c\n", "\tq\n", "é\n\n"),
                                pick("#", "//", ";", "\"")));
            }
        }
        return new SoftwarePolicy(
                units,
                new Modules(some("rdma_ucm", "nvme-rdma"), options, some("nouveau", "ib_umad")),
                packages,
                blocks);
    }

    private Unit unit(String name) {
        Boot boot = pick(Boot.values());
        boolean masked = boot == Boot.MASKED;
        Optional<String> content =
                masked
                        ? Optional.empty()
                        : maybe("[Unit]\nDescription=x: {y}\n\n[Service]\nExecStart=/bin/true\n");
        Optional<Boolean> running =
                maybe(!masked && random.nextBoolean())
                        .or(
                                () ->
                                        boot == Boot.LEFT && content.isEmpty()
                                                ? Optional.of(false)
                                                : Optional.empty());
        return new Unit(name, content, boot, running);
    }

    private PackageState state() {
        return switch (random.nextInt(3)) {
            case 0 -> new PackageState(false, Optional.empty(), Optional.empty());
            case 1 -> new PackageState(true, Optional.empty(), maybe(random.nextBoolean()));
            default ->
                    new PackageState(
                            true,
                            maybe(pick("2.21.5-1+cuda12.4", "1:1", "2", "1.10", "0x1")),
                            maybe(random.nextBoolean()));
        };
    }

    /// Some entries of it, some new ones, others gone.
    LaunchPolicy partOf(LaunchPolicy base) {
        LaunchPolicy other = launch();
        return new LaunchPolicy(
                mixed(base.limits(), other.limits()),
                random.nextBoolean() ? base.shmBytes() : other.shmBytes(),
                base.hostsFile(),
                random.nextBoolean() ? base.sshTrust() : other.sshTrust(),
                random.nextBoolean() ? base.nccl() : other.nccl(),
                other.mpiHostfile());
    }

    SoftwarePolicy partOf(SoftwarePolicy base) {
        SoftwarePolicy other = software();
        List<Unit> units = new ArrayList<>(base.units());
        units.removeIf(u -> random.nextBoolean());
        List<Block> blocks = new ArrayList<>(base.blocks());
        blocks.removeIf(b -> random.nextBoolean());
        return new SoftwarePolicy(
                units,
                new Modules(
                        other.modules().load(),
                        mixed(base.modules().options(), other.modules().options()),
                        base.modules().blacklist()),
                mixed(base.packages(), other.packages()),
                blocks);
    }

    private <T> SequencedMap<String, T> mixed(
            SequencedMap<String, T> a, SequencedMap<String, T> b) {
        TreeMap<String, T> mixed = new TreeMap<>(a);
        mixed.keySet().removeIf(k -> random.nextBoolean());
        mixed.putAll(b);
        return mixed;
    }

    private List<String> some(String... values) {
        List<String> some = new ArrayList<>(List.of(values));
        some.removeIf(v -> random.nextBoolean());
        return some;
    }

    private <T> Optional<T> maybe(T value) {
        return random.nextBoolean() ? Optional.of(value) : Optional.empty();
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
