package io.railhead.model;

import java.util.List;
import java.util.Set;

/// Something wrong, or worth knowing, with its proof and its remedy.
///
/// @param code stable kebab-case name; `railhead explain CODE` tells more
/// @param subject what it is about: `gpu01 eth1`, `gpu01 <-> gpu02 rail0`
/// @param summary one sentence with the numbers
/// @param cause why it is so, as far as the evidence tells
/// @param fix what to do, concretely
/// @param explains codes of findings on the same subject's machines that this one is the cause of
/// @param doubt what the evidence leaves open, and the command that would decide
public record Finding(
        String code,
        Severity severity,
        String subject,
        String summary,
        String cause,
        String fix,
        List<Evidence> evidence,
        Set<String> explains,
        Doubt doubt) {

    public Finding {
        evidence = List.copyOf(evidence);
        explains = Set.copyOf(explains);
    }

    /// A finding that leaves nothing open.
    public Finding(
            String code,
            Severity severity,
            String subject,
            String summary,
            String cause,
            String fix,
            List<Evidence> evidence,
            Set<String> explains) {
        this(code, severity, subject, summary, cause, fix, evidence, explains, Doubt.NONE);
    }

    /// The same with other symptoms.
    public Finding explaining(Set<String> symptoms) {
        return new Finding(code, severity, subject, summary, cause, fix, evidence, symptoms, doubt);
    }

    /// The same with other doubts.
    public Finding doubted(Doubt open) {
        return new Finding(code, severity, subject, summary, cause, fix, evidence, explains, open);
    }
}
