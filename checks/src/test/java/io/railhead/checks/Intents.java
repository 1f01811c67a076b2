package io.railhead.checks;

import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Job;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What is wanted of the hosts of a [World], and the same with a part of it changed.
final class Intents {
    private Intents() {}

    static Cluster of(List<String> names) {
        Bandwidth speed = Bandwidth.gbps(100);
        Subnet rail0 = new Subnet("10.10.0.0", 24);
        Subnet rail1 = new Subnet("10.10.1.0", 24);
        List<Host> hosts = new ArrayList<>();
        for (int i = 1; i <= names.size(); i++) {
            hosts.add(
                    new Host(
                            names.get(i - 1),
                            "10.0.0." + i,
                            Login.DEFAULT,
                            Optional.empty(),
                            List.of(
                                    port("rail0", "eth1", rail0, i),
                                    port("rail1", "eth2", rail1, i)),
                            Optional.empty(),
                            HostPolicy.DEFAULT,
                            9 + i));
        }
        return new Cluster(
                "cluster.yaml",
                "test",
                Login.DEFAULT,
                List.of(
                        new Rail("rail0", rail0, 9000, Optional.of(speed)),
                        new Rail("rail1", rail1, 9000, Optional.of(speed))),
                hosts,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static RailPort port(String rail, String name, Subnet subnet, int i) {
        int number = rail.equals("rail0") ? 0 : 1;
        return new RailPort(
                rail,
                name,
                subnet.network().substring(0, subnet.network().length() - 1) + i,
                subnet,
                9000,
                Optional.of(Bandwidth.gbps(100)),
                Optional.of(new RdmaPort("mlx5_" + number, 1)),
                OptionalInt.of(number),
                Optional.empty());
    }

    static Cluster copy(
            Cluster c,
            List<Host> hosts,
            List<Switch> switches,
            List<Link> links,
            Optional<Lossless> lossless,
            List<Job> jobs) {
        return new Cluster(
                c.file(),
                c.name(),
                c.login(),
                c.rails(),
                hosts,
                switches,
                links,
                lossless,
                c.policy(),
                jobs,
                c.lab());
    }

    /// The same host with other rails, GPUs and policy.
    static Host host(Host h, List<RailPort> rails, Optional<Gpus> gpus, HostPolicy policy) {
        return new Host(
                h.name(),
                h.address(),
                h.login(),
                h.bmc(),
                rails,
                gpus,
                policy,
                h.hypervisor(),
                h.line());
    }
}
