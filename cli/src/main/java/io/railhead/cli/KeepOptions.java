package io.railhead.cli;

import io.railhead.store.Run;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `--store` and `--no-store`, for commands whose runs are kept.
public final class KeepOptions {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(names = "--no-store", description = "Do not keep the run for «report».")
    boolean noStore;

    /// Whether runs are to be kept.
    boolean wanted() {
        return !noStore;
    }

    /// Finds out before the work whether the run can be kept.
    ///
    /// @throws UserError when it is to be kept and cannot
    void check(Console console) {
        if (!noStore) {
            store.checkWritable(console);
        }
    }

    /// Keeps a run unless told not to; true when it is kept.
    public boolean keep(Console console, Run run) {
        return !noStore && store.keep(console, run);
    }

    /// A run of a command that began at a time and ends now, empty yet.
    static Run run(String kind, String title, String cluster, Instant began) {
        return Run.of(
                Run.newId(kind, began, new SecureRandom()),
                kind,
                title,
                cluster,
                began,
                Duration.between(began, Instant.now()),
                Version.number());
    }
}
