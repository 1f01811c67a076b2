package io.railhead.bench.twins;

import java.util.List;

/// A machine, rail or pair whose values differ from all its twins'.
///
/// @param subject `gpu03`, `gpu03 as receiver`, `rail2`, `gpu01 -> gpu03`
/// @param where the rail, or the hosts, the twins share
/// @param summary one sentence with the numbers
/// @param differences conditions in which it differs from its twins: where to look first
public record OddOne(
        String subject, String where, String metric, String summary, List<String> differences) {

    public OddOne {
        differences = List.copyOf(differences);
    }
}
