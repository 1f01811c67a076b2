package io.railhead.model.intent;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// What a host should be like besides its addresses.
///
/// @param sysctl kernel settings by key, values as written in `/etc/sysctl.d`
/// @param memlock `unlimited`, or KiB, for the processes of jobs
/// @param governor CPU frequency governor
/// @param netplan true when rail addresses and MTU are kept in a netplan file of Railhead's own
/// @param files files that should have exactly this content, by path
/// @param timeSkewMillis largest tolerated difference between two hosts' clocks, in milliseconds
/// @param network what interfaces need beside addresses and MTU
/// @param software units, modules, packages, and text in files of others
/// @param launch what jobs find when they start
public record HostPolicy(
        SequencedMap<String, String> sysctl,
        Optional<String> memlock,
        Optional<String> governor,
        boolean netplan,
        List<WholeFile> files,
        int timeSkewMillis,
        NetworkPolicy network,
        SoftwarePolicy software,
        LaunchPolicy launch) {

    public static final HostPolicy DEFAULT =
            new HostPolicy(
                    new TreeMap<>(), Optional.empty(), Optional.empty(), true, List.of(), 500);

    public HostPolicy {
        sysctl = new TreeMap<>(sysctl);
        files = files.stream().sorted(Comparator.comparing(WholeFile::path)).toList();
    }

    /// A policy that leaves interfaces, software and launching as they are.
    public HostPolicy(
            SequencedMap<String, String> sysctl,
            Optional<String> memlock,
            Optional<String> governor,
            boolean netplan,
            List<WholeFile> files,
            int timeSkewMillis) {
        this(
                sysctl,
                memlock,
                governor,
                netplan,
                files,
                timeSkewMillis,
                NetworkPolicy.NONE,
                SoftwarePolicy.NONE,
                LaunchPolicy.NONE);
    }

    /// The same with other network wishes.
    public HostPolicy with(NetworkPolicy other) {
        return new HostPolicy(
                sysctl, memlock, governor, netplan, files, timeSkewMillis, other, software, launch);
    }

    /// The same with other software.
    public HostPolicy with(SoftwarePolicy other) {
        return new HostPolicy(
                sysctl, memlock, governor, netplan, files, timeSkewMillis, network, other, launch);
    }

    /// The same with another way of launching.
    public HostPolicy with(LaunchPolicy other) {
        return new HostPolicy(
                sysctl,
                memlock,
                governor,
                netplan,
                files,
                timeSkewMillis,
                network,
                software,
                other);
    }

    /// @param mode octal permissions, such as `0644`
    public record WholeFile(String path, String content, String mode, String owner, String group) {}
}
