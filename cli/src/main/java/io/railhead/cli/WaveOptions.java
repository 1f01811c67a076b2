package io.railhead.cli;

import io.railhead.configure.Plan;
import io.railhead.configure.Wave;
import io.railhead.intent.HostRanges;
import io.railhead.model.intent.Cluster;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--wave` and `--canary`: in which order hosts are changed.
public final class WaveOptions {
    @Option(
            names = "--wave",
            paramLabel = "N",
            description = "Hosts at a time after the first (default: ${DEFAULT-VALUE}).",
            defaultValue = "32")
    int size = 32;

    @Option(
            names = "--canary",
            paramLabel = "HOSTS",
            description =
                    "Change these first, alone (default: the first host with a change). Nothing else"
                            + " is touched unless they come out well.")
    @Nullable String canary;

    /// @throws UserError when a value is out of range
    void validate() {
        Bounds.positive("--wave", size);
    }

    /// The hosts named by `--canary`; empty when none is named.
    ///
    /// @throws UserError when one is not in the intent, or not among `--hosts`
    List<String> canaries(Cluster cluster) {
        if (canary == null) {
            return List.of();
        }
        return HostArgument.read("--canary", canary, cluster, " (or not among --hosts)");
    }

    /// The waves of a plan.
    ///
    /// @throws UserError when nothing is to change on the canaries, so that they would prove
    ///     nothing
    List<Wave> of(Plan plan, Cluster cluster) {
        List<String> canaries = canaries(cluster);
        if (!canaries.isEmpty()
                && !plan.isEmpty()
                && plan.changed().stream().noneMatch(canaries::contains)) {
            throw new UserError(
                    "--canary "
                            + canary
                            + ": nothing is to change there, so it would prove nothing; name one"
                            + " of "
                            + HostRanges.fold(plan.changed()));
        }
        return Wave.of(plan, size, canaries);
    }
}
