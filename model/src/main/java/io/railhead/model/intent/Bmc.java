package io.railhead.model.intent;

import java.util.Optional;

/// A baseboard management controller.
public record Bmc(String address, Optional<String> user, Optional<SecretRef> password) {}
