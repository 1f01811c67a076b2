package io.railhead.cli;

import io.railhead.intent.NearestName;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Rail;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--rail`, for what is measured between hosts.
final class RailOptions {
    @Option(
            names = "--rail",
            split = ",",
            paramLabel = "RAIL",
            description = "Only these rails (default: all, one after the other).")
    @Nullable List<String> rails;

    /// The rails asked for; all where none was.
    ///
    /// @throws UserError when one is not in the cluster
    List<String> of(Cluster cluster) {
        List<String> names = cluster.rails().stream().map(Rail::name).toList();
        List<String> chosen = rails == null ? names : rails;
        for (String rail : chosen) {
            if (!names.contains(rail)) {
                throw new UserError(
                        "--rail: no rail "
                                + rail
                                + " in "
                                + cluster.file()
                                + NearestName.of(rail, names)
                                        .map(n -> "; did you mean " + n + "?")
                                        .orElse(""));
            }
        }
        return chosen;
    }
}
