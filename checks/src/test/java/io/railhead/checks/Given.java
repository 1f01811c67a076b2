package io.railhead.checks;

import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import java.util.function.Function;

/// One fact of a test world, with the command and line it is said to come from.
///
/// @param command what the machine was asked
/// @param key which fact it is: a later one of the same key takes the place of an earlier one
/// @param line the line of output that evidence will quote
public record Given(String command, String key, String line, Function<Source, Fact> make) {

    public static Given of(String command, String key, String line, Function<Source, Fact> make) {
        return new Given(command, command + " / " + key, line, make);
    }
}
