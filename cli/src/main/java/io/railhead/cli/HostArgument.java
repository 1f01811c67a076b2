package io.railhead.cli;

import io.railhead.intent.HostRanges;
import io.railhead.intent.NearestName;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.stream.Stream;

/// Hosts of the intent named by an option, as a range: `gpu[001-064]`, `gpu001,gpu007`.
final class HostArgument {
    private HostArgument() {}

    /// @param beside what else may be the reason that a host is not there; may be empty
    /// @throws UserError when it is no range, or one of its hosts is not in the intent
    static List<String> read(String option, String range, Cluster cluster, String beside) {
        return read(option, range, cluster, List.of(), beside);
    }

    /// @param also names of other devices that may be named
    static List<String> read(
            String option, String range, Cluster cluster, List<String> also, String beside) {
        List<String> known =
                Stream.concat(cluster.hosts().stream().map(Host::name), also.stream()).toList();
        List<String> named =
                switch (HostRanges.expand(range)) {
                    case HostRanges.Expansion.Names names -> names.names();
                    case HostRanges.Expansion.Bad bad ->
                            throw new UserError(
                                    option
                                            + " "
                                            + range
                                            + ": "
                                            + bad.message()
                                            + "; "
                                            + bad.remedy());
                };
        for (String name : named) {
            if (!known.contains(name)) {
                if (cluster.switches().stream().anyMatch(s -> s.name().equals(name))) {
                    throw new UserError(
                            option + " " + name + ": this is a switch, and hosts are asked for");
                }
                throw new UserError(
                        option
                                + " "
                                + name
                                + ": no such host in "
                                + cluster.file()
                                + beside
                                + NearestName.of(name, known)
                                        .map(n -> "; did you mean " + n + "?")
                                        .orElse(""));
            }
        }
        return named;
    }
}
