package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;

/// A job, or a step of one, as Slurm tells of it (`scontrol show job`, `sacct`).
///
/// @param id `4711`, `4711.0`, `4711.batch`
/// @param state upper case, without what follows it: `FAILED`, `OUT_OF_MEMORY`, `CANCELLED`
/// @param exit `0:9`: exit status, and the signal that ended it
/// @param nodes Slurm's list: `gpu[01-04]`
/// @param settings what else is told, by Slurm's names
public record SlurmJob(
        String id,
        String state,
        Optional<String> exit,
        Optional<String> reason,
        Optional<String> nodes,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public SlurmJob {
        settings = Ordered.copy(settings);
    }
}
