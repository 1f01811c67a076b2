package io.railhead.lab;

/// Told while a lab is raised.
public interface LabEvents {
    /// Hears nothing.
    LabEvents NONE = _ -> {};

    /// A host's sshd accepts logins.
    void hostReady(String host);
}
