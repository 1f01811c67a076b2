package io.railhead.lab;

/// Told while a lab is raised.
public interface LabEvents {
    /// Hears nothing.
    LabEvents NONE = _ -> {};

    /// A host accepts logins.
    void hostReady(String host);

    /// Something that takes long begins or goes on, in words: the root of booted hosts is built.
    default void note(String text) {}
}
