package io.railhead.lab;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What the hosts of a lab are.
public enum HostKind {
    /// Namespaces over the machine's own files with sshd as first process; up in a second. Two make
    /// a fabric; 256 is the largest that was tried, and the kernel's neighbour table (1,024 entries
    /// for all namespaces together, `gc_thresh3`) has two entries a host for the management network
    /// alone.
    NAMESPACE(2, 256),
    /// A Debian or Ubuntu of its own with systemd, networkd and netplan, that can be restarted.
    /// The most were tried together on two cores.
    BOOTED(2, 8),
    /// A virtual machine with Debian's own kernel and soft-RoCE on both rails: real RDMA verbs, as
    /// slow as software is. Four of 512 MiB are what a small machine has room for.
    VIRTUAL(2, 4);

    private final int fewest;
    private final int most;

    HostKind(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
    }

    /// `namespace`, `booted`, `virtual`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Fewest hosts of a lab of this kind.
    public int fewest() {
        return fewest;
    }

    /// Most hosts of a lab of this kind.
    public int most() {
        return most;
    }

    /// Empty when there is no such kind.
    public static Optional<HostKind> of(String word) {
        return Arrays.stream(values()).filter(k -> k.word().equals(word)).findFirst();
    }
}
