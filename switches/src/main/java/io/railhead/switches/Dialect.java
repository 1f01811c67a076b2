package io.railhead.switches;

import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.switches.eos.Eos;
import io.railhead.switches.nvue.Nvue;
import io.railhead.switches.nxos.Nxos;
import io.railhead.switches.sonic.Sonic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How a switch system says what it should do. Dialects have no state and talk to nothing.
public interface Dialect {

    /// The command that prints what [#running] reads.
    String showRunning();

    /// A running configuration as slots. What has no known form is a slot of its own; nothing
    /// throws, whatever the text is.
    Map<String, String> running(String text);

    /// Whether a text is a running configuration of this system, whole or in part, and not some
    /// other output: of one that is not, everything would be missing.
    default boolean isRunning(String text) {
        return !running(text).isEmpty();
    }

    /// A line of a text that this system never prints and another of its looks does; empty where
    /// none stands there.
    default Optional<String> foreign(String text) {
        return Optional.empty();
    }

    /// What the design is in the system's words, in the order in which it has to be entered.
    ///
    /// @param running of the switch, for what depends on the platform: classes that the system
    ///     defines, maps that ports are bound to. Empty when it was not read: then as shipped
    List<Statement> lossless(LosslessDesign design, Map<String, String> running);

    /// What to enter, line by line, to make differences go away; empty for none.
    ///
    /// @param running by slot, as it is before
    List<String> enter(List<Difference> differences, Map<String, String> running);

    /// A statement for reading, with one of its lines: below its outermost heading, which is named
    /// anyway.
    ///
    /// @param line what stands in the slot, or is wanted there
    default String shown(Statement statement, String line) {
        return statement.section().stream()
                .skip(1)
                .map(heading -> heading + " / ")
                .collect(Collectors.joining("", "", line));
    }

    /// The dialect of a system; empty for one that Railhead does not configure.
    static Optional<Dialect> of(SwitchSystem system) {
        return switch (system) {
            case NXOS -> Optional.of(new Nxos());
            case EOS -> Optional.of(new Eos());
            case SONIC -> Optional.of(new Sonic());
            case NVUE -> Optional.of(new Nvue());
            case ONYX -> Optional.empty();
        };
    }
}
