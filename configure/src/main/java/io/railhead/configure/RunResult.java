package io.railhead.configure;

import java.util.List;

/// How an apply or a rollback ended.
///
/// @param run the run's name; empty when no host has begun it
/// @param hosts in the order they were tried
public record RunResult(String run, List<HostOutcome> hosts) {

    public RunResult {
        hosts = List.copyOf(hosts);
    }

    public boolean isGood() {
        return hosts.stream().allMatch(h -> h.state().isGood());
    }

    /// Whether what is wrong, if anything, is only that hosts did not answer.
    public boolean onlyUnreachable() {
        return hosts.stream()
                .filter(h -> !h.state().isGood())
                .allMatch(
                        h ->
                                h.state() == HostOutcome.State.UNREACHABLE
                                        || h.state() == HostOutcome.State.NOT_TRIED);
    }
}
