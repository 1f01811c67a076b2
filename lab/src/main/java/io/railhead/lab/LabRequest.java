package io.railhead.lab;

import java.util.List;
import java.util.Optional;

/// What `lab up` is asked for.
///
/// @param name of the lab: lower case letters, digits and hyphens
/// @param kind what the hosts are
/// @param hosts how many; the kind has bounds
/// @param recorded profile of recorded samples that NIC and GPU tools answer from; empty for none
public record LabRequest(
        String name, HostKind kind, int hosts, List<Fault> faults, Optional<String> recorded) {
    public LabRequest {
        faults = List.copyOf(faults);
    }

    /// Of namespace hosts.
    public LabRequest(String name, int hosts, List<Fault> faults, Optional<String> recorded) {
        this(name, HostKind.NAMESPACE, hosts, faults, recorded);
    }
}
