package io.railhead.checks;

import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import java.util.ArrayList;
import java.util.List;

/// Where a check puts what it has to say. Not safe for use by several threads.
public final class Outcomes {
    private final List<Finding> findings = new ArrayList<>();
    private final List<NotChecked> notChecked = new ArrayList<>();

    public void finding(Finding finding) {
        findings.add(finding);
    }

    /// Says that a check could not be made on a subject, and why.
    public void notChecked(String check, String subject, String why) {
        notChecked.add(new NotChecked(check, subject, why));
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    public List<NotChecked> notChecked() {
        return List.copyOf(notChecked);
    }
}
