package io.railhead.reach;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What was collected, kept in a file: every command that reads machines also reads a bundle, so
/// that a fault can be studied later or elsewhere.
///
/// The file is a zip: `manifest.json` (schema, when, by which version, the machines),
/// `cluster.yaml` as it was, `plan.json` with what a plan would have changed or could not have, and
/// one `machines/NNNN.jsonl` a machine with a transcript a line.
/// Secrets are masked on the way in ([Secrets]), so a bundle can be given away. Writing then
/// reading gives the same [Collected] list but for the masked parts.
///
/// @param tool version of Railhead that wrote it
/// @param clusterYaml text of the intent, where there was one
/// @param plan what of the intent was not met when this was collected, as `railhead.plan/1`. It
///     travels and not what it was made from: that is the content of files, which no mask would
///     leave comparable. Nothing in it is masked here
public record Bundle(
        String tool,
        Instant created,
        Optional<String> clusterYaml,
        Optional<String> plan,
        List<Collected> collected) {

    /// Written into the manifest; readers refuse others.
    public static final String SCHEMA = "railhead.bundle/1";

    public Bundle(
            String tool, Instant created, Optional<String> clusterYaml, List<Collected> collected) {
        this(tool, created, clusterYaml, Optional.empty(), collected);
    }

    public Bundle {
        collected = List.copyOf(collected);
    }

    /// A file that is no bundle, or one that cannot be read safely. The message names the file and
    /// says what is wrong with it.
    public static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        Unusable(Path file, String why) {
            super(file + ": " + why);
        }

        Unusable(Path file, String why, Throwable cause) {
            super(file + ": " + why, cause);
        }
    }
}
