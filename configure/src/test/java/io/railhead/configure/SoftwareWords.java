package io.railhead.configure;

import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Block;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What [World] says of software, limits and names:
///
/// ```
/// block /etc/exports rails # /srv *(rw)\n
/// unit roce.service enabled running [Service]\nExecStart=/bin/true\n
/// load rdma_ucm
/// options mlx4_core log_num_mtt=24
/// blacklist nouveau
/// package rdma-core present held
/// package libnccl2 =2.21.5-1 free
/// memlock unlimited
/// limit nofile 1048576
/// hosts-file
/// other gpu02 10.99.0.2 rail0=10.78.0.2
/// ```
final class SoftwareWords {
    private final List<Block> blocks = new ArrayList<>();
    private final List<Unit> units = new ArrayList<>();
    private final List<String> load = new ArrayList<>();
    private final TreeMap<String, String> options = new TreeMap<>();
    private final List<String> blacklist = new ArrayList<>();
    private final TreeMap<String, PackageState> packages = new TreeMap<>();
    private final TreeMap<String, String> limits = new TreeMap<>();
    private Optional<String> memlock = Optional.empty();
    private boolean hostsFile;

    /// False when it is a word of somebody else.
    boolean take(String line) {
        String[] w = line.split(" ");
        switch (w[0]) {
            case "block" -> blocks.add(new Block(w[1], w[2], rest(line, 4), w[3]));
            case "unit" ->
                    units.add(
                            new Unit(
                                    w[1],
                                    w.length > 4 ? Optional.of(rest(line, 4)) : Optional.empty(),
                                    Boot.valueOf(w[2].toUpperCase(Locale.ROOT)),
                                    switch (w[3]) {
                                        case "running" -> Optional.of(true);
                                        case "stopped" -> Optional.of(false);
                                        default -> Optional.empty();
                                    }));
            case "load" -> load.add(w[1]);
            case "options" -> options.put(w[1], rest(line, 2));
            case "blacklist" -> blacklist.add(w[1]);
            case "package" ->
                    packages.put(
                            w[1],
                            new PackageState(
                                    !w[2].equals("absent"),
                                    w[2].startsWith("=")
                                            ? Optional.of(w[2].substring(1))
                                            : Optional.empty(),
                                    w.length > 3
                                            ? Optional.of(w[3].equals("held"))
                                            : Optional.empty()));
            case "memlock" -> memlock = Optional.of(w[1]);
            case "limit" -> limits.put(w[1], w[2]);
            case "hosts-file" -> hostsFile = true;
            case "other" -> {
                // In the roster alone.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /// What stands behind the first words of a line, with its newlines and tabs.
    private static String rest(String line, int words) {
        return line.split(" ", words + 1)[words].replace("\\n", "\n").replace("\\t", "\t");
    }

    /// Hosts that are of the cluster and not looked at.
    static List<Host> others(String wanted) {
        return wanted.lines()
                .map(l -> l.strip().split(" "))
                .filter(w -> w[0].equals("other"))
                .map(SoftwareWords::other)
                .toList();
    }

    private static Host other(String[] w) {
        List<RailPort> ports = new ArrayList<>();
        for (int i = 3; i < w.length; i++) {
            String[] rail = w[i].split("=");
            ports.add(
                    new RailPort(
                            rail[0],
                            "eth" + (i - 2),
                            rail[1],
                            Subnet.parse(rail[1] + (rail[1].contains(":") ? "/64" : "/24"))
                                    .orElseThrow(),
                            9000,
                            Optional.empty(),
                            Optional.empty(),
                            OptionalInt.empty(),
                            Optional.empty()));
        }
        return new Host(
                w[1],
                w[2],
                Login.DEFAULT,
                Optional.empty(),
                ports,
                Optional.empty(),
                HostPolicy.DEFAULT,
                0);
    }

    HostPolicy into(HostPolicy p) {
        LaunchPolicy l = p.launch();
        return new HostPolicy(
                p.sysctl(),
                memlock,
                p.governor(),
                p.netplan(),
                p.files(),
                p.timeSkewMillis(),
                p.network(),
                new SoftwarePolicy(units, new Modules(load, options, blacklist), packages, blocks),
                new LaunchPolicy(
                        limits, l.shmBytes(), hostsFile, l.sshTrust(), l.nccl(), l.mpiHostfile()));
    }
}
