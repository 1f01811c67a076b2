package io.railhead.evidence;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import java.util.List;
import java.util.Set;

/// Reads the output of one command, or one file format.
public interface Parser {

    /// Stable name, also of its sample folder and of its probes: `ethtool-i`.
    String name();

    /// The commands that give what this parser reads; empty for outputs that only benchmarks or
    /// people produce.
    List<Probe> probes();

    /// The kinds of fact it can give.
    Set<Class<? extends Fact>> gives();

    /// Whether a transcript with this command line is for this parser. The command is as run, with
    /// `$x` already replaced, possibly with a path before it and `sudo -n`.
    boolean readsCommand(String command);

    /// Whether text of unknown origin is of this kind, by its content alone.
    boolean recognises(String text);

    /// Reads the transcript. Never throws. A command that failed because the machine has no such
    /// device or tool gives [Reading#unavailable] and no facts.
    Reading read(Transcript transcript);
}
