package io.railhead.lab;

/// How a restart of a booted host ended.
public sealed interface Restart {

    /// It runs again and accepts logins.
    record Booted() implements Restart {}

    /// Nothing was done; in words.
    record Refused(String why) implements Restart {}

    /// It did not come up in time.
    ///
    /// @param lastWords the end of its log
    record Late(String lastWords) implements Restart {}
}
