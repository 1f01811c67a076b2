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
public record HostPolicy(
        SequencedMap<String, String> sysctl,
        Optional<String> memlock,
        Optional<String> governor,
        boolean netplan,
        List<WholeFile> files,
        int timeSkewMillis) {

    public static final HostPolicy DEFAULT =
            new HostPolicy(
                    new TreeMap<>(), Optional.empty(), Optional.empty(), true, List.of(), 500);

    public HostPolicy {
        sysctl = new TreeMap<>(sysctl);
        files = files.stream().sorted(Comparator.comparing(WholeFile::path)).toList();
    }

    /// @param mode octal permissions, such as `0644`
    public record WholeFile(String path, String content, String mode, String owner, String group) {}
}
