package io.railhead.model.intent;

import java.util.Optional;

/// The GPUs a host should have.
public record Gpus(int count, Optional<String> model) {}
