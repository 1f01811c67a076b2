package io.railhead.twin;

/// The command line of a switch in one login. Output has lines that end in `\n`.
interface CommandLine {
    String banner();

    String prompt();

    /// What is printed for a line; errors are output too.
    String answer(String line);

    /// Whether it was left.
    boolean isOver();

    /// Whether long output stops for a key.
    boolean pages();
}
