package io.railhead.model.intent;

/// Where a secret is, never the secret itself.
public sealed interface SecretRef {

    /// First line of a file that only its owner may read.
    record FromFile(String path) implements SecretRef {}

    /// An environment variable of the process that needs it.
    record FromEnvironment(String variable) implements SecretRef {}

    /// Keys held by the SSH agent.
    record FromAgent() implements SecretRef {}
}
