package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A login by SSH from the machine to another, without a question and with a known host key.
///
/// @param target address or name that was logged in to
/// @param error what kept it out; empty when the login worked
public record SshLogin(String target, Optional<String> error, Source source) implements Fact {}
