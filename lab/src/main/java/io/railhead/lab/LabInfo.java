package io.railhead.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A lab as it was found.
///
/// @param kind what its hosts are
/// @param condition see [Condition]
/// @param faults as they were asked for
/// @param recorded profile of recorded samples; empty when the hosts have none
/// @param key private key that logs in as root on every host
/// @param networkNamespace path of the namespace that hosts are reached from
/// @param clusterFile the intent that fits the lab
public record LabInfo(
        String name,
        HostKind kind,
        Condition condition,
        List<HostInfo> hosts,
        List<String> faults,
        Optional<String> recorded,
        Path key,
        Path knownHosts,
        Path networkNamespace,
        Path clusterFile) {

    public LabInfo {
        hosts = List.copyOf(hosts);
        faults = List.copyOf(faults);
    }

    /// How a lab is.
    public enum Condition {
        /// Raised and running.
        UP,
        /// `lab up` is at work on it.
        RAISING,
        /// Not running: `lab up` was killed, the lab's first process was, or the machine restarted.
        /// `lab down` removes what is left.
        REMAINS
    }

    /// @param addresses management first, then the rails
    /// @param up true when its first process runs, and, of a booted host, has booted
    public record HostInfo(String name, List<String> addresses, boolean up) {
        public HostInfo {
            addresses = List.copyOf(addresses);
        }

        public String address() {
            return addresses.getFirst();
        }
    }

    public Optional<HostInfo> host(String wanted) {
        return hosts.stream().filter(h -> h.name().equals(wanted)).findFirst();
    }
}
