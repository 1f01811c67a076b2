package io.railhead.bench.run;

import io.railhead.bench.Failure;
import io.railhead.bench.Pair;
import io.railhead.model.Measurement;
import java.util.List;

/// Told about a run while it goes on, from several threads at once.
public interface Watcher {

    /// A pair begins.
    default void started(Pair pair) {}

    /// A pair is done, with what was measured (not yet held against anything).
    default void finished(Pair pair, List<Measurement> measured) {}

    default void failed(Failure failure) {}
}
