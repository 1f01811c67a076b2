package io.railhead.twin;

import java.util.List;

/// A configuration as a switch's command line keeps it: lines are entered, and what stands is
/// printed in one order, whatever the order of entering.
public interface ConfigText {

    /// @throws IllegalArgumentException as a switch would refuse a line
    void enter(List<String> lines);

    String print();

    /// One that can be changed on its own.
    ConfigText copy();
}
