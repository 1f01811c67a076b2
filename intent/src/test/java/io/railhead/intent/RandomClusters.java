package io.railhead.intent;

import io.railhead.model.Bandwidth;
import io.railhead.model.Latency;
import io.railhead.model.intent.Bmc;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.Job;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.SecretRef;
import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/// Clusters without faults, of every shape the reader can give.
final class RandomClusters {
    private final Random random;
    private final RandomPolicies policies;
    private int next = 1;

    RandomClusters(long seed) {
        this.random = new Random(seed);
        this.policies = new RandomPolicies(random);
    }

    Cluster cluster() {
        next = 1 + random.nextInt(3);
        Login login = login(Login.DEFAULT);
        HostPolicy policy = random.nextInt(3) == 0 ? HostPolicy.DEFAULT : policy();
        List<Rail> rails = new ArrayList<>();
        for (int r = random.nextInt(4); r > 0; r--) {
            boolean six = random.nextInt(3) == 0;
            int number = rails.size();
            rails.add(rail(number, six));
        }
        List<Host> hosts = hosts(rails, login, policy);
        List<Switch> switches = new ArrayList<>();
        for (int s = random.nextInt(3); s > 0; s--) {
            switches.add(oneSwitch(switches.size(), login));
        }
        Optional<Lossless> lossless =
                random.nextBoolean() ? Optional.empty() : Optional.of(lossless());
        return new Cluster(
                "cluster.yaml",
                pick("a", "lab-1", "x_y.z", "yes", "12"),
                login,
                rails,
                hosts,
                switches,
                links(hosts),
                lossless,
                policy,
                jobs(hosts),
                random.nextBoolean());
    }

    private Rail rail(int number, boolean six) {
        String network =
                six ? "fd00:" + Integer.toHexString(number + 9) + "::" : "10." + (100 + number);
        Optional<String> gateway = maybe(network + (six ? "fffe" : ".255.254"));
        return new Rail(
                pick("rail", "storage", "r-") + number,
                subnet(six ? network + "/64" : network + ".0.0/16"),
                pickInt(1500, 4200, 9000),
                maybe(speed()),
                gateway,
                gateway.isEmpty()
                        ? List.of()
                        : pick(
                                List.of(),
                                List.of(subnet(six ? "fd00::/8" : "10.0.0.0/8")),
                                six
                                        ? List.of(subnet("2001:db8::/32"), subnet("fd01::/16"))
                                        : List.of(subnet("172.16.0.0/12"), subnet("10.3.2.1/32"))));
    }

    private static Subnet subnet(String text) {
        return Subnet.parse(text).orElseThrow();
    }

    private List<Host> hosts(List<Rail> rails, Login login, HostPolicy policy) {
        List<Host> hosts = new ArrayList<>();
        int stretches = 1 + random.nextInt(4);
        for (int s = 0; s < stretches; s++) {
            String before = pick("gpu", "n", "dgx-", "0x") + s + pick("-", "x", "n");
            String format = pick("%d", "%02d", "%03d");
            int from = random.nextInt(20);
            int count = 1 + random.nextInt(8);
            Shape shape = new Shape(rails, login, policy);
            for (int k = 0; k < count; k++) {
                if (random.nextInt(6) == 0) {
                    shape = new Shape(rails, login, policy);
                }
                String name = before + String.format(format, from + k) + (s == 2 ? "-ib" : "");
                hosts.add(shape.host(name, next++));
            }
        }
        return hosts;
    }

    /// What neighbouring hosts tend to have in common.
    private final class Shape {
        private final List<Rail> rails;
        private final Login login;
        private final HostPolicy policy;
        private final boolean byName = random.nextInt(3) == 0;
        private final boolean withBmc = random.nextBoolean();
        private final int firstInterface = random.nextInt(3);
        private final Optional<Gpus> gpus =
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new Gpus(8, maybe(pick("H100", "V100 PCIe", "{x}", "5090"))));
        private final Optional<String> hypervisor = maybe(pick("esx1", "esx{1}"));
        private final List<Boolean> on = new ArrayList<>();

        Shape(List<Rail> rails, Login login, HostPolicy policy) {
            this.rails = rails;
            this.login = random.nextInt(3) == 0 ? login(login) : login;
            this.policy = random.nextInt(4) == 0 ? changed(policy) : policy;
            rails.forEach(r -> on.add(random.nextInt(5) > 0));
        }

        Host host(String name, int number) {
            int skipped = random.nextInt(10) == 0 ? next++ : number;
            List<RailPort> ports = new ArrayList<>();
            for (int r = 0; r < rails.size(); r++) {
                if (on.get(r)) {
                    ports.add(port(rails.get(r), r, skipped));
                }
            }
            return new Host(
                    name,
                    byName ? name : "10.1." + number / 200 + "." + (number % 200 + 1),
                    login,
                    withBmc
                            ? Optional.of(
                                    new Bmc(
                                            "10.2." + number / 200 + "." + (number % 200 + 1),
                                            Optional.of("admin"),
                                            Optional.of(new SecretRef.FromEnvironment("BMC"))))
                            : Optional.empty(),
                    ports,
                    gpus,
                    policy,
                    hypervisor,
                    0);
        }

        private RailPort port(Rail rail, int r, int number) {
            String address =
                    rail.subnet().isIpv6()
                            ? rail.subnet().network() + Integer.toHexString(number + 1)
                            : rail.subnet().network().replace(".0.0", ".")
                                    + number / 200
                                    + "."
                                    + (number % 200 + 1);
            return new RailPort(
                    rail.name(),
                    "ens" + (firstInterface + r),
                    address,
                    rail.subnet(),
                    rail.mtu(),
                    random.nextInt(8) == 0 ? maybe(Bandwidth.gbps(25)) : rail.speed(),
                    firstInterface == 2
                            ? Optional.empty()
                            : Optional.of(new RdmaPort("mlx5_" + (firstInterface + r), 1)),
                    random.nextInt(10) == 0 ? OptionalInt.empty() : OptionalInt.of(r),
                    Optional.empty());
        }
    }

    private Login login(Login base) {
        return new Login(
                random.nextBoolean() ? base.user() : maybe(pick("root", "ops")),
                random.nextBoolean() ? base.port() : pickInt(22, 2222),
                random.nextBoolean() ? base.identity() : maybe(pick("/root/.ssh/id", "keys/{a}")),
                random.nextBoolean() ? base.jump() : maybe("user@bastion:2222"),
                random.nextBoolean() ? base.knownHosts() : maybe("known hosts"),
                random.nextBoolean() ? base.networkNamespace() : maybe("/run/netns/x"),
                random.nextBoolean());
    }

    private HostPolicy policy() {
        TreeMap<String, String> sysctl = new TreeMap<>();
        for (int k = random.nextInt(4); k > 0; k--) {
            sysctl.put(
                    pick("net.core.rmem_max", "net.ipv4.tcp_rmem", "vm.swappiness", "net.a/b.c"),
                    pick("1", "268435456", "4096 87380 16777216", "0x10", "true", "a: b #c"));
        }
        List<WholeFile> files = new ArrayList<>();
        for (String path : List.of("/etc/a", "/etc/b b", "/etc/c")) {
            if (random.nextInt(3) == 0) {
                files.add(
                        new WholeFile(
                                path,
                                pick(
                                        "",
                                        "x\n",
                                        "a\n\n b: c\n",
                                        "\tq\"\\\n",
                                        "é\u0001\n\n",
                                        " x\n",
                                        "x"),
                                pick("0644", "0600", "4755"),
                                pick("root", "nobody"),
                                "root"));
            }
        }
        return new HostPolicy(
                sysctl,
                maybe(pick("unlimited", "67108864", "64")),
                maybe(pick("performance", "powersave")),
                random.nextBoolean(),
                files,
                pickInt(500, 20, 2000),
                random.nextBoolean() ? NetworkPolicy.NONE : policies.network(),
                random.nextBoolean() ? SoftwarePolicy.NONE : policies.software(),
                random.nextBoolean() ? LaunchPolicy.NONE : policies.launch());
    }

    /// Another policy with parts of the one that is inherited.
    private HostPolicy changed(HostPolicy base) {
        HostPolicy other = policy();
        return switch (random.nextInt(4)) {
            case 0 -> other;
            case 1 -> base.with(other.network()).with(policies.partOf(base.launch()));
            case 2 -> base.with(policies.partOf(base.software()));
            default -> base.with(other.software()).with(other.launch());
        };
    }

    private Switch oneSwitch(int number, Login login) {
        List<SwitchPort> ports = new ArrayList<>();
        for (int p = random.nextInt(12); p > 0; p--) {
            ports.add(
                    new SwitchPort(
                            "Ethernet" + (1 + p / 6) + "/" + (12 - p),
                            random.nextInt(4) == 0 ? OptionalInt.empty() : OptionalInt.of(9216),
                            maybe(Bandwidth.gbps(100))));
        }
        return new Switch(
                "leaf" + number,
                SwitchSystem.values()[random.nextInt(SwitchSystem.values().length)],
                maybe(pick("SN5600", "N9K-C93180YC-FX3", "7060CX-32S")),
                "10.3.0." + (number + 1),
                random.nextBoolean() ? login : login(login),
                ports);
    }

    /// Each port takes one cable; both ends on one rail have one MTU already.
    private List<Link> links(List<Host> hosts) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i + 1 < hosts.size(); i += 2) {
            List<RailPort> a = hosts.get(i).rails();
            List<RailPort> b = hosts.get(i + 1).rails();
            if (a.isEmpty() || b.isEmpty() || !a.getFirst().rail().equals(b.getFirst().rail())) {
                continue;
            }
            if (!a.getFirst().speed().equals(b.getFirst().speed())) {
                continue;
            }
            links.add(
                    new Link(
                            new Link.End(hosts.get(i).name(), a.getFirst().interfaceName()),
                            new Link.End(hosts.get(i + 1).name(), b.getFirst().interfaceName()),
                            maybe(new Cable(Cable.Kind.DAC, pick(0.5, 2.0, 100.0))),
                            maybe(a.getFirst().speed()).flatMap(s -> s),
                            random.nextBoolean()
                                    ? OptionalInt.empty()
                                    : OptionalInt.of(a.getFirst().mtu())));
        }
        return links;
    }

    private Lossless lossless() {
        return new Lossless(
                3,
                26,
                random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(48),
                random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(6),
                pick(new Ecn.Derive(), new Ecn.Off(), new Ecn.Fixed(150_000, 1 << 20, 10)),
                new Lossless.Sizing(
                        random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(60),
                        random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(7),
                        maybe(new Latency(pick(850.0, 8_000.0, 12_345.5))),
                        random.nextBoolean()
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(pick(0.5, 3.0, 2_000.0))),
                pick(
                        Lossless.Nic.DEFAULT,
                        new Lossless.Nic(false, true, Optional.of(new TreeMap<>())),
                        new Lossless.Nic(
                                true,
                                false,
                                Optional.of(
                                        new TreeMap<>(
                                                Map.of("CNP_DSCP", "48", "LLDP_NB_DCBX", "0"))))));
    }

    private List<Job> jobs(List<Host> hosts) {
        List<Job> jobs = new ArrayList<>();
        for (int j = random.nextInt(3); j > 0; j--) {
            List<String> names = new ArrayList<>(hosts.stream().map(Host::name).toList());
            if (random.nextBoolean()) {
                Collections.shuffle(names, random);
            }
            TreeMap<String, String> environment = new TreeMap<>();
            environment.put("NCCL_DEBUG", pick("INFO", "off", "1", "a b", ""));
            jobs.add(
                    new Job(
                            "job" + j,
                            names.subList(0, 1 + random.nextInt(names.size())),
                            1,
                            pick("true", "python -m x --y 'z: {}'"),
                            environment));
        }
        Collections.reverse(jobs);
        return jobs;
    }

    private Bandwidth speed() {
        return Bandwidth.gbps(pick(2.5, 40.0, 400.0));
    }

    private <T> Optional<T> maybe(T value) {
        return random.nextBoolean() ? Optional.of(value) : Optional.empty();
    }

    private int pickInt(int... values) {
        return values[random.nextInt(values.length)];
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
