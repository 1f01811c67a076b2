package io.railhead.model.intent;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;

/// What jobs find on a host when they start.
///
/// @param limits limits of users' processes by item of limits.conf(5), such as `nofile`; `memlock`
///     has its own place in [HostPolicy]
/// @param shmBytes size of `/dev/shm`, bytes
/// @param hostsFile true when `/etc/hosts` names every host of the cluster and its rails
/// @param sshTrust who may log in from each host to every other without a password
/// @param nccl NCCL's environment, worked out from the rails and from what the machine has
/// @param mpiHostfile path of a hostfile for `mpirun`, kept up to date on every host
public record LaunchPolicy(
        SequencedMap<String, String> limits,
        OptionalLong shmBytes,
        boolean hostsFile,
        Optional<SshTrust> sshTrust,
        Optional<Nccl> nccl,
        Optional<String> mpiHostfile) {

    public static final LaunchPolicy NONE =
            new LaunchPolicy(
                    new TreeMap<>(),
                    OptionalLong.empty(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public LaunchPolicy {
        limits = new TreeMap<>(limits);
    }

    /// Password-less SSH between the hosts of the cluster, by a key pair of each host's own.
    ///
    /// @param user whose key and login it is on every host
    public record SshTrust(String user) {}

    /// @param environment variables that the intent itself sets or, with an empty value, leaves
    ///     out; they win over what is worked out
    /// @param trafficClass value of `NCCL_IB_TC` (0 to 255); empty takes the lossless class's
    public record Nccl(SequencedMap<String, String> environment, Optional<Integer> trafficClass) {
        public Nccl {
            environment = new TreeMap<>(environment);
        }
    }
}
