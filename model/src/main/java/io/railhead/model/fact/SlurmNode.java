package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A node as Slurm's controller sees it (`scontrol show node`, `sinfo -R`).
///
/// @param states upper case: `IDLE`, `DRAIN`, `DOWN`, `NOT_RESPONDING`
/// @param reason why it was taken out, with who did it where that is told
/// @param settings what else is told, by Slurm's names: `Gres`, `RealMemory`
public record SlurmNode(
        String name,
        Set<String> states,
        Optional<String> reason,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public SlurmNode {
        states = new TreeSet<>(states);
        settings = Ordered.copy(settings);
    }
}
