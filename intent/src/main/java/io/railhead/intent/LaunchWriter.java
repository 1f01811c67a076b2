package io.railhead.intent;

import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.LaunchPolicy.Nccl;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import io.railhead.model.intent.Login;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Writes what a launch policy changes of the one it inherits.
final class LaunchWriter {
    private final PolicyWriter policies;
    private final Login login;

    LaunchWriter(PolicyWriter policies, Login login) {
        this.policies = policies;
        this.login = login;
    }

    void write(LaunchPolicy policy, LaunchPolicy base) {
        policies.entries(
                "limits", PolicyWriter.changed(policy.limits(), base.limits(), value -> value));
        policies.overrideAsWritten("shm", bytes(policy.shmBytes()), bytes(base.shmBytes()));
        policies.change("hosts-file", policy.hostsFile(), base.hostsFile());
        policies.overrideAsWritten(
                "ssh-trust", policy.sshTrust().map(this::trust), base.sshTrust().map(this::trust));
        policies.overrideAsWritten(
                "nccl", policy.nccl().map(LaunchWriter::nccl), base.nccl().map(LaunchWriter::nccl));
        policies.overrideAsWritten(
                "mpi-hostfile",
                policy.mpiHostfile().map(LaunchWriter::hostfile),
                base.mpiHostfile().map(LaunchWriter::hostfile));
    }

    private static Optional<String> bytes(OptionalLong bytes) {
        return bytes.isPresent() ? Optional.of(Units.bytes(bytes.getAsLong())) : Optional.empty();
    }

    private String trust(SshTrust trust) {
        return trust.user().equals(LaunchPolicies.trusted(login))
                ? "true"
                : "{user: " + YamlOut.inFlow(trust.user()) + "}";
    }

    private static String nccl(Nccl nccl) {
        List<String> parts = new ArrayList<>();
        if (!nccl.environment().isEmpty()) {
            List<String> variables = new ArrayList<>();
            nccl.environment()
                    .forEach(
                            (name, value) ->
                                    variables.add(
                                            name
                                                    + ": "
                                                    + (value.isEmpty()
                                                            ? "null"
                                                            : YamlOut.inFlow(value))));
            parts.add("environment: {" + String.join(", ", variables) + "}");
        }
        nccl.trafficClass().ifPresent(c -> parts.add("traffic-class: " + c));
        return parts.isEmpty() ? "true" : "{" + String.join(", ", parts) + "}";
    }

    private static String hostfile(String path) {
        return path.equals(LaunchPolicies.HOSTFILE) ? "true" : YamlOut.quoted(path);
    }
}
