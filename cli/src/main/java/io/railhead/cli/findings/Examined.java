package io.railhead.cli.findings;

import io.railhead.checks.Ranking;
import io.railhead.checks.Report;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What was examined and what came of it, for writing it down.
///
/// @param input what the evidence came from: the intent's file, a bundle, `this machine`
/// @param checks how many checks ran
public record Examined(
        String input, int checks, Facts facts, Optional<Cluster> cluster, Report report) {

    /// Names of all machines that were asked, those that did not answer included.
    public Set<String> machines() {
        Set<String> names = new LinkedHashSet<>();
        cluster.ifPresent(c -> c.hosts().stream().map(Host::name).forEach(names::add));
        names.addAll(facts.machines());
        names.addAll(facts.unreachable().keySet());
        return names;
    }

    /// The findings, grouped where they differ only in the machine.
    public List<Ranking.Group> groups() {
        return Ranking.of(report.findings(), machines(), cluster).groups();
    }

    /// Whether a finding rests on output that a stand-in gave from a recorded sample.
    public boolean recorded(Finding finding) {
        return finding.evidence().stream()
                .map(Evidence::document)
                .anyMatch(facts.recorded()::contains);
    }
}
