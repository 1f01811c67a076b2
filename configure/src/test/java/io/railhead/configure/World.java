package io.railhead.configure;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// A small intent for one host or several, written line by line:
///
/// ```
/// rail rail0 eth1 10.78.0.1/24 9000
/// sysctl net.ipv4.tcp_ecn 1
/// file /srv/app.conf 0640 root root hello\n
/// netplan off
/// rdma eth1 mlx5_0
/// ```
final class World {
    private World() {}

    static Cluster cluster(String wanted) {
        return cluster(wanted, List.of("gpu01"));
    }

    /// @param hosts names; `$h` in the text is the host's number, from 1
    static Cluster cluster(String wanted, List<String> hosts) {
        List<Host> all = new ArrayList<>();
        List<Rail> rails = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            String text = wanted.replace("$h", Integer.toString(i + 1));
            all.add(host(hosts.get(i), text, i + 3, rails));
        }
        List<Host> roster = new ArrayList<>(all);
        roster.addAll(SoftwareWords.others(wanted));
        return new Cluster(
                "cluster.yaml",
                "lab",
                Login.DEFAULT,
                rails.stream().distinct().toList(),
                all,
                List.of(),
                List.of(),
                LaunchWords.lossless(wanted),
                HostPolicy.DEFAULT,
                List.of(),
                false,
                roster);
    }

    private static Host host(String name, String wanted, int line, List<Rail> rails) {
        List<RailPort> ports = new ArrayList<>();
        TreeMap<String, String> sysctl = new TreeMap<>();
        List<HostPolicy.WholeFile> files = new ArrayList<>();
        boolean netplan = true;
        LaunchWords launch = new LaunchWords();
        NetworkWords network = new NetworkWords();
        SoftwareWords software = new SoftwareWords();
        for (String each : wanted.lines().filter(l -> !l.isBlank()).toList()) {
            String[] w = each.strip().split(" ");
            switch (w[0]) {
                case "rail" -> {
                    Subnet subnet = Subnet.parse(w[3]).orElseThrow();
                    int mtu = Integer.parseInt(w[4]);
                    rails.add(NetworkWords.rail(w));
                    ports.add(
                            new RailPort(
                                    w[1],
                                    w[2],
                                    w[3].replaceFirst("/.*", ""),
                                    subnet,
                                    mtu,
                                    Optional.empty(),
                                    Optional.empty(),
                                    OptionalInt.empty(),
                                    Optional.empty()));
                }
                case "rdma" -> ports.replaceAll(p -> NetworkWords.rdma(p, w));
                case "sysctl" -> sysctl.put(w[1], each.strip().split(" ", 3)[2]);
                case "file" ->
                        files.add(
                                new HostPolicy.WholeFile(
                                        w[1],
                                        each.strip().split(" ", 6)[5].replace("\\n", "\n"),
                                        w[2],
                                        w[3],
                                        w[4]));
                case "netplan" -> netplan = !w[1].equals("off");
                default -> {
                    if (!network.take(w) && !software.take(each.strip())) {
                        launch.take(w);
                    }
                }
            }
        }
        return new Host(
                name,
                "10.99.0.1",
                Login.DEFAULT,
                Optional.empty(),
                ports,
                launch.gpus(),
                software.into(
                        network.into(
                                new HostPolicy(
                                                sysctl,
                                                Optional.empty(),
                                                Optional.empty(),
                                                netplan,
                                                files,
                                                500)
                                        .with(launch.policy()))),
                line);
    }
}
