package io.railhead.intent;

import io.railhead.model.intent.Cluster;
import java.util.List;

/// What came of reading a `cluster.yaml`.
public sealed interface Result {

    /// Everything found, in the order of the file.
    List<Problem> problems();

    /// The file can be used.
    ///
    /// @param warnings what is allowed but probably not meant
    record Accepted(Cluster cluster, List<Problem> warnings) implements Result {
        public Accepted {
            warnings = List.copyOf(warnings);
        }

        @Override
        public List<Problem> problems() {
            return warnings;
        }
    }

    /// The file cannot be used; at least one of the problems is an error.
    record Refused(List<Problem> problems) implements Result {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
