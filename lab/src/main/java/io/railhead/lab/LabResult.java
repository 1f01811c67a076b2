package io.railhead.lab;

/// How raising a lab ended.
public sealed interface LabResult {

    /// It stands.
    record Up(LabInfo lab) implements LabResult {}

    /// Nothing was begun.
    record Refused(String reason, String remedy) implements LabResult {}

    /// Nothing was begun: the machine lacks something.
    record Unready(Readiness readiness) implements LabResult {}

    /// It was begun, failed, and was removed again.
    record Failed(String reason) implements LabResult {}
}
