package io.railhead.checks;

import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import java.util.List;

/// What the checks found.
///
/// @param findings root causes first, what they explain directly after them; `explains` of each
///     holds only codes that were in fact found on its machines
/// @param notChecked one entry a check and reason, machines folded: `gpu[01-64]`; a machine that
///     could not be reached stands once, under the check `all`
public record Report(List<Finding> findings, List<NotChecked> notChecked) {

    public Report {
        findings = List.copyOf(findings);
        notChecked = List.copyOf(notChecked);
    }

    /// Whether there is a finding at or above the severity.
    public boolean fails(Severity from) {
        return findings.stream().anyMatch(f -> f.severity().atLeast(from));
    }
}
