package io.railhead.configure;

import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.LaunchPolicy.Nccl;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import io.railhead.model.intent.Lossless;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What [World] says of jobs' start:
///
/// ```
/// ssh-trust root
/// nccl
/// nccl NCCL_DEBUG=INFO
/// traffic-class 96
/// mpi-hostfile /etc/railhead/hostfile
/// gpus 8
/// lossless 3 26
/// lossless 3 26 48 6
/// cable 999
/// nic keep
/// nic firmware CNP_DSCP=48
/// ```
final class LaunchWords {
    private Optional<SshTrust> trust = Optional.empty();
    private boolean nccl;
    private final TreeMap<String, String> environment = new TreeMap<>();
    private Optional<Integer> trafficClass = Optional.empty();
    private Optional<String> hostfile = Optional.empty();
    private Optional<Gpus> gpus = Optional.empty();

    void take(String[] w) {
        switch (w[0]) {
            case "ssh-trust" -> trust = Optional.of(new SshTrust(w[1]));
            case "nccl" -> {
                nccl = true;
                if (w.length > 1) {
                    String[] assignment = w[1].split("=", 2);
                    environment.put(assignment[0], assignment[1]);
                }
            }
            case "traffic-class" -> trafficClass = Optional.of(Integer.valueOf(w[1]));
            case "mpi-hostfile" -> hostfile = Optional.of(w[1]);
            case "gpus" -> gpus = Optional.of(new Gpus(Integer.parseInt(w[1]), Optional.empty()));
            case "lossless", "cable", "nic" -> {
                // Of the cluster, not of a host.
            }
            default -> throw new IllegalArgumentException(String.join(" ", w));
        }
    }

    static Optional<Lossless> lossless(String wanted) {
        return words(wanted, "lossless")
                .map(
                        w ->
                                new Lossless(
                                        Integer.parseInt(w[1]),
                                        Integer.parseInt(w[2]),
                                        number(w, 3),
                                        number(w, 4),
                                        w.length > 3
                                                ? new Lossless.Ecn.Derive()
                                                : new Lossless.Ecn.Off(),
                                        sizing(wanted),
                                        nic(wanted)))
                .findFirst();
    }

    private static Stream<String[]> words(String wanted, String first) {
        return wanted.lines().map(l -> l.strip().split(" ")).filter(w -> w[0].equals(first));
    }

    private static Lossless.Sizing sizing(String wanted) {
        return new Lossless.Sizing(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                words(wanted, "cable").mapToDouble(w -> Double.parseDouble(w[1])).findFirst());
    }

    private static Lossless.Nic nic(String wanted) {
        boolean keep = words(wanted, "nic").anyMatch(w -> w[1].equals("keep"));
        TreeMap<String, String> settings = new TreeMap<>();
        words(wanted, "nic")
                .filter(w -> w.length > 2)
                .map(w -> w[2].split("=", 2))
                .forEach(s -> settings.put(s[0], s[1]));
        return new Lossless.Nic(
                !keep,
                !keep,
                words(wanted, "nic").anyMatch(w -> w[1].equals("firmware"))
                        ? Optional.of(settings)
                        : Optional.empty());
    }

    private static OptionalInt number(String[] w, int at) {
        return at < w.length ? OptionalInt.of(Integer.parseInt(w[at])) : OptionalInt.empty();
    }

    Optional<Gpus> gpus() {
        return gpus;
    }

    LaunchPolicy policy() {
        LaunchPolicy none = LaunchPolicy.NONE;
        return new LaunchPolicy(
                none.limits(),
                none.shmBytes(),
                none.hostsFile(),
                trust,
                nccl ? Optional.of(new Nccl(environment, trafficClass)) : Optional.empty(),
                hostfile);
    }
}
