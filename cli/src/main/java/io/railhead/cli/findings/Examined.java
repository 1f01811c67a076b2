package io.railhead.cli.findings;

import io.railhead.checks.Ranking;
import io.railhead.checks.Report;
import io.railhead.evidence.paste.Intake;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
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
/// @param intake how pasted documents came in
public record Examined(
        String input,
        int checks,
        Facts facts,
        Optional<Cluster> cluster,
        Report report,
        Intake intake) {

    /// What was collected and not pasted.
    public Examined(
            String input, int checks, Facts facts, Optional<Cluster> cluster, Report report) {
        this(input, checks, facts, cluster, report, Intake.NONE);
    }

    /// What the findings and the state of the input together say.
    public Judgement judgement() {
        boolean fault =
                report.findings().stream().anyMatch(f -> f.severity().atLeast(Severity.WARNING));
        if (fault) return Judgement.FAULTS;
        boolean known =
                !report.findings().isEmpty()
                        || !facts.unreachable().isEmpty()
                        || !facts.unavailable().isEmpty()
                        || !intake.damaged().isEmpty()
                        || facts.machines().stream()
                                .anyMatch(m -> facts.all(m).findAny().isPresent());
        if (!known) {
            return intake.blank() + intake.broken().size() >= intake.documents()
                    ? Judgement.NOTHING_READ
                    : Judgement.NOT_RECOGNISED;
        }
        return intake.inPart().isEmpty() ? Judgement.NO_FAULT : Judgement.NO_FAULT_IN_PART;
    }

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
